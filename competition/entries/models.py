"""Models for pairs, players and days away."""

from datetime import date, datetime, timedelta
from secrets import token_urlsafe
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone

from competition.audit.rules import not_revoked
from competition.contest.models import Competition
from competition.contest.rules.names import distinguished, key_of
from competition.contest.rules.seasons import DAYS
from scoring.models import FastRow, MomentField
from scoring.rules.refusal import fingerprint

if TYPE_CHECKING:
    from competition.draw.models.rounds import Withdrawal

LONGEST_DISTINCTION = 40
LATELY = timedelta(minutes=10)


def new_link_secret() -> str:
    """Return a new random secret for a pair's private link."""
    return token_urlsafe(16)


class PreferredChannel(models.TextChoices):
    """The channel that a pair prefers: email, letter or phone."""

    EMAIL = "email", "By email"
    LETTER = "letter", "On paper, without email"
    TELEPHONE = "telephone", "By phone"


# Column values for a pair that is not entered.
_NOT_ENTERED = {"number": None, "link_secret": "", "seed": None, "given_bye": False}
_NOT_ENTERED |= {"entered_on": None, "here_since": None, "opened_at": None}


class EnteredPairs(models.Manager["Pair"]):
    """Manager for pairs entered in the competition."""

    def get_queryset(self) -> models.QuerySet["Pair"]:
        """Return only entered pairs, without those that are waiting, declined or removed."""
        return super().get_queryset().filter(status="entered")


class Pair(FastRow):
    """A pair in a competition: two players under one number. A pair that makes its own entry first waits.

    `Pair.objects` and `competition.pairs` contain only the entered pairs. `Pair.of_any_status` contains all pairs.

    A pair that made its own entry can look up the answer by `reference`. An entry that was declined for
    `decline_reason` keeps its contact details until the pair has been told. An accepted entry that was removed keeps
    only names and club.

    `seed` is the rank among the seeded pairs (1 is the strongest). `given_bye` awards the pair a bye in round 1.
    Changing `link_secret` revokes the private link.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        ENTERED = "entered"
        DECLINED = "declined"
        REMOVED = "removed"

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="pairs")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.ENTERED.value)
    # The number of an entered pair. Other pairs have none, and no page lists them as pairs in the competition.
    number: "models.PositiveSmallIntegerField[int | None, int]" = models.PositiveSmallIntegerField(null=True)  # type: ignore[misc]
    club = models.CharField(max_length=80, blank=True)
    area = models.CharField(max_length=80, blank=True)
    # One of the grades in the conditions of contest, such as "junior".
    grade = models.CharField(max_length=40, blank=True)
    attending = models.BooleanField(default=False)
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    given_bye = models.BooleanField(default=False)
    # Time when the pair was ticked as present on the opening day.
    here_since = MomentField(null=True, blank=True)
    # Date when the pair was entered. Empty while the entry waits for an answer.
    entered_on = models.DateField(null=True, blank=True)
    way = models.CharField(max_length=9, choices=PreferredChannel.choices, default=PreferredChannel.EMAIL.value)
    # Time of the last visit to the pair's pages, accurate to ten minutes. It shows the organiser who has seen the
    # news.
    opened_at = MomentField(null=True, editable=False)
    # Random secret for the private link. After a restore, it prevents an old link from opening another pair.
    link_secret = models.CharField(max_length=22, default=new_link_secret, blank=True)
    # Each change gives the pair a new reply code.
    reply_code_changes = models.PositiveSmallIntegerField(default=0, editable=False)
    # Reference and time of an entry made by the pair. Both are empty if the organiser entered the pair.
    reference = models.CharField(max_length=12, blank=True)
    sent_at: "MomentField[datetime | None, datetime]" = MomentField(null=True)  # type: ignore[misc]
    wishes = models.CharField(max_length=300, blank=True)
    # Time when the entry was confirmed through the link in the email. Only this shows that the address is the pair's
    # own.
    confirmed_at = MomentField(null=True)
    decline_reason = models.CharField(max_length=300, blank=True)

    objects = EnteredPairs()
    of_any_status = models.Manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(
                name="pair_status",
                condition=Q(status="entered", number__isnull=False) & ~Q(link_secret="")
                | Q(status__in=["waiting", "declined", "removed"], sent_at__isnull=False, **_NOT_ENTERED),
            ),
            models.CheckConstraint(
                name="pair_sent", condition=Q(reference="", sent_at=None) | ~Q(reference="") & Q(sent_at__isnull=False)
            ),
            models.CheckConstraint(
                name="pair_confirmed_once_sent", condition=Q(confirmed_at=None) | Q(sent_at__isnull=False)
            ),
            models.CheckConstraint(name="pair_wishes_while_waiting", condition=Q(status="waiting") | Q(wishes="")),
            models.CheckConstraint(
                name="pair_declined_with_a_reason",
                condition=Q(status="declined") & ~Q(decline_reason="") | ~Q(status="declined") & Q(decline_reason=""),
            ),
            models.UniqueConstraint(fields=["reference"], condition=~Q(reference=""), name="pair_reference_once"),
            models.UniqueConstraint(fields=["competition", "number"], name="pair_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="pair_number"),
            models.UniqueConstraint(fields=["competition", "seed"], name="pair_seed_once"),
            models.CheckConstraint(condition=Q(seed__gte=1), name="pair_seed"),
            models.CheckConstraint(condition=Q(entered_on__range=DAYS), name="pair_entered_on"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """Both players, as the draw shows the pair: "A Player & B Player"."""
        return together(self.present)

    @property
    def present(self) -> "list[Player]":
        """The two current players. `players` also contains former players."""
        return [player for player in self.given("players") if player.left_at is None]

    def at(self, moment: datetime) -> "list[Player]":
        """Return the pair's two players at this moment."""
        return [player for player in self.players.all() if player.was_in(moment)]

    @property
    def is_entered(self) -> bool:
        """True if the pair is in the competition."""
        return self.status == self.Status.ENTERED

    @property
    def answer(self) -> str:
        """The organiser's answer to the entry: "accepted", "declined", or "" while it waits."""
        return {self.Status.WAITING: "", self.Status.DECLINED: "declined"}.get(self.Status(self.status), "accepted")

    @property
    def withdrawal(self) -> "Withdrawal | None":
        """The current withdrawal, or None."""
        return next(iter(not_revoked(self.given("withdrawals"))), None)

    @property
    def withdrawn_at(self) -> datetime | None:
        """The time of the withdrawal, or None."""
        return row.at if (row := self.withdrawal) else None

    @property
    def opened_lately(self) -> bool:
        """True if the pair opened its pages within the last ten minutes, so the time need not be updated."""
        return self.opened_at is not None and timezone.now() - self.opened_at < LATELY

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the details on the organiser's page. It omits the private link and the arrival time."""
        entry = (
            self.number,
            self.club,
            self.area,
            self.grade,
            self.attending,
            self.seed,
            self.given_bye,
            str(self.way),
        )
        players = [(row.pk, row.display_name, row.phone, row.email, row.left_at) for row in self.players.all()]
        return fingerprint(entry, players, [row.pk for row in self.withdrawals.all()])

    @property
    def is_late(self) -> bool:
        """True if the pair was entered after the closing date."""
        return self.entered_on is not None and self.entered_on > self.competition.closing_date


class EnteredPlayers(models.Manager["Player"]):
    """Manager for the players of entered pairs."""

    def get_queryset(self) -> models.QuerySet["Player"]:
        """Return only players of entered pairs, without those that are waiting, declined or removed."""
        return super().get_queryset().filter(competition__isnull=False)


class Player(FastRow):
    """A current or former player of a pair.

    `competition` is empty unless the pair is entered, so `competition.players` and `Player.objects` contain only the
    players of entered pairs. `pair.players` and `Player.of_any_pair` contain all.

    A substitute for one match has `stands_in_for` and `only_in`. This player joined and left the pair at the same
    moment, so the pair is unchanged in all other matches.

    `left_link` is the private link that the pair had until the player left, if the pair then got a new one. It works
    again if the player returns.

    `key` is the normalised name. `distinction` is a word that distinguishes the player from a namesake in the
    competition, such as "senior" or a club. A player who left keeps the row, with a public reason in `left_because`.
    The substitute has the same `place`.
    """

    competition = models.ForeignKey(Competition, models.CASCADE, null=True, related_name="players")
    pair = models.ForeignKey(Pair, models.CASCADE, related_name="players")
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    key = models.CharField(max_length=80)
    distinction = models.CharField(max_length=LONGEST_DISTINCTION, blank=True)
    phone = models.CharField(max_length=40, blank=True)
    email = models.EmailField(blank=True)
    joined_at = MomentField(null=True, blank=True)
    left_at = MomentField(null=True, blank=True)
    left_because = models.CharField(max_length=300, blank=True)
    left_link = models.CharField(max_length=22, blank=True, editable=False)
    stands_in_for = models.ForeignKey("self", models.PROTECT, null=True, editable=False, related_name="+")
    only_in = models.ForeignKey(
        "competition.Match", models.CASCADE, null=True, editable=False, related_name="stand_ins"
    )

    objects = EnteredPlayers()
    of_any_pair = models.Manager()

    class Meta:
        # `pair.players` uses this manager.
        default_manager_name = "of_any_pair"
        ordering = ["pair", "place", "pk"]
        constraints = [
            models.UniqueConstraint(
                F("competition"),
                F("key"),
                Lower("distinction"),
                condition=Q(left_at=None),
                name="player_once_a_competition",
            ),
            models.UniqueConstraint(fields=["pair", "place"], condition=Q(left_at=None), name="player_place_once"),
            models.CheckConstraint(
                condition=Q(left_at=None, left_because="") | Q(left_at__isnull=False) & ~Q(left_because=""),
                name="player_left_because",
            ),
            models.UniqueConstraint(fields=["only_in", "pair"], name="player_stands_in_once"),
            models.CheckConstraint(
                name="player_stands_in",
                condition=Q(stands_in_for=None, only_in=None)
                | Q(stands_in_for__isnull=False, only_in__isnull=False, left_at=F("joined_at")),
            ),
            models.CheckConstraint(condition=Q(left_link="") | Q(left_at__isnull=False), name="player_left_link"),
            models.CheckConstraint(condition=Q(left_at__gte=F("joined_at")), name="player_left_after_joining"),
            models.CheckConstraint(condition=Q(place__in=(1, 2)), name="player_place"),
            models.CheckConstraint(condition=~Q(key="") & ~Q(name=""), name="player_named"),
        ]

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        """The name shown on every page, with any distinguishing word: "Jan Smith (senior)"."""
        return distinguished(self.name, self.distinction)

    @property
    def identity(self) -> str:
        """The normalised name with any distinguishing word. It is unique among the current players of a competition."""
        return distinguished(self.key, key_of(self.distinction))

    def was_in(self, moment: datetime) -> bool:
        """Return True if the player was in the pair at this moment."""
        return (self.joined_at is None or self.joined_at <= moment) and (self.left_at is None or moment < self.left_at)


def together(players: "list[Player]") -> str:
    """Return the name of the pair formed by these players."""
    return " & ".join(player.display_name for player in players)


class SignedOutDevice(models.Model):
    """A device on which a pair has signed out, identified by the mark in its key. The key never works again."""

    pair = models.ForeignKey(Pair, models.CASCADE, related_name="signed_out_devices")
    mark = models.CharField(max_length=8)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pair", "mark"], name="signedoutdevice_once")]

    def __str__(self) -> str:
        return f"a device of {self.pair}"


class Away(models.Model):
    """Days on which a pair cannot play."""

    pair = models.ForeignKey(Pair, models.CASCADE, related_name="away")
    first = models.DateField()
    last = models.DateField()

    class Meta:
        ordering = ["first", "last", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(last__gte=F("first")), name="away_ends_after_it_begins"),
            models.CheckConstraint(condition=Q(first__range=DAYS, last__range=DAYS), name="away_days"),
        ]

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"

    def covers(self, day: date) -> bool:
        """Return True if the pair is away on this day."""
        return self.first <= day <= self.last
