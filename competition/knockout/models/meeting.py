"""Two pairs in one match: who sits where, on which sheet, and when."""

from typing import TypeVar

from django.db import models
from django.db.models import F, Q

from competition.entries.models.pair import Pair, Player
from competition.knockout.models.draw import Match
from scoring.models import Row, SummarySheet
from scoring.rules.sides import BySide, Side

T = TypeVar("T")


class Slot(models.TextChoices):
    """The upper or the lower pair of a match."""

    UPPER = "upper"
    LOWER = "lower"


def all_or_none(*fields: str) -> Q:
    """Whether these columns are empty together."""
    return Q(**{f"{field}__isnull": True for field in fields}) | Q(**{f"{field}__isnull": False for field in fields})


_NOT_AGREED = Q(plays_at=None, venue="", offered_by=None, taken_by=None)
# One pair alone never fixes a date for both.
_AGREED = Q(plays_at__isnull=False, offered_by__isnull=False, taken_by__isnull=False) & (
    Q(offered_by=F("upper"), taken_by=F("lower")) | Q(offered_by=F("lower"), taken_by=F("upper"))
)


class Meeting(Row):
    """Two pairs in one match. It counts only while the draw brings exactly these two together.

    The sheet and the four seats are there once a pair has opened the sheet. When the organiser orders a replay or
    keys in another sheet, the two have a further meeting under the next number, and what was there is kept.
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
    # When and where the two agreed to play, as one offered and the other took; the place may be a home, never public.
    plays_at = models.DateTimeField(null=True)
    venue = models.CharField(max_length=120, blank=True)
    offered_by = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="+")
    taken_by = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="+")
    # Which of the two wish to keep the deals private until the match is over.
    upper_private = models.BooleanField(default=False)
    lower_private = models.BooleanField(default=False)
    # Which side of the sheet the upper pair sits on.
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
        """The side of the sheet this pair sits on."""
        upper_side = Side(self.upper_side)
        return upper_side if pair.pk == self.upper_id else upper_side.other

    def upper_first(self, both: BySide[T]) -> tuple[T, T]:
        """What stands by side of the sheet, the upper pair's first."""
        return both.seen_from(Side(self.upper_side))

    def by_side(self, upper: T, lower: T) -> BySide[T]:
        """What the two pairs have, by the side of the sheet each sits on."""
        return BySide(upper, lower) if self.upper_side == Side.NS else BySide(lower, upper)

    @property
    def seats(self) -> tuple[int | None, ...]:
        """The keys of those who sit North, East, South and West; None of each before the sheet is open."""
        return self.north_id, self.east_id, self.south_id, self.west_id
