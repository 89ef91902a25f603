"""The published draw as a picture for newsletters: light paper, no typeface of its own, every name whole."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from xml.etree.ElementTree import Element, SubElement, tostring

from competition.formats import overview, words
from competition.formats.lettering import widest_word, wrapped
from competition.formats.placing import GAP, NAME, NOTE, PAD, SIGN, Box, Column, Plan, Words, leading, plan
from competition.formats.plain import plain
from competition.queries import Knockout, RoundState, SideState
from competition.rules.stages import Stage
from scoring.templatetags.bridge import day, points

# A larger draw would be too small to read, so its last rounds are drawn, from the last sixteen on.
MOST_PAIRS, LAST_ROUNDS = 32, 4

_PAPER, _CARD, _RULE, _EDGE = "#f7f1e3", "#fffcf3", "#d8ccb4", "#857a65"
_INK, _SOFT, _BAIZE = "#26221c", "#5c5344", "#1d5741"
_SANS = "Helvetica, Arial, 'Liberation Sans', sans-serif"
_SERIF = "'Iowan Old Style', Palatino, 'Palatino Linotype', Georgia, 'Liberation Serif', serif"
_TITLE, _LEAD, _MARGIN, _NARROWEST = 30, 16, 36, 640
_STRONG = {"font-weight": "700"}
_BOOKISH = {"font-family": _SERIF, **_STRONG}


def picture(now: Knockout, address: str) -> str:
    """The draw as an SVG document; of more than 32 pairs the last four rounds, and it says so.

    `address` is the draw page's own, in full: it stands under the picture.
    """
    rounds = now.rounds[-LAST_ROUNDS:] if len(now.pairs) > MOST_PAIRS else now.rounds
    laid = plan(rounds)
    texts = (str(now.competition), _TITLE), (address, NOTE)
    across = max(laid.width, _NARROWEST, *(widest_word(*text) for text in texts))
    svg = _sheet(now, rounds)
    y: float = _MARGIN
    for text, look in _title(now, rounds, across):
        y = _write(svg, text, _MARGIN, y, look)
    _tree(svg, laid, y + _MARGIN / 2)
    y += _MARGIN + laid.head + laid.height
    foot = Words(wrapped(f"As on {day(now.now)}: {address}", across, NOTE), NOTE)
    y = _write(svg, foot, _MARGIN, y, {"fill": _SOFT})
    return _document(svg, across + 2 * _MARGIN, y + _MARGIN)


def _sheet(now: Knockout, rounds: Sequence[RoundState]) -> Element:
    """An empty sheet of paper, which says in words what will be on it."""
    root = {"xmlns": "http://www.w3.org/2000/svg", "lang": "en-GB", "role": "img", "aria-labelledby": "title desc"}
    svg = Element("svg", {**root, "font-family": _SANS, "fill": _INK})
    SubElement(svg, "title", {"id": "title"}).text = plain(f"The draw of {now.competition}")
    SubElement(svg, "desc", {"id": "desc"}).text = plain(" ".join(_told(now, rounds)))
    SubElement(svg, "rect", {"width": "100%", "height": "100%", "fill": _PAPER})
    return svg


def _document(svg: Element, width: float, height: float) -> str:
    svg.attrib |= {"width": f"{width:.0f}", "height": f"{height:.0f}", "viewBox": f"0 0 {width:.0f} {height:.0f}"}
    return tostring(svg, encoding="unicode")


def _told(now: Knockout, rounds: Sequence[RoundState]) -> Iterator[str]:
    yield f"{overview.line(now)}."
    for round in rounds:
        yield f"{round.name}, play by {day(round.play_by)}."
        yield from (f"{state.code}: {words.sentence(state)}" for state in round.matches)


def _title(now: Knockout, rounds: Sequence[RoundState], across: float) -> Iterator[tuple[Words, dict[str, str]]]:
    yield Words(wrapped(str(now.competition), across, _TITLE), _TITLE), _BOOKISH
    if now.competition.is_demo:
        yield Words(wrapped("Demo: every player is invented.", across, NOTE), NOTE), {"fill": _SOFT}
    lead = Words(wrapped(overview.line(now), across, _LEAD), _LEAD)
    yield lead, {"fill": _BAIZE, **_STRONG} if now.champion else {"fill": _SOFT}
    if len(rounds) < len(now.rounds):
        part = "From the last sixteen on; the rounds before are on the page of the draw."
        yield Words(wrapped(part, across, _LEAD), _LEAD), {"fill": _SOFT}


def _write(parent: Element, text: Words, x: float, y: float, look: dict[str, str]) -> float:
    """Write lines from this height down; give the height below them."""
    written = SubElement(parent, "text", {"font-size": f"{text.size}", **look})
    for number, line in enumerate(text.lines):
        place = {"x": f"{x:g}", "y": f"{y + text.size + number * leading(text.size):g}"}
        SubElement(written, "tspan", place).text = plain(line) + (" " if line is not text.lines[-1] else "")
    return y + text.height


def _tree(svg: Element, laid: Plan, y: float) -> None:
    for number, column in enumerate(laid.columns):
        x = _MARGIN + number * (laid.box + GAP)
        place = SubElement(svg, "g", {"transform": f"translate({x:g} {y:g})"})
        _heading(place, column, laid)
        boxes = SubElement(place, "g", {"transform": f"translate(0 {laid.head:g})", "stroke-width": "1"})
        if number:
            _lines(boxes, laid.columns[number - 1], column)
        for box in column.boxes:
            _box(boxes, box, laid.box)


def _heading(parent: Element, column: Column, laid: Plan) -> None:
    y = laid.head - PAD - column.name.height - column.play_by.height
    y = _write(parent, column.name, 0, y, _BOOKISH)
    _write(parent, column.play_by, 0, y, {"fill": _SOFT})
    _rule(parent, f"M0 {laid.head - PAD / 2:g}h{laid.box:g}", _EDGE)


def _rule(parent: Element, path: str, colour: str, thickness: str = "1") -> None:
    look = {"fill": "none", "stroke": colour, "stroke-width": thickness}
    SubElement(parent, "path", {"d": path, **look})


def _lines(parent: Element, before: Column, column: Column) -> None:
    """The lines from each two matches to the one their winners meet in."""
    for (upper, lower), box in zip(list(pairwise(before.boxes))[::2], column.boxes, strict=True):
        fork = f"M{-GAP} {upper.middle:g}h{GAP / 2:g}V{lower.middle:g}h{-GAP / 2:g}"
        _rule(parent, f"{fork}M{-GAP / 2:g} {box.middle:g}h{GAP / 2:g}", _EDGE, "1.5")


def _box(parent: Element, box: Box, width: float) -> None:
    y = box.middle - box.height / 2
    match = SubElement(parent, "g", {"id": box.state.code})
    size = {"y": f"{y:g}", "width": f"{width:g}", "height": f"{box.height:g}", "rx": "5"}
    bye = box.state.stage is Stage.BYE
    look = {"fill": "none", "stroke-dasharray": "4 3"} if bye else {"fill": _CARD}
    SubElement(match, "rect", {**size, **look, "stroke": _EDGE})
    y = _write(match, box.head, PAD, y + PAD / 2, {"fill": _SOFT}) + PAD / 2
    for side, name in zip(box.state.sides, box.names, strict=True):
        _rule(match, f"M0.5 {y:g}h{width - 1:g}", _RULE)
        _side(match, side, name, y + PAD / 2, width, official=box.state.outcome is not None)
        y += name.height + PAD


def _side(match: Element, side: SideState, name: Words, y: float, width: float, *, official: bool) -> None:
    """One side's name and total; the winner's with a tick and in bold, a total that may change in italics."""
    weight = _STRONG if side.wins else {}
    if side.wins:
        _rule(match, f"M{PAD} {y + NAME * 0.62:g}l4 4.5l7 -10", _BAIZE, "2.5")
    _write(match, name, PAD + SIGN, y, weight if side.pair else {"fill": _SOFT, "font-style": "italic"})
    if side.total is not None:
        slant = {} if official else {"font-style": "italic"}
        total = Words([points(side.total)], NAME)
        _write(match, total, width - PAD, y, {**weight, **slant, "text-anchor": "end"})
