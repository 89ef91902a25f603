"""Picture of a draw to share: the matches of the current round, with their totals."""

from collections.abc import Mapping
from statistics import median
from xml.etree.ElementTree import Element

from competition.contest.rules.names import Forms
from competition.draw.presenters import overview, words
from competition.draw.queries.draw import PublishedDraw, watched_round
from competition.draw.queries.states import MatchSide, PublishedMatch, PublishedRound
from competition.draw.rules.result import Stage
from competition.web.svg import (
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
from competition.web.text_metrics import Words, leading, width

# Maximum number of matches. Three or more are in two columns, and matches with a result or a score come first.
MOST = 8
_APART, _LARGEST, _SMALLEST = 44, 40, 12
# `width` returns the width in the widest common typeface. Our typeface needs only this fraction of it.
_OURS = 0.75
# If a name needs letters smaller than this fraction of the usual size, only this name gets smaller letters.
_OUTLIER = 0.6
_NOBODY_MEETS = (Stage.BYE, Stage.VACANT)
_TOLD = (Stage.IN_PLAY, Stage.SUBMITTED, Stage.DISPUTED, Stage.OFFICIAL)


def card(draw: PublishedDraw) -> str:
    """Return the draw as an SVG document."""
    round = draw.rounds[-1] if overview.is_over(draw) else watched_round(draw)
    met, line = _met(round), overview.line(draw)
    svg = card_frame(f"{draw.competition}, {round.name}", " ".join([f"{line}.", *map(words.sentence, met)]))
    columns = 2 if len(met) > 2 else 1
    rows = -(-len(met) // columns)
    across, down = (ROOM - (columns - 1) * _APART) / columns, (BOTTOM - TOP + 16) / max(rows, 1)
    size = _size(met, draw.forms, across, min(_LARGEST, int(down * 0.32)))
    for number, state in enumerate(met):
        x, y = MARGIN + number // rows * (across + _APART), TOP - 12 + number % rows * down
        _match(svg, state, draw.forms, size, (x, y, across, down))
    return finish_card(svg, f"{line}. Demo: every player is invented." if draw.competition.is_demo else line)


def _met(round: PublishedRound) -> list[PublishedMatch]:
    met = [state for state in round.matches if state.stage not in _NOBODY_MEETS]
    return sorted(met, key=lambda state: state.stage not in _TOLD)[:MOST]


def _size(met: list[PublishedMatch], forms: Mapping[int, Forms], across: float, largest: int) -> int:
    """Return the largest size that fits all names, except for a name that is much longer than all other names."""
    sides = [(state, side) for state in met for side in state.sides]
    fitting = [
        _fitting(_names(side, forms)[-1:], _room(words.beside(state, side), across, largest), largest).size
        for state, side in sides
    ]
    usual = median(fitting or [largest])
    return int(min((size for size in fitting if size >= usual * _OUTLIER), default=usual))


def _room(said: str, across: float, size: int) -> float:
    return across - size - width(said, size) * _OURS


def _match(
    svg: Element, state: PublishedMatch, forms: Mapping[int, Forms], size: int, place: tuple[float, float, float, float]
) -> None:
    x, y, across, down = place
    middle = y + down / 2
    for number, side in enumerate(state.sides):
        at = (x, middle - leading(size) * (1 - number), across)
        _side(svg, side, words.beside(state, side), forms, size, at, official=bool(state.result))
    rule(svg, f"M{x:g} {y + down:g}h{across:g}", RULE, "1.5")


def _side(
    svg: Element,
    side: MatchSide,
    said: str,
    forms: Mapping[int, Forms],
    size: int,
    place: tuple[float, ...],
    *,
    official: bool,
) -> None:
    """Draw one side. The winner has a tick and bold type, and a total that may still change is in italics."""
    x, y, across = place
    weight = STRONG if side.wins else {}
    if side.wins:
        tick = f"l{size * 0.18:g} {size * 0.2:g}l{size * 0.32:g} -{size * 0.48:g}"
        rule(svg, f"M{x:g} {y + size * 0.65:g}{tick}", BAIZE, "4")
    left = x + size * 0.8
    name = _fitting(_names(side, forms), _room(said, across, size), size)
    look = weight if side.pair else {"fill": SOFT, "font-style": "italic"}
    write(svg, name, left, y + (size - name.size) * 0.8, look)
    if said:
        slant = {} if official else {"font-style": "italic"}
        write(svg, Words([said], size), x + across, y, {**weight, **slant, "text-anchor": "end"})


def _names(side: MatchSide, forms: Mapping[int, Forms]) -> list[str]:
    """Return the possible names of a side, longest first."""
    if side.pair:
        return [*forms[side.pair.number]]
    return ["Not known yet" if side.awaiting else words.capital(side.text)]


def _fitting(names: list[str], room: float, size: int) -> Words:
    """Return the longest name that fits. If none fits, return the shortest name in smaller type."""
    fits = next((name for name in names if width(name, size) * _OURS <= room), None)
    if fits:
        return Words([fits], size)
    return Words([names[-1]], max(_SMALLEST, int(size * room / width(names[-1], size) / _OURS)))
