"""Models for the published draw: places, rounds, matches, meetings of two pairs, and decisions by the organiser.

A match does not store its pairs. `competition.draw.rules.bracket` derives them from the places and the results, so a
corrected result needs no repair in later rounds.
"""

from typing import ClassVar, TypeVar

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Mod
from django.db.models.lookups import Exact

from competition.audit.append_only import Words
from competition.audit.models import BY_A_PAIR, BY_AN_ORGANISER, DecisionRow, OrganisersDecision
from competition.contest.rules.seasons import DAYS
from competition.draw.models.draw import Draw
from competition.draw.rules.layout import code
from competition.entries.models import Pair, Player
from scoring.models import ConditionsOfPlay, FastRow, MomentField, SummarySheet
from scoring.rules.conditions import DEALS
from scoring.rules.sides import BySide, Side

_NOBODY_NEW = Q(pair=None, lot="")


class Place(FastRow):
    """A place in a published draw. `pair` is empty for a bye."""

    draw = models.ForeignKey(Draw, models.CASCADE, related_name="places")
    position = models.PositiveSmallIntegerField()
    pair = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="places")

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "position"], name="place_position_once"),
            models.UniqueConstraint(fields=["draw", "pair"], name="place_pair_once"),
        ]

    def __str__(self) -> str:
        return f"place {self.position}"


class Round(models.Model):
    """A round with its play-by date.

    A round on a set day has a `day`, and may have a time and a place. All are public. `deals` is set if the number of
    deals differs from that in the conditions of contest.
    """

    draw = models.ForeignKey(Draw, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    play_by = models.DateField()
    day = models.DateField(null=True, blank=True)
    hour = models.TimeField(null=True, blank=True)
    place = models.CharField(max_length=120, blank=True)
    deals = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "number"], name="round_number_once"),
            models.CheckConstraint(condition=Q(play_by__range=DAYS), name="round_play_by"),
            models.CheckConstraint(condition=Q(day=None) | Q(day__range=DAYS), name="round_day"),
            models.CheckConstraint(
                condition=Q(day__isnull=False) | Q(hour=None, place=""), name="round_day_has_its_hour"
            ),
            models.CheckConstraint(condition=Q(deals=None) | Q(deals__range=DEALS), name="round_deals"),
        ]

    def __str__(self) -> str:
        return self.name


class Match(FastRow):
    """A match, identified by its round and its position from the top of the draw."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["round", "position"]
        constraints = [models.UniqueConstraint(fields=["round", "position"], name="match_position_once")]

    def __str__(self) -> str:
        return self.code

    @property
    def code(self) -> str:
        """The public code of the match, such as R2-M5."""
        return code(self.round.number, self.position)


class Extension(OrganisersDecision):
    """A new play-by date for a match, or for a whole round if `match` is empty. A row with `undoes` undoes another row.

    The last row that was not undone counts. A match never has an earlier play-by date than its round.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="extensions")
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="+")
    play_by = models.DateField(null=True)

    class Meta(OrganisersDecision.Meta):
        constraints = [
            *OrganisersDecision.Meta.constraints,
            models.CheckConstraint(condition=Q(play_by__range=DAYS), name="extension_play_by"),
            models.CheckConstraint(
                name="extension_or_taken_back",
                condition=Q(play_by__isnull=False, undoes=None) | Q(play_by=None, undoes__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"play by {self.play_by}" if self.play_by else "taken back"

    @property
    def code(self) -> str:
        """The code of the match. Empty for a whole round."""
        return code(self.round.number, self.match.position) if self.match else ""


class FixedDay(OrganisersDecision):
    """A day of play set by the organiser, for a match or for a whole round if `match` is empty.

    A row with `undoes` undoes another row. The last row that was not undone counts. A row for a match takes priority
    over a row for its round, and both take priority over the columns of the round. The place is public only for a
    round.
    """

    words: ClassVar[Words] = ("reason", "note", "place")
    round = models.ForeignKey(Round, models.CASCADE, related_name="fixed_days")
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="+")
    day = models.DateField(null=True)
    hour = models.TimeField(null=True)
    place = models.CharField(max_length=120, blank=True)

    class Meta(OrganisersDecision.Meta):
        constraints = [
            *OrganisersDecision.Meta.constraints,
            models.CheckConstraint(condition=Q(day=None) | Q(day__range=DAYS), name="fixed_day"),
            models.CheckConstraint(
                name="fixed_day_or_undone",
                condition=Q(day__isnull=False, undoes=None) | Q(day=None, hour=None, place="", undoes__isnull=False),
            ),
            # A match needs a time. A round may get its time later.
            models.CheckConstraint(
                name="fixed_day_of_a_match_has_its_hour",
                condition=Q(match=None) | Q(day=None) | Q(hour__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"on {self.day}" if self.day else "undone"

    @property
    def code(self) -> str:
        """The code of the match. Empty for a whole round."""
        return code(self.round.number, self.match.position) if self.match else ""


class RoundDraw(OrganisersDecision):
    """The draw of a later round, if each round is drawn by itself. A row with `undoes` undoes another row.

    The last row that was not undone counts. `ways` are the matches of the round before, with the facts about their
    winners that the draw used. `places` has the position of one of these matches in each place of the round from the
    top, or None for a bye.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="round_draws")
    ways = models.JSONField(null=True)
    places = models.JSONField(null=True)

    class Meta(OrganisersDecision.Meta):
        constraints = [
            *OrganisersDecision.Meta.constraints,
            models.CheckConstraint(
                name="round_draw_or_undone",
                condition=Q(ways__isnull=False, places__isnull=False, undoes=None)
                | Q(ways=None, places=None, undoes__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return "undone" if self.undoes_id else "drawn"


class RoundClock(OrganisersDecision):
    """The start and the end of a round at one venue on one day. A row with `undoes` undoes another row.

    The last row that was not undone counts. A row with another end repeats the start.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="clocks")
    starts_at = MomentField(null=True)
    ends_at = MomentField(null=True)

    class Meta(OrganisersDecision.Meta):
        constraints = [
            *OrganisersDecision.Meta.constraints,
            models.CheckConstraint(
                name="round_clock_or_undone",
                condition=Q(starts_at__isnull=False, ends_at__gte=F("starts_at"), undoes=None)
                | Q(starts_at=None, ends_at=None, undoes__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"until {self.ends_at}" if self.ends_at else "undone"


class RoundConditions(DecisionRow, ConditionsOfPlay):
    """Corrected conditions of play for one round, or for one match of it if `match` is set.

    A row with `undoes` undoes another row and repeats its values. The last row that was not undone counts, and a row
    for a match takes priority over a row for its round. If `meeting` is set, its two pairs agreed the row, and it
    counts only while they meet. A score sheet stores its own conditions, so it never changes.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="conditions")
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="+")
    meeting = models.ForeignKey("Meeting", models.CASCADE, null=True, related_name="+")

    class Meta(DecisionRow.Meta):
        constraints = [
            *DecisionRow.Meta.constraints,
            *ConditionsOfPlay.Meta.constraints,
            models.CheckConstraint(
                name="roundconditions_decided",
                condition=BY_AN_ORGANISER & Q(meeting=None)
                | BY_A_PAIR & Q(match__isnull=False, meeting__isnull=False, undoes=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}: as published" if self.undoes_id else f"{self.round}: {self.deals} deals"

    @property
    def code(self) -> str:
        """The code of the match. Empty for a whole round."""
        return code(self.round.number, self.match.position) if self.match else ""


class PlaceChange(OrganisersDecision):
    """A change at one place: `pair` replaces `instead_of`. Empty means a bye. A row with `undoes` undoes another row.

    The last row for a place that was not undone counts. The place itself keeps the pair of the original draw. A row of
    kind PLATE changes the place in the plate that belongs to the round 1 match with this place. A row of kind
    JOINS_LATER names the first place of an empty section.
    """

    class Kind(models.TextChoices):
        LATE = "late"
        AWARDED_BYE = "awarded bye"
        REPLACEMENT = "replacement"
        TWICE = "twice"
        PLATE = "plate"
        JOINS_LATER = "joins later"

    place = models.ForeignKey(Place, models.CASCADE, related_name="placings")
    kind = models.CharField(max_length=11, choices=Kind.choices, blank=True)
    pair = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="placings")
    instead_of = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="+")
    # Text that was hashed to pick a bye, or a place in the plate, at random.
    lot = models.TextField(blank=True)

    class Meta(OrganisersDecision.Meta):
        constraints = [
            *OrganisersDecision.Meta.constraints,
            models.CheckConstraint(
                name="placing_as_its_kind_has_it",
                condition=Q(kind__in=["late", "plate", "joins later"], undoes=None, pair__isnull=False, instead_of=None)
                & ~Q(lot="")
                | Q(kind="awarded bye", undoes=None, pair__isnull=False, instead_of=None, lot="")
                | Q(kind="replacement", undoes=None, pair__isnull=False, instead_of__isnull=False, lot="")
                | Q(kind="twice", undoes=None, instead_of__isnull=False) & _NOBODY_NEW
                | Q(kind="", undoes__isnull=False, instead_of=None) & _NOBODY_NEW,
            ),
        ]

    def __str__(self) -> str:
        return self.kind or "taken back"


class Withdrawal(OrganisersDecision):
    """The withdrawal of a pair after the draw. A row with `undoes` undoes another row."""

    pair = models.ForeignKey(Pair, models.CASCADE, related_name="withdrawals")

    def __str__(self) -> str:
        return "are back in the draw, because the withdrawal was undone" if self.undoes_id else "withdrew"

    @classmethod
    def standing(cls) -> "models.QuerySet[Withdrawal]":
        """Return all withdrawals that have not been undone."""
        return cls.objects.filter(undoes=None, undone_by=None)


T = TypeVar("T")


class Slot(models.TextChoices):
    """The position of a pair in a match: upper or lower."""

    UPPER = "upper"
    LOWER = "lower"


def all_or_none(*fields: str) -> Q:
    """Return a condition that requires these columns to be either all empty or all filled."""
    return Q(**{f"{field}__isnull": True for field in fields}) | Q(**{f"{field}__isnull": False for field in fields})


_NOT_AGREED = Q(plays_at=None, venue="", offered_by=None, taken_by=None)
# Condition for an agreed date: one pair has offered it and the other has accepted it.
_AGREED = Q(plays_at__isnull=False, offered_by__isnull=False, taken_by__isnull=False) & (
    Q(offered_by=F("upper"), taken_by=F("lower")) | Q(offered_by=F("lower"), taken_by=F("upper"))
)


class Meeting(FastRow):
    """Two pairs in one match. A meeting counts only while the draw has exactly these two pairs in the match.

    The score sheet and the four seats are empty until a pair starts the score sheet. If the organiser orders a replay
    or types in another score sheet, the pairs get a new meeting with the next number. The old meeting stays stored.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="meetings")
    upper = models.ForeignKey(Pair, models.PROTECT, related_name="+")
    lower = models.ForeignKey(Pair, models.PROTECT, related_name="+")
    number = models.PositiveSmallIntegerField(default=1)
    sheet = models.OneToOneField(SummarySheet, models.PROTECT, null=True, related_name="+")
    north = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    east = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    south = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    west = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    # Agreed date and venue. The venue may be a home, so it is never public.
    plays_at = MomentField(null=True)
    venue = models.CharField(max_length=120, blank=True)
    offered_by = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="+")
    taken_by = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="+")
    # True if the pair wants its deals hidden until the match is over.
    upper_private = models.BooleanField(default=False)
    lower_private = models.BooleanField(default=False)
    # The side on which the upper pair sits.
    upper_side = models.CharField(max_length=2, choices=[(s.value, s.name) for s in Side], blank=True)
    # The pair that last corrected the seats. Empty again once the other pair has read the correction.
    reseated_by = models.CharField(max_length=6, choices=Slot.choices, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "upper", "lower", "number"], name="meeting_once"),
            models.CheckConstraint(condition=~Q(upper=F("lower")), name="meeting_of_two"),
            models.CheckConstraint(condition=_NOT_AGREED | _AGREED, name="meeting_agreed_by_both"),
            models.CheckConstraint(
                name="meeting_seated_with_its_sheet",
                condition=all_or_none("sheet", "north", "east", "south", "west")
                & (Q(sheet__isnull=True, upper_side="") | Q(sheet__isnull=False) & ~Q(upper_side="")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.upper} v {self.lower}"

    def side_of(self, pair: Pair) -> Side:
        """Return the side on which this pair sits."""
        upper_side = Side(self.upper_side)
        return upper_side if pair.pk == self.upper_id else upper_side.other

    def upper_first(self, both: BySide[T]) -> tuple[T, T]:
        """Return the values of both sides, with the value of the upper pair first."""
        return both.seen_from(Side(self.upper_side))

    def by_side(self, upper: T, lower: T) -> BySide[T]:
        """Return the two pairs' values by side."""
        return BySide(upper, lower) if self.upper_side == Side.NS else BySide(lower, upper)

    @property
    def seats(self) -> tuple[int | None, ...]:
        """The primary keys of the players in the seats North, East, South and West. None without a score sheet."""
        return self.north_id, self.east_id, self.south_id, self.west_id


class HomePair(OrganisersDecision):
    """The home pair of a meeting, named by the organiser or picked at random. A row with `undoes` undoes another row.

    The last row that was not undone counts. Without one, the conditions of contest name the home pair.
    """

    meeting = models.ForeignKey(Meeting, models.CASCADE, related_name="home_pairs")
    home = models.CharField(max_length=6, choices=Slot.choices, blank=True)
    # Text that was hashed to pick the pair at random. Empty if the organiser named it.
    lot = models.TextField(blank=True)

    class Meta(OrganisersDecision.Meta):
        constraints = [
            *OrganisersDecision.Meta.constraints,
            models.CheckConstraint(
                name="home_pair_or_undone",
                condition=Q(home__in=Slot.values, undoes=None) | Q(home="", lot="", undoes__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"the {self.home} pair plays at home" if self.home else "undone"


class NotedPenalty(OrganisersDecision):
    """Penalty points noted before the result, for example for lateness. A row with `undoes` undoes another row.

    They do not change any total by themselves. The organiser applies them to the totals after the match.
    """

    meeting = models.ForeignKey(Meeting, models.CASCADE, related_name="noted_penalties")
    penalised = models.CharField(max_length=6, choices=Slot.choices, blank=True)
    points = models.PositiveIntegerField(null=True)

    class Meta(OrganisersDecision.Meta):
        constraints = [
            *OrganisersDecision.Meta.constraints,
            models.CheckConstraint(
                name="noted_penalty_or_undone",
                condition=Q(penalised__in=Slot.values, points__gt=0, undoes=None) & Q(Exact(Mod("points", 10), 0))
                | Q(penalised="", points=None, undoes__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.points} penalty points noted" if self.points else "undone"
