"""Sheets that a replay, or another sheet keyed in by the organiser, has replaced."""

from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState
from competition.match.queries.privacy import keeps_deals
from scoring import queries as sheets
from scoring.rules.sheet import Sheet


def replaced(snapshot: Snapshot, state: MatchState) -> list[Sheet]:
    """The earlier sheets of a match that have deals, first one first; none while its deals are kept (a query each)."""
    if keeps_deals(snapshot, state):
        return []
    kept = (meeting.sheet for meeting in state.earlier)
    return [sheets.read(sheet) for sheet in kept if sheet and sheet.recorded]
