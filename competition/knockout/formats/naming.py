"""The pairs of a draw in the lengths there is room for."""

from collections.abc import Mapping
from functools import lru_cache

from competition.contest.rules.pair_names import Forms, Names, forms
from competition.knockout.queries.snapshot import Snapshot


def forms_of(snapshot: Snapshot) -> Mapping[int, Forms]:
    """Every pair of the draw by its number, named so that no two look alike."""
    return _forms(
        tuple((number, tuple(player.name for player in pair.present)) for number, pair in snapshot.pairs.items())
    )


# A draw's pairs are the same after nearly every change; a process keeps as many draws.
@lru_cache(maxsize=16)
def _forms(pairs: tuple[tuple[int, Names], ...]) -> Mapping[int, Forms]:
    return forms(dict(pairs))
