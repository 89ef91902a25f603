"""The pairs of a draw in the lengths there is room for."""

from collections.abc import Mapping
from weakref import WeakKeyDictionary

from competition.contest.rules.pair_names import Forms, forms
from competition.entries.models.pair import Pair
from competition.knockout.queries.snapshot import Snapshot
from competition.lots.models import Draw

# Every snapshot of a draw shares its pairs for as long as nothing but deals changes.
_kept: WeakKeyDictionary[Draw, tuple[Mapping[int, Pair], Mapping[int, Forms]]] = WeakKeyDictionary()


def forms_of(snapshot: Snapshot) -> Mapping[int, Forms]:
    """Every pair that is in the draw, or was, by its number, named so that no two look alike."""
    pairs, kept = snapshot.everybody, _kept.get(snapshot.draw)
    if kept and kept[0] is pairs:
        return kept[1]
    found = forms({number: tuple(player.name for player in pair.present) for number, pair in pairs.items()})
    _kept[snapshot.draw] = pairs, found
    return found
