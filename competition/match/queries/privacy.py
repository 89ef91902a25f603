"""Whose deals everybody may read."""

from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState
from competition.match.queries.pair_match import PairMatch, open_pair_match


def keeps_deals(snapshot: Snapshot, state: MatchState) -> bool:
    """Whether the deals are for the two pairs alone until the match is over: by the conditions, or a pair’s wish."""
    wished = state.meeting is not None and (state.meeting.upper_private or state.meeting.lower_private)
    return state.is_open and (wished or not snapshot.competition.conditions.deals_public)


def public_table(snapshot: Snapshot, state: MatchState) -> PairMatch | None:
    """A match with its sheet, as everybody may read it; None while none is open, and while the deals are kept."""
    return None if keeps_deals(snapshot, state) else open_pair_match(snapshot, state)
