"""The pairs of a draw in the lengths there is room for."""

from collections.abc import Mapping

from competition.contest.rules.pair_names import Forms, forms
from competition.knockout.queries.draw import PublishedDraw


def forms_of(draw: PublishedDraw) -> Mapping[int, Forms]:
    """Every pair that is in the draw, or was, by its number, named so that no two look alike."""
    return forms(
        {number: tuple(player.display_name for player in pair.present) for number, pair in draw.everybody.items()}
    )


def short_names(draw: PublishedDraw) -> dict[int, str]:
    """What each pair there ever was is called in short, by its key."""
    return {pair.pk: forms_of(draw)[number].short for number, pair in draw.everybody.items()}
