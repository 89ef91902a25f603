"""The pairs of a draw in the lengths there is room for."""

from competition.knockout.queries.draw import PublishedDraw


def short_names(draw: PublishedDraw) -> dict[int, str]:
    """Return the short name of each pair that is in the draw or was, by its key."""
    return {pair.pk: draw.forms[number].short for number, pair in draw.everybody.items()}
