"""Who may have been entered twice under two spellings, as remarks: the organiser knows, a computer does not."""

from collections.abc import Collection, Iterable, Mapping

from competition.entries.models.pair import Player
from competition.entries.rules import alike_players


def names_entered(players: Iterable[Player]) -> dict[str, str]:
    """Where each of these players stands, as words."""
    return {player.name: f"pair {player.pair.number}" for player in players}


def duplicate_warnings(where: Mapping[str, str], of: Collection[str] | None = None) -> list[str]:
    """The remarks about all names, or those of some; `where` says where each of them stands."""
    twos = alike_players(where)
    return [
        f"{one} ({where[one]}) and {other} ({where[other]}) may be one player."
        for one, other in twos
        if where[one] != where[other] and (of is None or one in of or other in of)
    ]
