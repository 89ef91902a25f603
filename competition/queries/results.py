"""A result with both totals and who wins by them."""

from typing import NamedTuple

from competition.models import Pair
from competition.models.match import Slot
from competition.queries.states import MatchState


class Result(NamedTuple):
    """What a sheet says or a pair sent in: who wins, both totals and the margin in points, after how many deals.

    No deals where two totals are all that was sent in.
    """

    winner: Pair
    high: int
    low: int
    margin: int
    deals: int


def sent(state: MatchState) -> Result | None:
    """The result a pair sent in last, whatever became of it; None before."""
    last = state.last
    if last is None or not last.asks_for_answer:
        return None
    low, high = sorted((last.total_first, last.total_second))
    winner = state.pairs[last.winner == Slot.SECOND]
    return Result(winner, high, low, high - low, state.recorded if last.from_sheet else 0)
