"""Picture of a match to share: both pairs, their totals and a short status."""

from xml.etree.ElementTree import Element

from competition.draw.presenters import words
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import MatchSide, PublishedMatch
from competition.match.presenters import headlines
from competition.web.svg import (
    ACROSS,
    BAIZE,
    BOTTOM,
    MARGIN,
    ROOM,
    RULE,
    SOFT,
    STRONG,
    TOP,
    card_frame,
    finish_card,
    rule,
    write,
)
from competition.web.text_metrics import Words, widest_word, width, wrapped

_SIGN, _TOTAL = 52, 64
# Sizes to try for names. Long names are wrapped before a smaller size is used.
_NAMES = (60, 52, 46, 40, 36, 32, 28, 24, 20, 16, 12, 8)


def card(draw: PublishedDraw, state: PublishedMatch) -> str:
    """Return the match as an SVG document. It contains public facts only, even if its deals are private."""
    above, below = f"{draw.competition}, {state.round_name}", headlines.outlook(state)
    svg = card_frame(above, f"{headlines.shared(state).rstrip('.')}.")
    for number, (side, name) in enumerate(zip(state.sides, _names(state), strict=True)):
        total = words.beside(state, side)
        _side(svg, side, name, total, TOP + (BOTTOM - TOP) / 2 * (number + 0.5), official=state.result is not None)
    rule(svg, f"M{MARGIN} {(TOP + BOTTOM) / 2:g}h{ROOM}", RULE, "2")
    return finish_card(svg, f"{below}. Demo: every player is invented." if draw.competition.is_demo else below)


def _names(state: PublishedMatch) -> list[Words]:
    """Return both names in the largest size that fits. Any name fits in the smallest size."""
    texts = [words.capital(side.text) for side in state.sides]
    totals = [width(said, _TOTAL) + _SIGN for side in state.sides if (said := words.beside(state, side))]
    room = ROOM - _SIGN - max(totals, default=0)
    for size in _NAMES:
        names = [Words(wrapped(text, room, size), size) for text in texts]
        widest = max(widest_word(text, size) for text in texts)
        if widest <= room and all(name.height <= (BOTTOM - TOP) / 2 - 12 for name in names):
            break
    return names


def _side(svg: Element, side: MatchSide, name: Words, said: str, middle: float, *, official: bool) -> None:
    """Draw one side. The winner has a tick and bold type, and a total that may still change is in italics."""
    weight = STRONG if side.wins else {}
    if side.wins:
        rule(svg, f"M{MARGIN} {middle:g}l12 14l22 -32", BAIZE, "7")
    look = weight if side.pair else {"fill": SOFT, "font-style": "italic"}
    write(svg, name, MARGIN + _SIGN, middle - name.height / 2 - name.size * 0.05, look)
    if said:
        slant = {} if official else {"font-style": "italic"}
        total = Words([said], _TOTAL)
        write(svg, total, ACROSS - MARGIN, middle - total.height / 2, {**weight, **slant, "text-anchor": "end"})
