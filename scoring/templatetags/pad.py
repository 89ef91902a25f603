"""The score pad in templates: one column for each side, in the order in which the reader sits."""

from typing import TypeVar

from django import template

from scoring.rules import pad
from scoring.rules.sheet import Sheet
from scoring.rules.sides import BySide, Seat, Side

register = template.Library()
T = TypeVar("T")


@register.filter
def seen_from(values: BySide[T], side: Side | str) -> tuple[T, T]:
    """One value for each side, the reader's own first; North-South's first for a reader on neither side."""
    return values.seen_from(Side(side or Side.NS))


@register.filter
def pads(sheet: Sheet) -> tuple[pad.Pad, ...]:
    """The pad of every rubber, first one first."""
    return pad.pads(sheet)


@register.filter
def deals_to_come(sheet: Sheet) -> tuple[tuple[int, Seat], ...]:
    """Number and dealer of every deal still to be played as things stand."""
    return pad.deals_to_come(sheet)
