"""The pairs of a draw in the lengths there is room for."""

from competition.knockout.queries.draw import PublishedDraw


def short_names(draw: PublishedDraw) -> dict[int, str]:
    """Return what each pair there ever was is called in short, by its key."""
    return {pair.pk: draw.forms[number].short for number, pair in draw.everybody.items()}
