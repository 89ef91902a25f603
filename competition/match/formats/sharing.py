"""How a match is told to those it is sent to."""

from competition.knockout.formats import words
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.outcome import Kind
from competition.knockout.rules.stages import Stage
from scoring.rules.words import counted_deals
from scoring.templatetags.bridge import day, points


def shared(state: MatchState) -> str:
    """How a match stands, for those it is shared with: A & B won by 450 after 32 deals, 4,730 to 4,280."""
    if state.stage is Stage.IN_PLAY and state.recorded:
        return _so_far(state)
    if not _was_played(state):
        return words.sentence(state)
    low, high = sorted(state.outcome.totals)
    winner = next(side.text for side in state.sides if side.wins)
    return f"{winner} won {_margin(state)}, {points(high)} to {points(low)}"


def outlook(state: MatchState) -> str:
    """How a match stands, beside its pairs and totals: Won by 450 after 32 deals; Deal 17 of 30; the day to play by."""
    if _was_played(state):
        return f"Won {_margin(state)}"
    to_come = state.outcome is None and state.stage in (Stage.READY, Stage.WAITING) and not state.overdue
    return f"Play by {day(state.play_by)}" if to_come else words.label(state)


def _so_far(state: MatchState) -> str:
    """Who is ahead while it is played; the totals are public even where the deals are private."""
    after = f"after {state.recorded} of {counted_deals(state.due)}"
    behind, ahead = sorted(state.sides, key=lambda side: side.total)
    if ahead.total == behind.total:
        return f"{behind.text} and {ahead.text} are level at {points(ahead.total)} {after}"
    return f"{ahead.text} lead {behind.text} by {points(ahead.total)} to {points(behind.total)} {after}"


def _was_played(state: MatchState) -> bool:
    return state.outcome is not None and state.outcome.kind is Kind.PLAYED


def _margin(state: MatchState) -> str:
    low, high = sorted(state.outcome.totals)
    return f"by {points(high - low)}" + (f" after {counted_deals(state.recorded)}" if state.last.from_sheet else "")
