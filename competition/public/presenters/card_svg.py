"""Picture of a match to share: both pairs, their totals and a short status."""

from xml.etree.ElementTree import Element

from competition.draw.presenters.match_line import LineSide, MatchLine, match_line
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch
from competition.match.presenters import headlines
from competition.web.svg import (
    ACROSS,
    BAIZE,
    BOTTOM,
    MARGIN,
    ROOM,
    RULE,
    TOP,
    card_frame,
    finish_card,
    look_of_name,
    look_of_total,
    rule,
    write,
)
from competition.web.text_metrics import Words, widest_word, width, wrapped

_SIGN, _TOTAL = 52, 64
# Sizes to try for names. Long names are wrapped before a smaller size is used.
_NAMES = (60, 52, 46, 40, 36, 32, 28, 24, 20, 16, 12, 8)


def card(draw: PublishedDraw, state: PublishedMatch) -> str:
    """Return the match as an SVG document. It contains public facts only, even if its deals are private."""
    above = f"{draw.competition}, {state.round_name}"
    below = headlines.outlook(state)
    svg = card_frame(above, f"{headlines.sharing_text(state).rstrip('.')}.")
    line = match_line(state)
    for number, (side, name) in enumerate(zip(line.sides, _names(line), strict=True)):
        middle = TOP + (BOTTOM - TOP) / 2 * (number + 0.5)
        _side(svg, side, name, middle, is_official=line.is_official)
    rule(svg, f"M{MARGIN} {(TOP + BOTTOM) / 2:g}h{ROOM}", RULE, "2")
    return finish_card(svg, f"{below}. {remark}" if (remark := draw.competition.remark) else below)


def _names(line: MatchLine) -> list[Words]:
    """Return both names in the largest size that fits. Any name fits in the smallest size."""
    texts = [side.name for side in line.sides]
    totals = [width(side.total, _TOTAL) + _SIGN for side in line.sides if side.total]
    room = ROOM - _SIGN - max(totals, default=0)
    for size in _NAMES:
        names = [Words(wrapped(text, room, size), size) for text in texts]
        widest = max(widest_word(text, size) for text in texts)
        if widest <= room and all(name.height <= (BOTTOM - TOP) / 2 - 12 for name in names):
            break
    return names


def _side(svg: Element, side: LineSide, name: Words, middle: float, *, is_official: bool) -> None:
    """Draw one side. The winner has a tick."""
    if side.won:
        rule(svg, f"M{MARGIN} {middle:g}l12 14l22 -32", BAIZE, "7")
    look = look_of_name(won=side.won, is_pair=bool(side.number))
    write(svg, name, MARGIN + _SIGN, middle - name.height / 2 - name.size * 0.05, look)
    if side.total:
        total = Words([side.total], _TOTAL)
        look = look_of_total(won=side.won, is_official=is_official)
        write(svg, total, ACROSS - MARGIN, middle - total.height / 2, look)
