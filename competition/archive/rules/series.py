"""Rules for series: seasons that share a name and a region."""

from collections import defaultdict
from collections.abc import Sequence

from competition.contest.rules.names import key_of

Key = tuple[str, str]


def keys(name: str, region: str, former: Sequence[str] = ()) -> list[Key]:
    """Return the keys of a competition: its name first, then the former names from the club's records."""
    return [(key_of(title), key_of(region)) for title in (name, *former)]


def groups(competitions: Sequence[Sequence[Key]]) -> list[list[int]]:
    """Return the competitions in each series, as positions. `competitions` has each competition's keys."""
    roots: dict[Key, Key] = {}

    def root(key: Key) -> Key:
        while roots.setdefault(key, key) != key:
            key = roots[key]
        return key

    for first, *others in competitions:
        for other in others:
            roots[root(other)] = root(first)
    series: dict[Key, list[int]] = defaultdict(list)
    for at, (first, *_) in enumerate(competitions):
        series[root(first)].append(at)
    return list(series.values())
