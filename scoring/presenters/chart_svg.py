"""SVG chart of the lead in a match, with one step for each deal. The side `up` is above the line, the other below.

A style sheet colours `.ns`, `.ew`, and `.yet` for deals not yet played. Position and text carry the same information.
"""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import combinations, count, product
from typing import NamedTuple

from scoring.rules.sides import Side
from scoring.rules.words import deal_words
from scoring.story.story import SheetStory, Turn

_LANE, _RING, _STRIP = 28, 11, 24
# Widths of the gap before the final lead and of its column, measured in deals.
_END, _COLUMN = 1.5, 1


class Size(NamedTuple):
    """Size of a chart: its width, the width of the figures next to the plot, the height of the plot and its font size.

    If `is_lettered` is True, turning points have text.
    """

    name: str
    across: int
    figures: int
    plot: int
    letters: float
    is_lettered: bool


WIDE = Size("wide", 780, 56, 230, 15, True)
NARROW = Size("narrow", 320, 44, 180, 13.5, False)


def chart(
    story: SheetStory,
    turns: Sequence[Turn],
    size: Size,
    address: str = "",
    *,
    end: int | None = None,
    disputed: int = 0,
    up: Side = Side.NS,
) -> str:
    """Return the chart as inline SVG. Each column and each lettered turning point links to its deal at `address`.

    `end` is the final lead of North-South, drawn as a separate column if it differs from the lead after the last deal.
    `disputed` is the number of a deal to mark, or 0.
    """
    plan = _plan(story, turns, size, (end, disputed, up))
    role = 'role="group" aria-label="Chart of the lead"' if size.is_lettered else 'aria-hidden="true"'
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" data-size="{size.name}" {role}'
        f' viewBox="0 0 {size.across} {plan.height}" font-size="{size.letters}" fill="currentColor">',
        *_fields(plan),
        *(_steps(plan, side) for side in Side),
        *_scale(plan),
        *_end(plan),
        *_deals(plan, address),
        *_disputed(plan),
        *_strip(plan),
        *(part for mark in plan.marks for part in _mark(plan, mark, address)),
        "</svg>",
    )
    return "".join(parts)


class _Mark(NamedTuple):
    """A turning point as drawn: its number, its lane (distance from the plot) and the side of its label."""

    number: int
    turn: Turn
    x: float
    is_above: bool
    lane: int
    is_left: bool
    words_width: float

    @property
    def span(self) -> tuple[float, float]:
        """The left and right ends of the ring and its label."""
        words = self.words_width + 6 if self.words_width else 0
        left = self.x - _RING - (words if self.is_left else 0)
        return left, self.x + _RING + (0 if self.is_left else words)


class _Plan(NamedTuple):
    """Layout of a chart. `highest` and `lowest` are the leads of `up` at its edges, in points.

    `end` is the final lead if it has a separate column, or None. `disputed` is a deal to mark, or 0.
    """

    story: SheetStory
    size: Size
    places: float
    end: int | None
    disputed: int
    up: Side
    highest: int
    lowest: int
    marks: tuple[_Mark, ...]

    @property
    def top(self) -> int:
        """Top of the plot, below any marks above it."""
        words = _LANE if self.disputed else 0
        return words + _LANE * max((mark.lane + 1 for mark in self.marks if mark.is_above), default=0) + 4

    @property
    def across(self) -> int:
        """Width of the plot, without the figures next to it."""
        return self.size.across - self.size.figures

    @property
    def bottom(self) -> int:
        """Bottom of the plot."""
        return self.top + self.size.plot

    @property
    def strip(self) -> int:
        """Top of the strip with the rubbers."""
        return self.bottom + _LANE * max((mark.lane + 1 for mark in self.marks if not mark.is_above), default=0) + 6

    @property
    def height(self) -> int:
        return self.strip + _STRIP

    def x(self, deal: float) -> float:
        return round(self.across * deal / self.places, 1)

    def lead(self, turn: Turn) -> int:
        return turn.lead if self.up is Side.NS else -turn.lead

    def y(self, lead: int) -> float:
        return round(self.top + self.size.plot * (self.highest - lead) / (self.highest - self.lowest), 1)


def _plan(story: SheetStory, turns: Sequence[Turn], size: Size, shown: tuple[int | None, int, Side]) -> _Plan:
    end, disputed, up = shown
    if end and up is Side.EW:
        end = -end
    leads = story.leads(up)
    if end == leads[-1]:
        end = None
    deals = max(story.sheet.stage_end, 1)
    highest, lowest = max(0, *leads, end or 0), min(0, *leads, end or 0)
    if highest - lowest < 400:
        highest = max(highest, 200)
        lowest = min(lowest, -200)
    plan = _Plan(story, size, deals + (0 if end is None else _END), end, disputed, up, highest, lowest, ())
    return plan._replace(marks=_marks(plan, turns))


def _marks(plan: _Plan, turns: Sequence[Turn]) -> tuple[_Mark, ...]:
    """Return the marks as close to the plot as possible without overlaps."""
    size = plan.size
    choices = [
        [
            _Mark(number, turn, plan.x(turn.deal - 0.5), plan.lead(turn) >= 0, lane, is_left, _width(turn.words, size))
            for lane in range(len(turns))
            for is_left in ((False, True) if size.is_lettered else (False,))
        ]
        for number, turn in enumerate(turns, start=1)
    ]
    best = min(product(*choices), key=lambda marks: (_clashes(marks, size.across), sum(mark.lane for mark in marks)))
    return tuple(best)


def _width(words: str, size: Size) -> float:
    return len(words) * size.letters * 0.56 if size.is_lettered else 0


def _clashes(marks: Sequence[_Mark], across: int) -> int:
    outside = sum(mark.lane + 1 for mark in marks if mark.span[0] < -12 or mark.span[1] > across + 12)
    return outside + sum(map(_overlap_penalty, *zip(*combinations(marks, 2), strict=True))) if marks[1:] else outside


def _overlap_penalty(first: _Mark, second: _Mark) -> int:
    """Return a penalty: 3 if two marks overlap, 1 if the line of the outer mark crosses the inner mark, otherwise 0."""
    if first.is_above is not second.is_above:
        return 0
    inner, outer = sorted((first, second), key=lambda mark: mark.lane)
    left, right = inner.span
    if inner.lane == outer.lane:
        return 3 * (outer.span[0] < right + 8 and left - 8 < outer.span[1])
    return int(left - 4 < outer.x < right + 4)


def _fields(plan: _Plan) -> Iterator[str]:
    """Yield the shaded area: deals not yet played, or tie-break deals."""
    sheet = plan.story.sheet
    played = len(sheet.lines)
    due = sheet.conditions.deals
    if sheet.stage_end > due:
        yield from _field(plan, due, sheet.stage_end, "Tie-break")
    elif played < sheet.stage_end:
        label = "not played" if plan.story.is_over else "to play"
        yield from _field(plan, played, sheet.stage_end, f"{sheet.stage_end - played} {label}")


def _field(plan: _Plan, first: int, last: int, words: str) -> Iterator[str]:
    x = plan.x(first)
    across = plan.x(last) - plan.x(first)
    yield f'<rect class="yet" x="{x}" y="{plan.top}" width="{across:.1f}" height="{plan.size.plot}"/>'
    if _fits(words, across, plan):
        yield f'<text class="said" x="{x + 8}" y="{plan.bottom - 8}">{words}</text>'


def _fits(words: str, room: float, plan: _Plan) -> bool:
    return len(words) * plan.size.letters * 0.56 + 12 <= room


def _steps(plan: _Plan, side: Side) -> str:
    """Return one side's leads as a closed path. The other side's leads count as zero."""
    leads = [lead if (lead > 0) is (side is plan.up) else 0 for lead in plan.story.leads(plan.up)[1:]]
    path = "".join(f"V{plan.y(lead)}H{plan.x(deal)}" for deal, lead in enumerate(leads, start=1))
    return f'<path class="{side}" d="M0 {plan.y(0)}{path}V{plan.y(0)}z"/>'


def _scale(plan: _Plan) -> Iterator[str]:
    step = _round_step(max(plan.highest, -plan.lowest), 2)
    levels = [lead for lead in range(-step * 3, step * 4, step) if lead and plan.lowest <= lead <= plan.highest]
    rules = "".join(f"M0 {plan.y(lead)}H{plan.across}" for lead in levels)
    yield f'<path class="grid" d="{rules}"/><path class="level" d="M0 {plan.y(0)}H{plan.across}"/>'
    yield '<g class="said">'
    figures = [(0, "level"), *((lead, f"{abs(lead):,}") for lead in levels)]
    yield from (f'<text x="{plan.across + 6}" y="{plan.y(lead) + 5:.1f}">{words}</text>' for lead, words in figures)
    yield "</g>"


def _deals(plan: _Plan, address: str) -> Iterator[str]:
    """Yield a column for each deal, with its name and a link to it.

    The score sheet has the same links for keyboards.
    """
    leads = plan.story.leads(plan.up)[1:]
    for line, lead in zip(plan.story.sheet.lines, leads, strict=True):
        left, right = plan.x(line.number - 1), plan.x(line.number)
        ahead = f"{'N–S' if (plan.up is Side.NS) is (lead > 0) else 'E–W'} lead by {abs(lead):,}" if lead else "level"
        words = escape(f"Deal {line.number}: {deal_words(line.deal)}. {ahead}")
        yield (
            f'<a class="deal" href="{escape(address)}#deal-{line.number}" tabindex="-1"><title>{words}</title>'
            f'<rect x="{left}" y="{plan.top}" width="{right - left:.1f}" height="{plan.size.plot}"/></a>'
        )


def _end(plan: _Plan) -> Iterator[str]:
    """Yield the column for the final lead."""
    if plan.end is None:
        return
    left, right = plan.x(plan.places - _COLUMN), plan.x(plan.places)
    side = plan.up if plan.end > 0 else plan.up.other
    yield f'<path class="{side}" d="M{left} {plan.y(0)}V{plan.y(plan.end)}H{right}V{plan.y(0)}z"/>'
    yield f'<text class="said" x="{(left + right) / 2:.1f}" y="{plan.strip + 20}" text-anchor="middle">end</text>'


def _disputed(plan: _Plan) -> Iterator[str]:
    """Yield a frame around the disputed deal, with its name above it."""
    if not plan.disputed:
        return
    left, right = plan.x(plan.disputed - 1), plan.x(plan.disputed)
    top = plan.top - _LANE + 4
    yield f'<path class="claim" d="M{left} {top + 22}H{right}V{plan.bottom}H{left}z"/>'
    anchor = "end" if plan.disputed * 2 > plan.places else "start"
    words = f"Deal {plan.disputed} is disputed" if plan.size.is_lettered else f"Deal {plan.disputed}"
    x = right if anchor == "end" else left
    yield f'<text class="claimed" x="{x}" y="{top + 14}" text-anchor="{anchor}">{words}</text>'


def _round_step(length: int, most: int) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50 and so on that fits into a length at most `most` times."""
    rounds = (digit * 10**zeros for zeros in count() for digit in (1, 2, 5))
    return next(step for step in rounds if length <= step * most)


def _strip(plan: _Plan) -> Iterator[str]:
    """Yield the rubbers, each in its winner's colour."""
    sheet = plan.story.sheet
    for rubber in sheet.rubbers:
        x = plan.x(rubber.first_deal - 1)
        across = plan.x(rubber.last_deal) - plan.x(rubber.first_deal - 1)
        look = rubber.bonus.ahead or "yet"
        yield f'<rect class="{look}" x="{x + 1:.1f}" y="{plan.strip}" width="{max(across - 2, 1):.1f}" height="5"/>'
        first, last = rubber.first_deal, rubber.last_deal
        deals = f"deals {first}–{last}" if first < last else f"deal {first}"
        labels = (f"Rubber {rubber.number}, {deals}", f"Rubber {rubber.number}", f"R{rubber.number}", "")
        words = next(words for words in labels if not words or _fits(words, across, plan))
        yield f'<text class="said" x="{x + 1:.1f}" y="{plan.strip + 20}">{words}</text>'


def _mark(plan: _Plan, mark: _Mark, address: str) -> Iterator[str]:
    away = (mark.lane + 0.5) * _LANE
    y = plan.top - away if mark.is_above else plan.bottom + away
    edge = y + _RING if mark.is_above else y - _RING
    yield f'<path class="lead" d="M{mark.x} {edge}V{plan.y(plan.lead(mark.turn))}"/>'
    ring = (
        f'<circle cx="{mark.x}" cy="{y}" r="{_RING - 1}"/>'
        f'<text class="ring" x="{mark.x}" y="{y + 4.5}" text-anchor="middle">{mark.number}</text>'
    )
    if not plan.size.is_lettered:
        yield ring
        return
    left, right = mark.span
    x, anchor = (mark.x - _RING - 5, "end") if mark.is_left else (mark.x + _RING + 5, "start")
    yield (
        f'<a id="turn-{mark.number}" href="{escape(address)}#deal-{mark.turn.deal}">'
        f'<rect class="touch" x="{left:.1f}" y="{y - _LANE / 2}" width="{right - left:.1f}" height="{_LANE}"/>{ring}'
        f'<text x="{x}" y="{y + 5}" text-anchor="{anchor}">{_red(mark.turn.words)}</text></a>'
    )


def _red(words: str) -> str:
    """Return the words as markup with hearts and diamonds marked."""
    words = escape(words)
    for symbol, letter in (("♥", "H"), ("♦", "D")):
        words = words.replace(symbol, f'<tspan data-suit="{letter}">{symbol}</tspan>')
    return words
