"""Presenters for the names of pairs."""

from competition.knockout.queries.draw import PublishedDraw


def short_names(draw: PublishedDraw) -> dict[int, str]:
    """Return the short names of all current and former pairs of the draw, by primary key."""
    return {pair.pk: draw.forms[number].short for number, pair in draw.everybody.items()}
