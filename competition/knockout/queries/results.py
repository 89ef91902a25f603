"""Queries for the results of matches: reported, played on a score sheet or corrected."""

from competition.knockout.queries.states import MatchState
from competition.knockout.rules.result import Result, Totals
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Sheet, Standing


def result_by(state: MatchState, sheet: Sheet) -> Result | None:
    """Return the result of a match according to this score sheet, or None before the score sheet is decided."""
    if state.meeting is None or sheet.winner is None:
        return None
    totals = state.meeting.upper_first(sheet.total)
    return Result.played(state.code, state.numbers, totals, deals=len(sheet.lines))


def counted_totals(state: MatchState) -> Totals | None:
    """Return the totals of a played match, official or not, with the upper pair's first. None without totals."""
    if known := state.result or state.on_the_table:
        return known.totals if known.was_played else None
    return totals_by_the_sheet(state)


def totals_by_the_sheet(state: MatchState) -> Totals | None:
    """Return the totals on the score sheet, the upper pair's first, or None before the match is decided."""
    if state.meeting is None or state.sheet is None or state.sheet.standing != Standing.DECIDED:
        return None
    return state.meeting.upper_first(state.sheet.total)


def stays_on(state: MatchState, winner: int | None) -> int:
    """Return the pair that would stay in the later rounds if a correction made `winner` the winner.

    Raises Refused if no other pair has gone through from this match.
    """
    if winner is None or not has_gone_on(state, winner):
        raise Refused("This result does not change who goes through, so there are no later rounds to keep.")
    return sum(state.numbers) - winner


def has_gone_on(state: MatchState, winner: int | None) -> bool:
    """Return True if a pair other than `winner` has gone through from this match."""
    return winner is not None and state.result is not None and state.result.goes_on not in (None, winner)
