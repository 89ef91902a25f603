"""Queries for the deals that are public, including those of replaced score sheets."""

from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from competition.match.queries.table import Table
from scoring import queries as sheets
from scoring.rules.sheet import Sheet


def open_pair_match(draw: PublishedDraw, state: MatchState) -> Table | None:
    """Return the match as its upper pair sees it, or None if it has no score sheet."""
    return Table(draw, state.code, state.pairs[0]) if state.meeting and state.meeting.sheet else None


def keeps_deals(draw: PublishedDraw, state: MatchState) -> bool:
    """Return True if the deals of an open match are private, by the conditions of contest or by request of a pair."""
    wished = state.meeting is not None and (state.meeting.upper_private or state.meeting.lower_private)
    return state.is_open and (wished or not draw.competition.conditions.deals_public)


def public_table(draw: PublishedDraw, state: MatchState) -> Table | None:
    """Return the match with its public score sheet, or None if the sheet is missing or private."""
    return None if keeps_deals(draw, state) else open_pair_match(draw, state)


def replaced(draw: PublishedDraw, state: MatchState) -> list[Sheet]:
    """Return the earlier score sheets of a match that have deals, first sheet first (one query each).

    A replay or a sheet typed in by the organiser has replaced them. Return an empty list while the deals are private.
    """
    if keeps_deals(draw, state):
        return []
    kept = (meeting.sheet for meeting in state.earlier)
    return [sheets.read(sheet) for sheet in kept if sheet and sheet.recorded]
