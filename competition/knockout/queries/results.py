"""Results that were reported, with what is known of the score."""

from typing import NamedTuple

from competition.entries.models.pair import Pair
from competition.knockout.models.meeting import Slot
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.result import Kind
from competition.knockout.rules.stages import Stage
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Standing


class Result(NamedTuple):
    """What was sent in: who wins, both totals and the margin in points, after how many deals, if deals were sent.

    `high` and `low` are None where the totals are not known, and `margin` too where only the winner is.
    """

    winner: Pair
    high: int | None
    low: int | None
    margin: int | None
    deals: int


def sent(state: MatchState) -> Result | None:
    """The result a pair sent in last, whatever became of it; None before."""
    last = state.last
    if last is None or not last.asks_for_answer:
        return None
    low, high = sorted(last.totals) if last.totals else (None, None)
    winner = state.pairs[last.winner == Slot.LOWER]
    return Result(winner, high, low, last.won_by, state.recorded if last.from_sheet else 0)


def counted_totals(state: MatchState) -> tuple[int, int] | None:
    """The totals of a match as it was played, official or not, the upper pair's first; None without any."""
    if state.outcome:
        return state.outcome.totals if state.outcome.kind is Kind.PLAYED else None
    if state.last and state.stage in (Stage.SUBMITTED, Stage.DISPUTED):
        return state.last.totals
    return totals_by_the_sheet(state)


def totals_by_the_sheet(state: MatchState) -> tuple[int, int] | None:
    """What the sheet of the match makes, the upper pair's total first; None until it is decided."""
    if state.meeting is None or state.sheet is None or state.sheet.standing != Standing.DECIDED:
        return None
    return state.meeting.upper_first(state.sheet.total)


def stays_on(state: MatchState, winner: int | None) -> int:
    """The pair that has gone on and would stay, were this one the winner by a correction; Refused where none would."""
    if winner is None or not has_gone_on(state, winner):
        raise Refused("No other pair would go on by this result, so there is nothing to let stand.")
    return sum(state.numbers) - winner


def has_gone_on(state: MatchState, winner: int | None) -> bool:
    """Whether the other pair has gone on from this match, were this one the winner by a correction."""
    return winner is not None and state.outcome is not None and state.outcome.goes_on not in (None, winner)
