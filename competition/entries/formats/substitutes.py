"""Who came into a pair for whom, in words."""

from datetime import datetime
from typing import NamedTuple

from competition.entries.models.pair import Pair


class Change(NamedTuple):
    """A substitute coming in: when, who for whom, and the reason everybody may read."""

    at: datetime
    text: str
    reason: str


def changes(pair: Pair) -> list[Change]:
    """The substitutes a pair has had, first one first."""
    everybody = list(pair.players.all())
    coming = {(player.place, player.joined_at): player for player in everybody}
    left = sorted((player.left_at, player.pk, player) for player in everybody if player.left_at)
    return [Change(at, f"{coming[gone.place, at]} came in for {gone}.", gone.left_because) for at, _, gone in left]


class Return(NamedTuple):
    """A substitution that can be taken back: from which place the substitute leaves, and who has it again."""

    leaving: int
    player: str


def returns(pair: Pair) -> list[Return]:
    """The substitutions a pair can take back: the last in each place."""
    left = {(player.place, player.left_at): player.display_name for player in pair.players.all() if player.left_at}
    since = [(player.place, player.joined_at) for player in pair.present]
    return [Return(place, left[place, joined]) for place, joined in since if joined and (place, joined) in left]
