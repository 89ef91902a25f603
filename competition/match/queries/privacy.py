"""Whose deals everybody may read, those of sheets that were replaced among them."""

from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from competition.match.queries.pair_match import PairMatch
from scoring import queries as sheets
from scoring.rules.sheet import Sheet


def open_pair_match(draw: PublishedDraw, state: MatchState) -> PairMatch | None:
    """A match with its sheet, as its upper pair sees it; None while no sheet is open."""
    return PairMatch(draw, state.code, state.pairs[0]) if state.meeting and state.meeting.sheet else None


def keeps_deals(draw: PublishedDraw, state: MatchState) -> bool:
    """Whether the deals are for the two pairs alone until the match is over: by the conditions, or a pair’s wish."""
    wished = state.meeting is not None and (state.meeting.upper_private or state.meeting.lower_private)
    return state.is_open and (wished or not draw.competition.conditions.deals_public)


def public_table(draw: PublishedDraw, state: MatchState) -> PairMatch | None:
    """A match with its sheet, as everybody may read it; None while none is open, and while the deals are kept."""
    return None if keeps_deals(draw, state) else open_pair_match(draw, state)


def replaced(draw: PublishedDraw, state: MatchState) -> list[Sheet]:
    """The earlier sheets of a match that have deals, first one first; none while its deals are kept (a query each).

    A replay, or another sheet keyed in by the organiser, has replaced them.
    """
    if keeps_deals(draw, state):
        return []
    kept = (meeting.sheet for meeting in state.earlier)
    return [sheets.read(sheet) for sheet in kept if sheet and sheet.recorded]
