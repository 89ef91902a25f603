"""Who may be in twice, under one spelling or two, as remarks: the organiser knows, a computer does not."""

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import combinations, product

from competition.contest.rules.people import person_key, split_name
from competition.entries.models.application import Application
from competition.entries.models.pair import Player
from competition.entries.rules.spellings import alike_players

# A name, and where it stands.
Standing = tuple[str, str]
THIS = "this entry"


def names_entered(players: Iterable[Player]) -> list[Standing]:
    """These players, each with the pair they are in."""
    return [(player.display_name, f"pair {player.pair.number}") for player in players]


def names_waiting(entry: Application, waiting: Iterable[Application]) -> list[Standing]:
    """Those of an entry, and of all that wait beside it."""
    where = {sent: THIS if sent == entry else f"another entry, {sent.reference}" for sent in (entry, *waiting)}
    return [(name, place) for sent, place in where.items() for name in (sent.player1, sent.player2)]


def duplicate_warnings(standing: Iterable[Standing], of: Collection[str] | None = None) -> list[str]:
    """The remarks about all these names, or about those that stand in certain places."""
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


def sent_in_twice(waiting: Iterable[Application], players: Iterable[Player]) -> list[Application]:
    """Those that wait with a player who is in a pair, or in another entry that waits."""
    keys = {sent: {person_key(split_name(name)[0]) for name in (sent.player1, sent.player2)} for sent in waiting}
    times = Counter(key for two in keys.values() for key in two) + Counter(player.key for player in players)
    return [sent for sent, two in keys.items() if any(times[key] > 1 for key in two)]
