"""Queries for the points of each deal of a match, if only points were typed in."""

from collections.abc import Sequence
from dataclasses import dataclass

from competition.entries.models import Pair
from competition.knockout.models.draw import Meeting
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from competition.match.models import PointsLine
from competition.match.queries.privacy import keeps_deals
from scoring.paper.possible import cumulative
from scoring.rules.conditions import ScoringConditions
from scoring.rules.sides import NOTHING, NS, Reader, Tally


@dataclass(frozen=True, slots=True)
class PointsSheet:
    """The points of each deal and the Law 80 credits. The upper pair takes the place of North-South."""

    lines: tuple[Tally, ...]
    credits: Tally
    conditions: ScoringConditions

    @property
    def rows(self) -> list[tuple[int, Tally, Tally]]:
        """The number, the points and the running total of each deal."""
        numbers = range(1, len(self.lines) + 1)
        return list(zip(numbers, self.lines, cumulative(self.lines), strict=True))

    @property
    def total(self) -> Tally:
        """The points of all deals, with the credits."""
        return sum(self.lines, start=self.credits)

    @property
    def deals_left(self) -> int:
        """The number of missing deals. A tie-break counts from its first deal."""
        played, conditions = len(self.lines), self.conditions
        if played <= conditions.deals:
            return conditions.deals - played
        return (conditions.deals - played) % conditions.extra_deals

    @property
    def is_decided(self) -> bool:
        """True if all deals are present and the totals differ."""
        return self.deals_left == 0 and self.total.ahead is not None


def reader_of(pair: Pair, pairs: Sequence[Pair]) -> Reader:
    """Return this pair as the reader of a points sheet. `pairs` are the pairs of the match, the upper pair first."""
    return Reader.at_the_table(NS if pair == pairs[0] else NS.other)


def points_sheet(meeting: Meeting | None, conditions: ScoringConditions) -> PointsSheet | None:
    """Return the points typed in for this match, or None (one query)."""
    rows = list(PointsLine.objects.filter(meeting=meeting)) if meeting else []
    if not rows:
        return None
    lines = tuple(Tally(row.upper, row.lower) for row in rows if row.number)
    credits = next((Tally(row.upper, row.lower) for row in rows if row.number is None), NOTHING)
    return PointsSheet(lines, credits, conditions)


def sent_points(draw: PublishedDraw, state: MatchState) -> PointsSheet | None:
    """Return the points of each deal behind the reported totals.

    Return None if the totals have another source or the deals are private.
    """
    if keeps_deals(draw, state) or not state.meeting or not state.last or state.last.from_sheet:
        return None
    found = points_sheet(state.meeting, state.conditions)
    return found if found and found.total == tuple(side.total for side in state.sides) else None


def reader_of_numbers(state: MatchState) -> Reader:
    """Return the public reader of a points sheet. Its columns show pair numbers, because names need too much room."""
    upper, lower = (f"Pair {side.pair.number}" if side.pair else side.text for side in state.sides)
    return Reader(NS, (upper, lower))
