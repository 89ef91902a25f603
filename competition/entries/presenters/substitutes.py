"""Descriptions of the substitutions in a pair."""

from datetime import datetime
from typing import NamedTuple

from competition.entries.models.pair import Pair


class Change(NamedTuple):
    """A substitution: its time, a sentence about the players, and the public reason."""

    at: datetime
    text: str
    reason: str


def changes(pair: Pair) -> list[Change]:
    """Return the substitutions of a pair, earliest first."""
    everybody = list(pair.players.all())
    coming = {(player.place, player.joined_at): player for player in everybody}
    left = sorted((player.left_at, player.pk, player) for player in everybody if player.left_at)
    return [Change(at, f"{coming[gone.place, at]} replaced {gone}.", gone.left_because) for at, _, gone in left]


class Return(NamedTuple):
    """A substitution that can be undone. `leaving` is the substitute's place, `player` the previous player."""

    leaving: int
    player: str


def returns(pair: Pair) -> list[Return]:
    """Return the substitutions that the pair can undo: the latest in each place."""
    left = {(player.place, player.left_at): player.display_name for player in pair.players.all() if player.left_at}
    since = [(player.place, player.joined_at) for player in pair.present]
    return [Return(place, left[place, joined]) for place, joined in since if joined and (place, joined) in left]
