"""Queries for the players of a match."""

from dataclasses import replace

from competition.entries.models.pair import Pair, Player, together
from competition.knockout.queries.states import MatchState


def lineup(state: MatchState, pair: Pair) -> list[Player]:
    """Return the two players who played the match for this pair, or who would play it now."""
    meeting = state.meeting
    if meeting and meeting.sheet_id:
        return [player for player in pair.players.all() if player.pk in meeting.seats]
    return pair.at(state.last.at) if state.result and state.last else pair.present


def as_played(state: MatchState) -> MatchState:
    """Return the match with each pair named by the players who played."""
    upper, lower = (
        replace(side, text=together(lineup(state, side.pair))) if side.pair else side for side in state.sides
    )
    return replace(state, sides=(upper, lower))
