"""The state of matches as the public may see it under the conditions of contest."""

from copy import copy

from competition.contest.models import Conditions
from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Meeting
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import Stage

_BEGUN = (Stage.IN_PLAY, Stage.SUBMITTED, Stage.DISPUTED)
_NO_REPORT = (ResultEntry.REOPENED, ResultEntry.REPLAY, ResultEntry.UNDONE)


def hides_matches(spectators: str) -> bool:
    """Return True if the public cannot see the totals of a match in play."""
    return spectators in (Conditions.Spectators.AFTER, Conditions.Spectators.RESULTS)


def as_spectators_see(state: PublishedMatch, spectators: str) -> PublishedMatch:
    """Return a match without the totals and deals that these conditions hide from the public.

    A match without an official result is shown as in play. With RESULTS, the deals stay private after the match too.
    """
    has_no_deals = state.is_open or spectators == Conditions.Spectators.RESULTS
    if has_no_deals:
        state = state._replace(
            meeting=state.meeting and _without_sheet(state.meeting), earlier=tuple(map(_without_sheet, state.earlier))
        )
    return _without_totals(state) if has_no_deals and state.result is None else state


def _without_totals(state: PublishedMatch) -> PublishedMatch:
    upper, lower = (side._replace(total=None) for side in state.sides)
    stage = Stage.IN_PLAY if state.stage in _BEGUN else state.stage
    last = state.last if state.last and state.last.kind in _NO_REPORT else None
    return state._replace(sides=(upper, lower), stage=stage, last=last)


def _without_sheet(meeting: Meeting) -> Meeting:
    """Return a meeting with its seats but without its score sheet."""
    meeting = copy(meeting)
    meeting._state = copy(meeting._state)
    meeting._state.fields_cache = meeting._state.fields_cache | {"sheet": None}
    return meeting
