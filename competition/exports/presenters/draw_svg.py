"""Picture of the published draw for newsletters: light colours, no embedded typeface, full names."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from xml.etree.ElementTree import Element, SubElement

from competition.exports.presenters.placing import GAP, NAME, NOTE, PAD, SIGN, TALLEST, Box, Column, Plan, plan, sides
from competition.graphics.svg import (
    BAIZE,
    BOOKISH,
    CARD,
    EDGE,
    PAPER,
    RULE,
    SOFT,
    STRONG,
    blank_picture,
    rule,
    svg_document,
    write,
)
from competition.graphics.text_metrics import Words, widest_word, width, wrapped
from competition.knockout.presenters import overview, words
from competition.knockout.queries.draw import PublishedDraw, current_round
from competition.knockout.queries.states import RoundState, SideState
from competition.knockout.rules.result import Stage
from scoring.templatetags.bridge import day

# Up to this many pairs, the picture shows every round. The picture of a larger draw starts with the current round, but
# has at least the last `LAST_ROUNDS` rounds. If the current round is too tall, the picture shows only that round, in
# columns.
LARGEST_WHOLE, LAST_ROUNDS = 32, 4

_TITLE, _LEAD, _MARGIN, _NARROWEST = 30, 16, 36, 640


def picture(draw: PublishedDraw, address: str) -> str:
    """Return the draw as an SVG document.

    A draw of more than 32 pairs is shown from the current round on, with a note that it is a part. The full URL of the
    draw page, `address`, is below the picture.
    """
    rounds = _shown(draw)
    laid = plan(rounds)
    texts = (str(draw.competition), _TITLE), (address, NOTE)
    across = max(laid.width, _NARROWEST, *(widest_word(*text) for text in texts))
    svg = blank_picture(f"The draw of {draw.competition}", " ".join(_description(draw, rounds)), PAPER)
    y: float = _MARGIN
    for text, look in _title(draw, rounds, across):
        y = write(svg, text, _MARGIN, y, look)
    _tree(svg, laid, y + _MARGIN / 2)
    y += _MARGIN + laid.head + laid.height
    foot = Words(wrapped(f"As on {day(draw.now)}: {address}", across, NOTE), NOTE)
    y = write(svg, foot, _MARGIN, y, {"fill": SOFT})
    return svg_document(svg, across + 2 * _MARGIN, y + _MARGIN)


def _shown(draw: PublishedDraw) -> Sequence[RoundState]:
    if len(draw.pairs) <= LARGEST_WHOLE:
        return draw.rounds
    first = min(current_round(draw).number, len(draw.rounds) - LAST_ROUNDS + 1)
    rounds = draw.rounds[first - 1 :]
    return rounds[:1] if len(rounds[0].matches) > TALLEST else rounds


def _description(draw: PublishedDraw, rounds: Sequence[RoundState]) -> Iterator[str]:
    yield f"{overview.line(draw)}."
    for round in rounds:
        yield f"{round.name}, play by {day(round.play_by)}."
        yield from (words.sentence(state) for state in round.matches)


def _title(draw: PublishedDraw, rounds: Sequence[RoundState], across: float) -> Iterator[tuple[Words, dict[str, str]]]:
    yield Words(wrapped(str(draw.competition), across, _TITLE), _TITLE), BOOKISH
    if draw.competition.is_demo:
        yield Words(wrapped("Demo: every player is invented.", across, NOTE), NOTE), {"fill": SOFT}
    lead = Words(wrapped(overview.line(draw), across, _LEAD), _LEAD)
    yield lead, {"fill": BAIZE, **STRONG} if draw.champion else {"fill": SOFT}
    if len(rounds) < len(draw.rounds):
        part = f"{rounds[0].name}{' on' if len(rounds) > 1 else ''}. The whole draw is on its page."
        yield Words(wrapped(part, across, _LEAD), _LEAD), {"fill": SOFT}


def _tree(svg: Element, laid: Plan, y: float) -> None:
    for number, column in enumerate(laid.columns):
        x = _MARGIN + number * (laid.box + GAP)
        place = SubElement(svg, "g", {"transform": f"translate({x:g} {y:g})"})
        _heading(place, column, laid)
        boxes = SubElement(place, "g", {"transform": f"translate(0 {laid.head:g})", "stroke-width": "1"})
        if number and len(column.boxes) < len(laid.columns[number - 1].boxes):
            _lines(boxes, laid.columns[number - 1], column)
        for box in column.boxes:
            _box(boxes, box, laid.box)


def _heading(parent: Element, column: Column, laid: Plan) -> None:
    y = laid.head - PAD - column.name.height - column.play_by.height
    y = write(parent, column.name, 0, y, BOOKISH)
    write(parent, column.play_by, 0, y, {"fill": SOFT})
    rule(parent, f"M0 {laid.head - PAD / 2:g}h{laid.box:g}", EDGE)


def _lines(parent: Element, before: Column, column: Column) -> None:
    """Draw the lines from two matches to the match of their winners."""
    for (upper, lower), box in zip(list(pairwise(before.boxes))[::2], column.boxes, strict=True):
        fork = f"M{-GAP} {upper.middle:g}h{GAP / 2:g}V{lower.middle:g}h{-GAP / 2:g}"
        rule(parent, f"{fork}M{-GAP / 2:g} {box.middle:g}h{GAP / 2:g}", EDGE, "1.5")


def _box(parent: Element, box: Box, across: float) -> None:
    """Draw a match in its frame. A bye is a name on a line to the next round, without a frame."""
    y = box.middle - box.height / 2
    match = SubElement(parent, "g", {"id": box.state.code})
    if box.state.stage is Stage.BYE:
        from_name = min(across, PAD + SIGN + max(width(line, NAME) for line in box.names[0].lines))
        rule(match, f"M{from_name:g} {box.middle:g}H{across:g}", EDGE, "1.5")
    else:
        size = {"y": f"{y:g}", "width": f"{across:g}", "height": f"{box.height:g}", "rx": "5"}
        SubElement(match, "rect", {**size, "fill": CARD, "stroke": EDGE})
    if box.head.lines:
        y = write(match, box.head, PAD + SIGN, y + PAD / 4, {"fill": SOFT}) - PAD / 4
    for number, (side, name) in enumerate(zip(sides(box.state), box.names, strict=True)):
        if number:
            rule(match, f"M0.5 {y:g}h{across - 1:g}", RULE)
        said = words.beside(box.state, side)
        _side(match, side, name, said, (y + PAD / 2, across), official=box.state.result is not None)
        y += name.height + PAD


def _side(
    match: Element, side: SideState, name: Words, said: str, place: tuple[float, float], *, official: bool
) -> None:
    """Draw a side's name and total.

    The winner has a tick and bold type, and a total that may still change is in italics.
    """
    y, width = place
    weight = STRONG if side.wins else {}
    if side.wins:
        rule(match, f"M{PAD} {y + NAME * 0.62:g}l4 4.5l7 -10", BAIZE, "2.5")
    if name.lines[0]:
        write(match, name, PAD + SIGN, y, weight if side.pair else {"fill": SOFT, "font-style": "italic"})
    if said:
        slant = {} if official else {"font-style": "italic"}
        total = Words([said], NAME)
        write(match, total, width - PAD, y, {**weight, **slant, "text-anchor": "end"})
