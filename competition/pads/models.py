"""Models for score pads. They store only players and deals. `scoring.pads` derives the score."""

import secrets

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from scoring.models import SEATS, DealColumns, MomentField, honours_that_can_be, played_or_passed_in
from scoring.pads import nullos, singles
from scoring.pads.chicago import MiddleVulnerability
from scoring.pads.nullos import DENOMINATIONS, LOSING, NullosContract
from scoring.pads.papers import PadGame
from scoring.pads.singles import seats
from scoring.rules.contract import Doubling
from scoring.rules.deal import DealResult
from scoring.rules.sides import Seat

GAMES = (PadGame.RUBBER, PadGame.CHICAGO, PadGame.SINGLES, PadGame.NULLOS)
MIDDLES = [(middle.value, middle.word) for middle in MiddleVulnerability]
Facts = DealResult | singles.SinglesDeal | nullos.NullosDeal
MOST_DEALS = 400


def new_key() -> str:
    """Return the key for a private link, with 192 random bits."""
    return secrets.token_urlsafe(24)


class ScorePad(models.Model):
    """A score pad started without an account. Anyone with its link can edit it.

    `vulnerable` is the side that is vulnerable on the second and third deals of a chukker of Chicago. `version`
    increases with every change. `used_at` is the time of the last change.
    """

    game = models.CharField(max_length=9, choices=[(game.value, game.word) for game in GAMES])
    key = models.CharField(max_length=32, unique=True, default=new_key)
    first_dealer = models.CharField(max_length=1, choices=SEATS)
    vulnerable = models.CharField(max_length=6, choices=MIDDLES, default=MiddleVulnerability.DEALER.value)
    version = models.PositiveIntegerField(default=0)
    used_at = MomentField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(game__in=[game.value for game in GAMES]), name="pad_game"),
            models.CheckConstraint(condition=Q(first_dealer__in=[seat.value for seat in Seat]), name="pad_dealer"),
            models.CheckConstraint(
                condition=Q(vulnerable__in=[middle for middle, _ in MIDDLES]), name="pad_vulnerable"
            ),
        ]

    def __str__(self) -> str:
        return f"pad {self.pk} of {self.game}"


class PadSeats(models.Model):
    """The seating from one deal onwards.

    Two players sit North and East. Players in singles have their seats from the first rubber.
    """

    pad = models.ForeignKey(ScorePad, models.CASCADE, related_name="seatings")
    first_deal = models.PositiveSmallIntegerField(default=1)
    north = models.CharField(max_length=30)
    east = models.CharField(max_length=30)
    south = models.CharField(max_length=30, blank=True)
    west = models.CharField(max_length=30, blank=True)

    class Meta:
        ordering = ["first_deal"]
        constraints = [
            models.UniqueConstraint(fields=["pad", "first_deal"], name="seats_once_a_deal"),
            models.CheckConstraint(condition=Q(first_deal__gte=1), name="seats_deal"),
            models.CheckConstraint(
                condition=~Q(north="") & ~Q(east="") & ~Q(north=F("east")), name="seats_of_two_players"
            ),
            models.CheckConstraint(
                condition=Q(south="", west="")
                | ~Q(south="")
                & ~Q(west="")
                & ~Q(south=F("west"))
                & ~Q(south__in=[F("north"), F("east")])
                & ~Q(west__in=[F("north"), F("east")]),
                name="seats_of_four_players",
            ),
        ]

    def __str__(self) -> str:
        return f"seats from deal {self.first_deal}"

    @property
    def names(self) -> dict[Seat, str]:
        """Names by seat, without empty seats."""
        names = {Seat.N: self.north, Seat.E: self.east, Seat.S: self.south, Seat.W: self.west}
        return {seat: name for seat, name in names.items() if name}

    @staticmethod
    def columns(names: dict[Seat, str]) -> dict[str, str]:
        """Return the column values for these names."""
        return {seat.word.lower(): names.get(seat, "") for seat in Seat}


class PadDeal(DealColumns):
    """One deal on a score pad, numbered through the whole pad. Declarer is stored as a seat in `PadSeats`."""

    pad = models.ForeignKey(ScorePad, models.CASCADE, related_name="rows")
    denomination = models.CharField(max_length=2, blank=True, choices=[(name, name) for name in DENOMINATIONS])

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["pad", "number"], name="pad_deal_once"),
            models.CheckConstraint(name="pad_deal_played_or_passed_in", condition=played_or_passed_in(DENOMINATIONS)),
            models.CheckConstraint(name="pad_deal_honours", condition=honours_that_can_be()),
            models.CheckConstraint(name="pad_deal_number", condition=Q(number__range=(1, MOST_DEALS))),
        ]

    def __str__(self) -> str:
        return f"deal {self.number}"

    @classmethod
    def of(cls, deal: Facts) -> dict:
        """Return the column values for a deal in any game. Singles store declarer's seat in the first rubber."""
        if isinstance(deal, DealResult):
            return cls.columns(deal)
        columns = cls.columns(deal.seated())
        return columns | {"denomination": LOSING} if isinstance(deal.contract, NullosContract) else columns

    def of_game(self, game: PadGame) -> Facts:
        """Convert the stored deal to the deal class of this game's rules."""
        if game is PadGame.NULLOS:
            return self._of_nullos()
        deal = self.facts()
        if game is not PadGame.SINGLES:
            return deal
        return singles.SinglesDeal(seats(1)[deal.declarer] if deal.declarer else None, deal.contract, deal.tricks)

    def _of_nullos(self) -> nullos.NullosDeal:
        if self.level is None or self.doubling is None:
            return nullos.NullosDeal.passed_in()
        side = Seat(self.declarer).side
        if self.denomination == LOSING:
            return nullos.NullosDeal(side, NullosContract(self.level, Doubling(self.doubling)), self.tricks)
        return nullos.NullosDeal(side, self.facts().contract, self.tricks)


class PadSubmission(models.Model):
    """Key of a deal sent by a phone. It outlives the deal, so that a repeated request writes nothing."""

    pad = models.ForeignKey(ScorePad, models.CASCADE, related_name="submissions")
    key = models.UUIDField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pad", "key"], name="pad_submission_once")]

    def __str__(self) -> str:
        return f"submission {self.key}"
