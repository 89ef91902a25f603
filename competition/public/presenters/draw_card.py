"""Picture of a draw to share: the matches of the current round, with their totals."""

from collections.abc import Mapping
from statistics import median
from xml.etree.ElementTree import Element

from competition.contest.rules.names import Forms
from competition.draw.presenters import overview
from competition.draw.presenters.match_line import LineSide, MatchLine, match_line
from competition.draw.queries.draw import PublishedDraw, watched_round
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

# Maximum number of matches. Three or more are in two columns, and matches with a result or a score come first.
MOST_PICTURED = 8
_APART, _LARGEST_TYPE, _SMALLEST_TYPE = 44, 40, 12
# `width` returns the width in the widest common typeface. Our typeface needs only this fraction of it.
_OURS = 0.75
# If a name needs letters smaller than this fraction of the usual size, only this name gets smaller letters.
_OUTLIER = 0.6
_NOBODY_MEETS = (Stage.BYE, Stage.VACANT)
_TOLD = (Stage.IN_PLAY, Stage.SUBMITTED, Stage.DISPUTED, Stage.OFFICIAL)


def card(draw: PublishedDraw) -> str:
    """Return the draw as an SVG document."""
    round = draw.rounds[-1] if overview.is_over(draw) else watched_round(draw)
    lines = _pictured_matches(round)
    line = overview.line(draw)
    svg = card_frame(f"{draw.competition}, {round.name}", " ".join([f"{line}.", *(match.sentence for match in lines)]))
    columns = 2 if len(lines) > 2 else 1
    rows = -(-len(lines) // columns)
    across = (ROOM - (columns - 1) * _APART) / columns
    down = (BOTTOM - TOP + 16) / max(rows, 1)
    size = _size(lines, draw.forms, across, min(_LARGEST_TYPE, int(down * 0.32)))
    for number, match in enumerate(lines):
        x = MARGIN + number // rows * (across + _APART)
        y = TOP - 12 + number % rows * down
        _match(svg, match, draw.forms, size, (x, y, across, down))
    return finish_card(svg, f"{line}. {remark}" if (remark := draw.competition.remark) else line)


def _pictured_matches(round: PublishedRound) -> list[MatchLine]:
    states = [state for state in round.matches if state.stage not in _NOBODY_MEETS]
    return [match_line(state) for state in sorted(states, key=lambda state: state.stage not in _TOLD)[:MOST_PICTURED]]


def _size(lines: list[MatchLine], forms: Mapping[int, Forms], across: float, largest: int) -> int:
    """Return the largest size that fits all names, except for a name that is much longer than all other names."""
    fitting = [
        _fitting(_names(side, forms)[-1:], _room(side.total, across, largest), largest).size
        for match in lines
        for side in match.sides
    ]
    usual = median(fitting or [largest])
    return int(min((size for size in fitting if size >= usual * _OUTLIER), default=usual))


def _room(total: str, across: float, size: int) -> float:
    return across - size - width(total, size) * _OURS


def _match(
    svg: Element, match: MatchLine, forms: Mapping[int, Forms], size: int, place: tuple[float, float, float, float]
) -> None:
    x, y, across, down = place
    middle = y + down / 2
    for number, side in enumerate(match.sides):
        at = (x, middle - leading(size) * (1 - number), across)
        _side(svg, side, forms, size, at, is_official=match.is_official)
    rule(svg, f"M{x:g} {y + down:g}h{across:g}", RULE, "1.5")


def _side(
    svg: Element,
    side: LineSide,
    forms: Mapping[int, Forms],
    size: int,
    place: tuple[float, ...],
    *,
    is_official: bool,
) -> None:
    """Draw one side. The winner has a tick."""
    x, y, across = place
    if side.won:
        tick = f"l{size * 0.18:g} {size * 0.2:g}l{size * 0.32:g} -{size * 0.48:g}"
        rule(svg, f"M{x:g} {y + size * 0.65:g}{tick}", BAIZE, "4")
    name = _fitting(_names(side, forms), _room(side.total, across, size), size)
    look = look_of_name(won=side.won, is_pair=bool(side.number))
    write(svg, name, x + size * 0.8, y + (size - name.size) * 0.8, look)
    if side.total:
        write(svg, Words([side.total], size), x + across, y, look_of_total(won=side.won, is_official=is_official))


def _names(side: LineSide, forms: Mapping[int, Forms]) -> list[str]:
    """Return the possible names of a side, longest first."""
    if side.number:
        return [*forms[side.number]]
    return ["Not known yet" if side.awaiting else side.name]


def _fitting(names: list[str], room: float, size: int) -> Words:
    """Return the longest name that fits. If none fits, return the shortest name in smaller type."""
    fits = next((name for name in names if width(name, size) * _OURS <= room), None)
    if fits:
        return Words([fits], size)
    return Words([names[-1]], max(_SMALLEST_TYPE, int(size * room / width(names[-1], size) / _OURS)))
