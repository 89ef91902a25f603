"""Picture of a draw to share: the matches of the current round, with their totals."""

from collections.abc import Mapping
from statistics import median
from xml.etree.ElementTree import Element

from competition.contest.rules.names import Forms
from competition.draw.presenters import overview
from competition.draw.presenters.match_line import LineSide, MatchLine, match_line
from competition.draw.queries.draw import PublishedDraw, watched_round
from competition.draw.queries.later_rounds import last_drawn_round
from competition.draw.queries.states import PublishedRound
from competition.draw.rules.result import Stage
from competition.web.svg import (
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
from competition.web.text_metrics import Words, leading, width

# Maximum number of matches. Three or more are in two columns. Matches with a result or a score come first.
MOST_PICTURED = 8
_APART, _LARGEST_TYPE, _SMALLEST_TYPE = 44, 40, 12
# If a name needs letters smaller than this fraction of the usual size, only that name gets smaller letters.
_OUTLIER = 0.6
_NOBODY_MEETS = (Stage.BYE, Stage.VACANT)
_TOLD = (Stage.IN_PLAY, Stage.SUBMITTED, Stage.DISPUTED, Stage.OFFICIAL)


def card(draw: PublishedDraw) -> str:
    """Return the draw as an SVG document."""
    number = len(draw.main_rounds) if overview.is_over(draw) else watched_round(draw).number
    round = draw.main_rounds[min(number, last_drawn_round(draw)) - 1]
    lines = _pictured_matches(round)
    line = overview.line(draw)
    svg = card_frame(f"{draw.competition}, {round.name}", " ".join([f"{line}.", *(match.sentence for match in lines)]))
    columns = 2 if len(lines) > 2 else 1
    rows = -(-len(lines) // columns)
    across = (ROOM - (columns - 1) * _APART) / columns
    down = (BOTTOM - TOP + 16) / max(rows, 1)
    form, size = _form(lines, draw.forms, across, min(_LARGEST_TYPE, int(down * 0.32)))
    for number, match in enumerate(lines):
        x = MARGIN + number // rows * (across + _APART)
        y = TOP - 12 + number % rows * down
        names = [_name(side, draw.forms, form) for side in match.sides]
        _match(svg, match, names, size, (x, y, across, down))
    return finish_card(svg, f"{line}. {remark}" if (remark := draw.competition.remark) else line)


def _pictured_matches(round: PublishedRound) -> list[MatchLine]:
    states = [state for state in round.matches if state.stage not in _NOBODY_MEETS]
    return [match_line(state) for state in sorted(states, key=lambda state: state.stage not in _TOLD)[:MOST_PICTURED]]


def _form(lines: list[MatchLine], forms: Mapping[int, Forms], across: float, size: int) -> tuple[int, int]:
    """Return the form of all names in the picture, and their font size.

    It is the longest form in which every name fits in the largest size, or the short form in smaller type.
    """
    for form in range(len(Forms._fields)):
        fitting = [
            _fitting(_name(side, forms, form), _room(side.total, across, size), size).size
            for match in lines
            for side in match.sides
        ]
        if min(fitting, default=size) == size:
            return form, size
    # Ignore a name that is much longer than all other names.
    usual = median(fitting)
    return form, int(min(found for found in fitting if found >= usual * _OUTLIER))


def _room(total: str, across: float, size: int) -> float:
    return across - size - width(total, size)


def _match(svg: Element, match: MatchLine, names: list[str], size: int, place: tuple[float, ...]) -> None:
    x, y, across, down = place
    middle = y + down / 2
    for number, (side, name) in enumerate(zip(match.sides, names, strict=True)):
        at = (x, middle - leading(size) * (1 - number), across)
        _side(svg, side, name, size, at, is_official=match.is_official)
    rule(svg, f"M{x:g} {y + down:g}h{across:g}", RULE, "1.5")


def _side(svg: Element, side: LineSide, name: str, size: int, place: tuple[float, ...], *, is_official: bool) -> None:
    """Draw one side, with a tick for the winner."""
    x, y, across = place
    if side.won:
        tick = f"l{size * 0.18:g} {size * 0.2:g}l{size * 0.32:g} -{size * 0.48:g}"
        rule(svg, f"M{x:g} {y + size * 0.65:g}{tick}", BAIZE, "4")
    text = _fitting(name, _room(side.total, across, size), size)
    look = look_of_name(won=side.won, is_pair=bool(side.number))
    write(svg, text, x + size * 0.8, y + (size - text.size) * 0.8, look)
    if side.total:
        write(svg, Words([side.total], size), x + across, y, look_of_total(won=side.won, is_official=is_official))


def _name(side: LineSide, forms: Mapping[int, Forms], form: int) -> str:
    if side.number:
        return forms[side.number][form]
    return "Not known yet" if side.awaiting else side.name


def _fitting(name: str, room: float, size: int) -> Words:
    """Return the name in this size, or in a smaller size if it does not fit."""
    across = width(name, size)
    return Words([name], size if across <= room else max(_SMALLEST_TYPE, int(size * room / across)))
