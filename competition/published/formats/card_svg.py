"""How a match stands as a picture to send to people: both pairs, their totals and a few words."""

from xml.etree.ElementTree import Element, SubElement

from competition.knockout.formats import words
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState, SideState
from competition.match.formats import sharing
from competition.pictures import svg as pen
from competition.pictures.svg import BAIZE, BOOKISH, CARD, EDGE, RULE, SOFT, STRONG, rule, write
from competition.pictures.text_metrics import Words, widest_word, width, wrapped
from scoring.templatetags.bridge import points

# As large as the pictures that other sites show beside an address.
ACROSS, DOWN = 1200, 630
_EDGE, _MARGIN, _SIGN, _TOTAL, _NOTE = 32, 88, 52, 64, 30
_ROOM = ACROSS - 2 * _MARGIN
_TOP, _BOTTOM = 172, 500
# A name is broken into lines before it is written smaller.
_NAMES = (60, 52, 46, 40, 36, 32, 28, 24, 20, 16, 12, 8)


def card(snapshot: Snapshot, state: MatchState) -> str:
    """The match as an SVG document; what it tells is public whatever the pairs keep private."""
    above, below = f"{snapshot.competition}, {state.round_name}", sharing.outlook(state)
    svg = pen.sheet(above, f"{sharing.shared(state).rstrip('.')}.", BAIZE)
    size = {"width": f"{ACROSS - 2 * _EDGE}", "height": f"{DOWN - 2 * _EDGE}", "rx": "16"}
    SubElement(svg, "rect", {"x": f"{_EDGE}", "y": f"{_EDGE}", **size, "fill": CARD})
    write(svg, _line(above), _MARGIN, 88, {"fill": SOFT, **STRONG})
    rule(svg, f"M{_MARGIN} 144h{_ROOM}m0 6h-{_ROOM}", EDGE, "1.5")
    _sides(svg, state)
    foot = f"{below}. Demo: every player is invented." if snapshot.competition.is_demo else below
    write(svg, _line(foot), _MARGIN, 522, {"fill": BAIZE, **BOOKISH})
    return pen.document(svg, ACROSS, DOWN)


def _line(text: str) -> Words:
    """One line, as large as it can be."""
    return Words([text], min(_NOTE, int(_NOTE * _ROOM / width(text, _NOTE))))


def _sides(svg: Element, state: MatchState) -> None:
    names = _names(state)
    height = (_BOTTOM - _TOP) / 2
    for number, (side, name) in enumerate(zip(state.sides, names, strict=True)):
        middle = _TOP + height * (number + 0.5)
        _side(svg, side, name, middle, official=state.outcome is not None)
    rule(svg, f"M{_MARGIN} {(_TOP + _BOTTOM) / 2:g}h{_ROOM}", RULE, "2")


def _names(state: MatchState) -> list[Words]:
    """Both names in the largest type they have room in; the smallest holds the longest there can be."""
    texts = [words.capital(side.text) for side in state.sides]
    room = _ROOM - _SIGN - max(_total_width(side) for side in state.sides)
    for size in _NAMES:
        names = [Words(wrapped(text, room, size), size) for text in texts]
        widest = max(widest_word(text, size) for text in texts)
        if widest <= room and all(name.height <= (_BOTTOM - _TOP) / 2 - 12 for name in names):
            break
    return names


def _total_width(side: SideState) -> float:
    return 0 if side.total is None else width(points(side.total), _TOTAL) + _SIGN


def _side(svg: Element, side: SideState, name: Words, middle: float, *, official: bool) -> None:
    """One side; the winner's with a tick and in bold, a total that may change in italics."""
    weight = STRONG if side.wins else {}
    if side.wins:
        rule(svg, f"M{_MARGIN} {middle:g}l12 14l22 -32", BAIZE, "7")
    look = weight if side.pair else {"fill": SOFT, "font-style": "italic"}
    write(svg, name, _MARGIN + _SIGN, middle - name.height / 2 - name.size * 0.05, look)
    if side.total is not None:
        slant = {} if official else {"font-style": "italic"}
        total = Words([points(side.total)], _TOTAL)
        write(svg, total, ACROSS - _MARGIN, middle - total.height / 2, {**weight, **slant, "text-anchor": "end"})
