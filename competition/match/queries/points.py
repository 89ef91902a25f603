"""The points of each deal, where a meeting's paper kept no more than these."""

from collections.abc import Sequence
from dataclasses import dataclass

from competition.entries.models.pair import Pair
from competition.knockout.models.meeting import Meeting
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from competition.match.models import PointsLine
from competition.match.queries.privacy import keeps_deals
from scoring.paper.possible import cumulative
from scoring.rules.conditions import Conditions
from scoring.rules.sides import NOTHING, NS, Reader, Tally


@dataclass(frozen=True, slots=True)
class PointsSheet:
    """Points of each deal and credits; the upper pair stands in the place of North-South."""

    lines: tuple[Tally, ...]
    credits: Tally
    conditions: Conditions

    @property
    def rows(self) -> list[tuple[int, Tally, Tally]]:
        """Number, points and sum after each deal."""
        numbers = range(1, len(self.lines) + 1)
        return list(zip(numbers, self.lines, cumulative(self.lines), strict=True))

    @property
    def total(self) -> Tally:
        """The points of all deals with the credits."""
        return sum(self.lines, start=self.credits)

    @property
    def deals_left(self) -> int:
        """How many lines are still to come before the result can be sent in, if the totals differ then."""
        played, conditions = len(self.lines), self.conditions
        if played <= conditions.deals:
            return conditions.deals - played
        return (conditions.deals - played) % conditions.extra_deals

    @property
    def is_decided(self) -> bool:
        """Whether all deals are there and the totals differ."""
        return self.deals_left == 0 and self.total.ahead is not None


def reader_of(pair: Pair, pairs: Sequence[Pair]) -> Reader:
    """This pair as the reader of such a sheet."""
    return Reader.at_the_table(NS if pair == pairs[0] else NS.other)


def points_sheet(meeting: Meeting | None, conditions: Conditions) -> PointsSheet | None:
    """The lines kept of this meeting, if there are any (one query)."""
    rows = list(PointsLine.objects.filter(meeting=meeting)) if meeting else []
    if not rows:
        return None
    lines = tuple(Tally(row.upper, row.lower) for row in rows if row.number)
    credits = next((Tally(row.upper, row.lower) for row in rows if row.number is None), NOTHING)
    return PointsSheet(lines, credits, conditions)


def sent_points(draw: PublishedDraw, state: MatchState) -> PointsSheet | None:
    """The lines behind the totals that were sent in; None where the totals came otherwise or the deals are kept."""
    if keeps_deals(draw, state) or not state.meeting or not state.last or state.last.from_sheet:
        return None
    found = points_sheet(state.meeting, state.conditions)
    return found if found and found.total == tuple(side.total for side in state.sides) else None


def reader_of_numbers(state: MatchState) -> Reader:
    """Everybody, who reads such a sheet under the numbers of the pairs: four names are wider than a phone."""
    upper, lower = (f"Pair {side.pair.number}" if side.pair else side.text for side in state.sides)
    return Reader(NS, (upper, lower))
