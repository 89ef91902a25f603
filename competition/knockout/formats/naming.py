"""The pairs of a draw in the lengths there is room for."""

from collections.abc import Mapping

from competition.contest.rules.pair_names import Forms, forms
from competition.knockout.queries.snapshot import Snapshot


def forms_of(snapshot: Snapshot) -> Mapping[int, Forms]:
    """Every pair that is in the draw, or was, by its number, named so that no two look alike."""
    return forms(
        {number: tuple(player.display_name for player in pair.present) for number, pair in snapshot.everybody.items()}
    )


def short_names(snapshot: Snapshot) -> dict[int, str]:
    """What each pair there ever was is called in short, by its key."""
    return {pair.pk: forms_of(snapshot)[number].short for number, pair in snapshot.everybody.items()}
