"""Picture of the published draw for newsletters: light colours, no embedded typeface, full names."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element, SubElement

from competition.draw.presenters import overview, words
from competition.draw.presenters.match_line import LineSide, MatchLine, match_line
from competition.draw.queries.draw import PublishedDraw, current_round
from competition.draw.queries.later_rounds import is_by_round, last_drawn_round, round_to_draw
from competition.draw.queries.states import PublishedMatch, PublishedRound
from competition.web.svg import (
    BAIZE,
    CARD,
    EDGE,
    PAPER,
    RULE,
    SOFT,
    STRONG,
    blank_picture,
    look_of_name,
    look_of_total,
    rule,
    svg_document,
    write,
)
from competition.web.text_metrics import Words, widest_name, widest_word, width, wrapped, wrapped_names
from scoring.templatetags.bridge import day, moment

# Font sizes, and lengths in the same units.
HEADING, NAME, NOTE = 18, 15, 12
PAD, SIGN, TOTAL, GAP = 10, 20, 64, 36
# A device without this typeface may use one that is this many times as wide.
WIDER = 1.3
_APART = 14
# Maximum number of matches in a column. A taller round is drawn alone and continues in further columns.
TALLEST = 16
_NAMES_FROM, _NAMES_TO = 150, 260


@dataclass(frozen=True, slots=True)
class Space:
    """The space of a match, or empty space where a pair joins a later round instead."""

    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Box(Space):
    """A match as drawn. Its box is centred between `top` and `bottom`. `before` are the boxes that lead to it."""

    line: MatchLine
    head: Words
    names: tuple[Words, ...]
    before: tuple["Box", ...] = ()

    @property
    def height(self) -> float:
        """Height of the box."""
        return _height(self.head, self.names)

    @property
    def middle(self) -> float:
        """Vertical centre of the box."""
        return (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True)
class SvgColumn:
    """A round as drawn."""

    name: Words
    play_by: Words
    spaces: Sequence[Space]

    @property
    def boxes(self) -> list[Box]:
        """The matches of the round."""
        return [space for space in self.spaces if isinstance(space, Box)]


@dataclass(frozen=True, slots=True)
class SvgPlan:
    """The rounds as drawn side by side. All boxes have the width `box`. Lines lead from round to round in a tree."""

    columns: list[SvgColumn]
    box: float
    is_tree: bool = True

    @property
    def width(self) -> float:
        """Width of all rounds."""
        return len(self.columns) * (self.box + GAP) - GAP

    @property
    def head(self) -> float:
        """Height of the round names and their dates."""
        return max(column.name.height + column.play_by.height for column in self.columns) + PAD

    @property
    def height(self) -> float:
        """Height of the rounds without their names."""
        return max(column.spaces[-1].bottom for column in self.columns)


def plan(rounds: Sequence[PublishedRound]) -> SvgPlan:
    """Return the layout of consecutive rounds. Every name is complete and fits in its box."""
    first = [text for state in rounds[0].matches for text in _texts(match_line(state))]
    widest = min(_NAMES_TO, max(width(text, NAME * WIDER) for text in first))
    room = max(_NAMES_FROM, widest, *(widest_name(text, NAME * WIDER) for text in first))
    slots = _slots(rounds[0], len(rounds[-1].matches) << len(rounds) - 1)
    parts = [slots[first : first + TALLEST] for first in range(0, len(slots), TALLEST)]
    columns = [_column(rounds[0], room, _from_the_top(part, room)) for part in parts]
    for round in rounds[1:]:
        before = columns[-1].spaces
        columns.append(_column(round, room, _between(_slots(round, len(before) // 2), room, before)))
    return SvgPlan(columns, room + SIGN + TOTAL + 2 * PAD)


def lists(rounds: Sequence[PublishedRound]) -> SvgPlan:
    """Return the layout of rounds that were drawn by themselves, each in one or more columns from the top."""
    texts = [text for round in rounds for state in round.matches for text in _texts(match_line(state))]
    widest = min(_NAMES_TO, max(width(text, NAME * WIDER) for text in texts))
    room = max(_NAMES_FROM, widest, *(widest_name(text, NAME * WIDER) for text in texts))
    columns = [
        _column(round, room, _from_the_top(round.matches[first : first + TALLEST], room))
        for round in rounds
        for first in range(0, len(round.matches), TALLEST)
    ]
    return SvgPlan(columns, room + SIGN + TOTAL + 2 * PAD, is_tree=False)


def _slots(round: PublishedRound, size: int) -> list[PublishedMatch | None]:
    """Return a round's matches by position, with None where there is no match. `size` is the number of positions."""
    if len(round.matches) == size:
        return [*round.matches]
    matches = {state.position: state for state in round.matches}
    return [matches.get(position) for position in range(1, size + 1)]


def _texts(line: MatchLine, *, brief: bool = False) -> list[str]:
    """Return the names to draw. If `brief`, leave out an unknown pair, because a line leads from its match."""
    return ["" if brief and side.awaiting else side.name for side in sides(line)]


def sides(line: MatchLine) -> list[LineSide]:
    """Return the sides to draw, without byes."""
    return [side for side in line.sides if not side.is_bye]


def _column(round: PublishedRound, room: float, spaces: Sequence[Space]) -> SvgColumn:
    across = room + SIGN + TOTAL
    name = _words(round.name, across, HEADING)
    at = round.set_day.at if round.set_day else None
    by = moment(at) if at else f"Play by {day(round.play_by)}"
    return SvgColumn(name, _words(by, across, NOTE), spaces)


def _from_the_top(slots: Sequence[PublishedMatch | None], room: float) -> list[Space]:
    spaces: list[Space] = []
    for state in slots:
        top = spaces[-1].bottom if spaces else 0
        box = _new_box(state, room, Space(top, top)) if state else None
        height = box.height if box else _height(Words([], NOTE), (Words([""], NAME),) * 2)
        end = top + height + _APART
        spaces.append(replace(box, bottom=end) if box else Space(top, end))
    return spaces


def _between(slots: Sequence[PublishedMatch | None], room: float, before: Sequence[Space]) -> list[Space]:
    """Return the boxes of a later round. Each box spans the two spaces before it."""
    spaces = []
    for state, upper, lower in zip(slots, before[::2], before[1::2], strict=True):
        space = Space(upper.top, lower.bottom)
        led = tuple(box for box in (upper, lower) if isinstance(box, Box))
        spaces.append(replace(_new_box(state, room, space, brief=True), before=led) if state else space)
    return spaces


def _new_box(state: PublishedMatch, room: float, space: Space, *, brief: bool = False) -> Box:
    line = match_line(state)
    play_by = f"Play by {day(state.play_by)}" if overview.is_extended(state) else ""
    head = " · ".join(filter(None, (line.unusual, play_by)))
    words_above = _words(head, room + SIGN + TOTAL, NOTE)
    return Box(space.top, space.bottom, line, words_above, _names(_texts(line, brief=brief), room))


def _names(texts: list[str], room: float) -> tuple[Words, ...]:
    return tuple(Words(wrapped_names(text, room, NAME * WIDER) or [""], NAME) for text in texts)


def _words(text: str, room: float, size: float) -> Words:
    return Words(wrapped(text, room, size * WIDER), size)


def _height(head: Words, names: tuple[Words, ...]) -> float:
    return head.height + sum(name.height + PAD for name in names)


# Up to this many places, the picture shows every round. The picture of a larger draw starts with the current round, but
# shows at least the last `LAST_ROUNDS` rounds. If the current round is too tall, the picture shows only that round, in
# columns.
LARGEST_WHOLE, LAST_ROUNDS = 32, 4

_TITLE, _LEAD, _MARGIN, _NARROWEST = 30, 16, 36, 640


def picture(draw: PublishedDraw, address: str) -> str:
    """Return the draw as an SVG document.

    A draw of more than 32 pairs is shown from the current round, with a note that this is only a part. The full URL of
    the draw page, `address`, is below the picture.
    """
    rounds = _pictured_rounds(draw)
    laid = lists(rounds) if is_by_round(draw) else plan(rounds)
    texts = (str(draw.competition), _TITLE * WIDER), (address, NOTE * WIDER)
    across = max(laid.width, _NARROWEST, *(widest_word(*text) for text in texts))
    svg = blank_picture(f"The draw of {draw.competition}", " ".join(_description(draw, rounds)), PAPER)
    y: float = _MARGIN
    for text, look in _title(draw, rounds, across):
        y = write(svg, text, _MARGIN, y, look)
    _tree(svg, laid, y + _MARGIN / 2)
    y += _MARGIN + laid.head + laid.height
    foot = _words(f"As on {day(draw.now)}: {address}", across, NOTE)
    y = write(svg, foot, _MARGIN, y, {"fill": SOFT})
    return svg_document(svg, across + 2 * _MARGIN, y + _MARGIN)


def _pictured_rounds(draw: PublishedDraw) -> Sequence[PublishedRound]:
    drawn = last_drawn_round(draw)
    if len(draw.places) <= LARGEST_WHOLE:
        return draw.main_rounds[:drawn]
    first = max(1, min(current_round(draw).number, drawn, len(draw.main_rounds) - LAST_ROUNDS + 1))
    rounds = draw.main_rounds[first - 1 : drawn]
    if is_by_round(draw):
        return rounds
    return rounds[:1] if len(draw.places) >> first > TALLEST else rounds


def _description(draw: PublishedDraw, rounds: Sequence[PublishedRound]) -> Iterator[str]:
    yield f"{overview.line(draw)}."
    for round in rounds:
        yield f"{round.name}, {overview.due(round, draw.now)}."
        yield from (match_line(state).sentence for state in round.matches)


def _title(
    draw: PublishedDraw, rounds: Sequence[PublishedRound], across: float
) -> Iterator[tuple[Words, dict[str, str]]]:
    yield _words(str(draw.competition), across, _TITLE), STRONG
    if remark := draw.competition.provenance or draw.competition.remark:
        yield _words(remark, across, NOTE), {"fill": SOFT}
    lead = _words(overview.line(draw), across, _LEAD)
    yield lead, {"fill": BAIZE, **STRONG} if draw.winners else {"fill": SOFT}
    if later := round_to_draw(draw):
        yield (
            _words(words.drawn_later(draw, draw.main_rounds[later.number - 2].matches[0]), across, _LEAD),
            {"fill": SOFT},
        )
    if len(rounds) < last_drawn_round(draw):
        part = f"{rounds[0].name} on" if len(rounds) > 1 else rounds[0].name
        yield _words(f"{part}. The whole draw is on its page.", across, _LEAD), {"fill": SOFT}


def _tree(svg: Element, laid: SvgPlan, y: float) -> None:
    for number, column in enumerate(laid.columns):
        x = _MARGIN + number * (laid.box + GAP)
        place = SubElement(svg, "g", {"transform": f"translate({x:g} {y:g})"})
        _heading(place, column, laid)
        boxes = SubElement(place, "g", {"transform": f"translate(0 {laid.head:g})", "stroke-width": "1"})
        _lines(boxes, column)
        for box in column.boxes:
            _box(boxes, box, laid.box, leads_on=laid.is_tree)


def _heading(parent: Element, column: SvgColumn, laid: SvgPlan) -> None:
    y = laid.head - PAD - column.name.height - column.play_by.height
    y = write(parent, column.name, 0, y, STRONG)
    write(parent, column.play_by, 0, y, {"fill": SOFT})
    rule(parent, f"M0 {laid.head - PAD / 2:g}h{laid.box:g}", EDGE)


def _lines(parent: Element, column: SvgColumn) -> None:
    """Draw the lines from the matches before each match."""
    for box in (box for box in column.boxes if box.before):
        forks = "".join(f"M{-GAP} {before.middle:g}h{GAP / 2:g}V{box.middle:g}" for before in box.before)
        rule(parent, f"{forks}h{GAP / 2:g}", EDGE, "1.5")


def _box(parent: Element, box: Box, across: float, *, leads_on: bool) -> None:
    """Draw a match in its frame. A bye has no frame, but a line to the next round if it `leads_on`."""
    y = box.middle - box.height / 2
    match = SubElement(parent, "g", {"id": box.line.code})
    is_bye = any(side.is_bye for side in box.line.sides)
    if is_bye and leads_on:
        from_name = min(across, PAD + SIGN + max(width(line, NAME * WIDER) for line in box.names[0].lines))
        rule(match, f"M{from_name:g} {box.middle:g}H{across:g}", EDGE, "1.5")
    elif is_bye:
        write(match, Words(["bye"], NAME), across - PAD, y + PAD / 2, {"fill": SOFT, "text-anchor": "end"})
    else:
        size = {"y": f"{y:g}", "width": f"{across:g}", "height": f"{box.height:g}", "rx": "5"}
        SubElement(match, "rect", {**size, "fill": CARD, "stroke": EDGE})
    if box.head.lines:
        y = write(match, box.head, PAD + SIGN, y + PAD / 4, {"fill": SOFT}) - PAD / 4
    for number, (side, name) in enumerate(zip(sides(box.line), box.names, strict=True)):
        if number:
            rule(match, f"M0.5 {y:g}h{across - 1:g}", RULE)
        _side(match, side, name, (y + PAD / 2, across), is_official=box.line.is_official)
        y += name.height + PAD


def _side(match: Element, side: LineSide, name: Words, place: tuple[float, float], *, is_official: bool) -> None:
    """Draw a side's name and total, with a tick for the winner."""
    y, width = place
    if side.won:
        rule(match, f"M{PAD} {y + NAME * 0.62:g}l4 4.5l7 -10", BAIZE, "2.5")
    if name.lines[0]:
        write(match, name, PAD + SIGN, y, look_of_name(won=side.won, is_pair=bool(side.number)))
    if side.total:
        look = look_of_total(won=side.won, is_official=is_official)
        write(match, Words([side.total], NAME), width - PAD, y, look)
