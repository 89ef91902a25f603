"""Queries for the deals that are public, including deals on replaced score sheets."""

import scoring.queries
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from competition.match.queries.table import Table
from scoring.rules.sheet import Sheet


def open_pair_match(draw: PublishedDraw, state: MatchState) -> Table | None:
    """Return the match as its upper pair sees it, or None if it has no score sheet."""
    return Table(draw, state.code, state.pairs[0]) if state.meeting and state.meeting.sheet else None


def privacy_field(match: Table) -> str:
    """Return the field of the stored record that holds this pair's request for private deals."""
    return "upper_private" if match.pair == match.state.sides[0].pair else "lower_private"


def wishes_privacy(match: Table) -> bool:
    """Return True if this pair asked to keep the deals private until the match is over."""
    return match.state.meeting is not None and getattr(match.state.meeting, privacy_field(match))


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
    return [scoring.queries.read(sheet) for sheet in kept if sheet and sheet.recorded]
