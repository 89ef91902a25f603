"""Models for two pairs in one match: their score sheet, seats and date."""

from typing import TypeVar

from django.db import models
from django.db.models import F, Q

from competition.entries.models import Pair, Player
from competition.knockout.models.draw import Match
from scoring.models import Row, SummarySheet
from scoring.rules.sides import BySide, Side

T = TypeVar("T")


class Slot(models.TextChoices):
    """The position of a pair in a match: upper or lower."""

    UPPER = "upper"
    LOWER = "lower"


def all_or_none(*fields: str) -> Q:
    """Return a condition that requires these columns to be all empty or all filled."""
    return Q(**{f"{field}__isnull": True for field in fields}) | Q(**{f"{field}__isnull": False for field in fields})


_NOT_AGREED = Q(plays_at=None, venue="", offered_by=None, taken_by=None)
# Condition for an agreed date: one pair has offered it, and the other has accepted it.
_AGREED = Q(plays_at__isnull=False, offered_by__isnull=False, taken_by__isnull=False) & (
    Q(offered_by=F("upper"), taken_by=F("lower")) | Q(offered_by=F("lower"), taken_by=F("upper"))
)


class Meeting(Row):
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
    plays_at = models.DateTimeField(null=True)
    venue = models.CharField(max_length=120, blank=True)
    offered_by = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="+")
    taken_by = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="+")
    # True if the pair wants its deals hidden until the match is over.
    upper_private = models.BooleanField(default=False)
    lower_private = models.BooleanField(default=False)
    # Side of the score sheet on which the upper pair sits.
    upper_side = models.CharField(max_length=2, choices=[(s.value, s.name) for s in Side], blank=True)

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
        """Return the side of the score sheet on which this pair sits."""
        upper_side = Side(self.upper_side)
        return upper_side if pair.pk == self.upper_id else upper_side.other

    def upper_first(self, both: BySide[T]) -> tuple[T, T]:
        """Return the values of both sides, with the value of the upper pair first."""
        return both.seen_from(Side(self.upper_side))

    def by_side(self, upper: T, lower: T) -> BySide[T]:
        """Return the values of the two pairs by their side of the score sheet."""
        return BySide(upper, lower) if self.upper_side == Side.NS else BySide(lower, upper)

    @property
    def seats(self) -> tuple[int | None, ...]:
        """The primary keys of the players in the seats North, East, South and West. None without a score sheet."""
        return self.north_id, self.east_id, self.south_id, self.west_id
