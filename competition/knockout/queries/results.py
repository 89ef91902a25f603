"""The results of matches, as far as they are counted, played on a sheet or corrected."""

from competition.knockout.queries.states import MatchState
from competition.knockout.rules.result import Result, Totals
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Sheet, Standing


def result_by(state: MatchState, sheet: Sheet) -> Result | None:
    """Return the result of a match by this sheet of it; None until the sheet is decided."""
    if state.meeting is None or sheet.winner is None:
        return None
    totals = state.meeting.upper_first(sheet.total)
    return Result.played(state.code, state.numbers, totals, deals=len(sheet.lines))


def counted_totals(state: MatchState) -> Totals | None:
    """Return the totals of a match as it was played, official or not, the upper pair's first; None without any."""
    if known := state.result or state.on_the_table:
        return known.totals if known.was_played else None
    return totals_by_the_sheet(state)


def totals_by_the_sheet(state: MatchState) -> Totals | None:
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
    return winner is not None and state.result is not None and state.result.goes_on not in (None, winner)
