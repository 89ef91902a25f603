"""Warnings about players who may be entered twice. The organiser decides."""

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import combinations, product

from competition.entries.models.pair import Pair, Player
from competition.entries.rules.spellings import alike_players

# The name of a player, and the entry with this name.
Standing = tuple[str, str]
THIS = "this entry"


def names_entered(players: Iterable[Player]) -> list[Standing]:
    """Return the names of these players, each with its pair."""
    return [(player.display_name, f"pair {player.pair.number}") for player in players]


def names_waiting(entry: Pair, waiting: Iterable[Pair]) -> list[Standing]:
    """Return the names of a pair that sent its entry and of all waiting pairs."""
    where = {sent: THIS if sent == entry else f"another entry, {sent.reference}" for sent in (entry, *waiting)}
    return [(name, place) for sent, place in where.items() for name in map(str, sent.present)]


def duplicate_warnings(standing: Iterable[Standing], of: Collection[str] | None = None) -> list[str]:
    """Return the warnings about these names, or only those about the entries in `of`."""
    places: dict[str, list[str]] = {}
    for name, place in standing:
        places.setdefault(name, []).append(place)
    same = ((name, name, two) for name in places for two in combinations(places[name], 2))
    alike = ((one, other, two) for one, other in alike_players(places) for two in product(places[one], places[other]))
    return [
        f"{one} ({here}) and {other} ({there}) may be one player."
        for one, other, (here, there) in (*same, *alike)
        if here != there and (of is None or here in of or there in of)
    ]


def sent_in_twice(waiting: Iterable[Pair], players: Iterable[Player]) -> list[Pair]:
    """Return the waiting pairs with a player of an entered pair or of another waiting pair."""
    keys = {sent: {player.key for player in sent.present} for sent in waiting}
    times = Counter(key for two in keys.values() for key in two) + Counter(player.key for player in players)
    return [sent for sent, two in keys.items() if any(times[key] > 1 for key in two)]
