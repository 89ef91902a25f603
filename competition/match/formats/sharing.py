"""How a match is told to those it is sent to."""

from competition.knockout.formats import words
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.outcome import Kind
from competition.knockout.rules.stages import Stage
from scoring.rules.spoken import quantity
from scoring.templatetags.bridge import day, points


def shared(state: MatchState) -> str:
    """How a match stands, for those it is shared with: A & B won by 450 after 32 deals, 4,730 to 4,280."""
    if state.stage is Stage.IN_PLAY and state.recorded:
        return _so_far(state)
    if (totals := _played(state)) is None or (state.outcome and state.outcome.let_stand):
        return words.sentence(state)
    low, high = sorted(totals)
    winner = next(side.text for side in state.sides if side.wins)
    return f"{winner} won {_margin(state, high - low)}, {points(high)} to {points(low)}"


def outlook(state: MatchState) -> str:
    """How a match stands, beside its pairs and totals: Won by 450 after 32 deals; Deal 17 of 30; the day to play by."""
    if totals := _played(state):
        return f"Won {_margin(state, max(totals) - min(totals))}"
    to_come = state.outcome is None and state.stage in (Stage.READY, Stage.WAITING) and not state.overdue
    return f"Play by {day(state.play_by)}" if to_come else words.label(state)


def _so_far(state: MatchState) -> str:
    """Who is ahead while it is played; the totals are public even where the deals are private."""
    after = f"after {state.recorded} of {quantity(state.due, 'deal')}"
    behind, ahead = sorted(state.sides, key=lambda side: side.total or 0)
    if ahead.total == behind.total:
        return f"{behind.text} and {ahead.text} are level at {points(ahead.total)} {after}"
    return f"{ahead.text} lead {behind.text} by {points(ahead.total)} to {points(behind.total)} {after}"


def _played(state: MatchState) -> tuple[int, int] | None:
    """The totals of a match that was decided by them."""
    return state.outcome.totals if state.outcome and state.outcome.kind is Kind.PLAYED else None


def _margin(state: MatchState, margin: int) -> str:
    by_its_sheet = state.last is not None and state.last.from_sheet
    return f"by {points(margin)}" + (f" after {quantity(state.recorded, 'deal')}" if by_its_sheet else "")
