"""Who played a match: those on its sheet, or those the pair had when its result was decided."""

from dataclasses import replace

from competition.entries.models.pair import Pair, Player, together
from competition.knockout.queries.states import MatchState


def lineup(state: MatchState, pair: Pair) -> list[Player]:
    """The two players of this pair who played the match, or would now."""
    meeting = state.meeting
    if meeting and meeting.sheet_id:
        return [player for player in pair.players.all() if player.pk in meeting.seats]
    return pair.at(state.last.at) if state.result and state.last else pair.present


def as_played(state: MatchState) -> MatchState:
    """The match with its pairs named by those who played it."""
    upper, lower = (
        replace(side, text=together(lineup(state, side.pair))) if side.pair else side for side in state.sides
    )
    return replace(state, sides=(upper, lower))
