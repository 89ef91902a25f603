"""The running totals of a match as a picture: two lines over the deals, in the colour of the text around.

A stylesheet may colour `.ns` and `.ew`; the dashes of one line and the names at the ends tell them apart anyhow.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import count
from typing import NamedTuple

from scoring.rules.sides import Reader, Side
from scoring.rules.story import Step, Story

WIDTH, HEIGHT = 360, 230
LEFT, RIGHT, TOP, BOTTOM = 54, 322, 18, 204
_NAMES = Reader()
_DASHES = {Side.NS: "", Side.EW: ' stroke-dasharray="6 3"'}
# How far apart the names at the ends of the lines are at least.
_LINE = 16


def chart(story: Story, description: str) -> str:
    """The picture as SVG for the inside of a page; `description` says what there is to see."""
    highest = max([100, *(max(step.total) for step in story.steps)])
    plan = _Plan(story, len(story.steps) + story.sheet.deals_left, highest)
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" font-size="16"'
        ' fill="currentColor" stroke-linejoin="round" role="img" aria-labelledby="chart-title chart-text">'
        f'<title id="chart-title">Running totals</title><desc id="chart-text">{escape(description)}</desc>',
        *_tie_break(plan),
        *_scale_of_points(plan),
        *_scale_of_deals(plan),
        *_rubbers(plan),
        *(part for side in Side for part in _side(plan, side)),
        *_lead_changes(plan),
        "</svg>",
    )
    return "".join(parts)


class _Plan(NamedTuple):
    """Where things go: this many places for deals and credits, and points up to the highest total."""

    story: Story
    places: int
    highest: int

    def x(self, place: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * place / self.places, 1)

    def y(self, points: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * points / self.highest, 1)

    def x_of_deal(self, deal: int) -> float:
        credits_before = sum(step.credits for step in self.story.steps if step.deal < deal)
        return self.x(deal + credits_before)

    def x_of(self, step: Step) -> float:
        return self.x(self.story.steps.index(step) + 1)


def _tie_break(plan: _Plan) -> Iterator[str]:
    sheet = plan.story.sheet
    if plan.story.ties:
        x = plan.x_of_deal(sheet.conditions.deals)
        yield f'<rect x="{x}" y="{TOP}" width="{RIGHT - x:.1f}" height="{BOTTOM - TOP}" fill-opacity=".12"/>'


def _scale_of_points(plan: _Plan) -> Iterator[str]:
    levels = [(points, plan.y(points)) for points in range(0, plan.highest + 1, _round_step(plan.highest, 5))]
    rules = "".join(f"M{LEFT} {y}H{RIGHT}" for _, y in levels)
    yield f'<path stroke="currentColor" stroke-opacity=".25" d="{rules}"/><g text-anchor="end">'
    yield from (f'<text x="{LEFT - 4}" y="{y + 5:.1f}">{points:,}</text>' for points, y in levels)
    yield "</g>"


def _scale_of_deals(plan: _Plan) -> Iterator[str]:
    last = plan.story.sheet.stage_end
    step = _round_step(last, 7)
    yield f'<text x="{LEFT - 4}" y="{HEIGHT - 7}" text-anchor="end">deal</text><g text-anchor="middle">'
    for deal in range(step, last + 1, step):
        yield f'<text x="{plan.x_of_deal(deal)}" y="{HEIGHT - 7}">{deal}</text>'
    yield "</g>"


def _round_step(length: int, most: int) -> int:
    """The first of 1, 2, 5, 10, 20, 50 ... that goes at most so many times into a length."""
    rounds = (digit * 10**zeros for zeros in count() for digit in (1, 2, 5))
    return next(step for step in rounds if length <= step * most)


def _rubbers(plan: _Plan) -> Iterator[str]:
    rules = "".join(f"M{plan.x_of_deal(line.number)} {TOP}V{BOTTOM}" for line in plan.story.sheet.lines if line.rubber)
    if rules:
        yield f'<path stroke="currentColor" stroke-opacity=".6" stroke-dasharray="1 3" d="{rules}"/>'


def _side(plan: _Plan, side: Side) -> Iterator[str]:
    totals = [0, *(step.total[side] for step in plan.story.steps)]
    points = " ".join(f"{plan.x(place)},{plan.y(total)}" for place, total in enumerate(totals))
    yield f'<g class="{side}" stroke-width="2.5">'
    yield f'<polyline fill="none" stroke="currentColor"{_DASHES[side]} points="{points}"/>'
    yield from _slams(plan, side)
    x, y = plan.x(len(totals) - 1) + 4, _height_of_name(plan, side)
    yield f'<text x="{x:.1f}" y="{y:.1f}">{_NAMES.name(side)}</text></g>'


def _height_of_name(plan: _Plan, side: Side) -> float:
    ends = plan.story.sheet.total
    ours, theirs = plan.y(ends[side]), plan.y(ends[side.other])
    if abs(ours - theirs) < _LINE:
        above = ours < theirs or (ours == theirs and side is Side.NS)
        ours = (ours + theirs) / 2 + (-_LINE / 2 if above else _LINE / 2)
    return ours + 5


def _slams(plan: _Plan, side: Side) -> Iterator[str]:
    for line in plan.story.slams:
        if line.deal.side is side:
            step = next(step for step in plan.story.steps if step.deal == line.number)
            hollow = ' fill="none"' if line.deal.over < 0 else ""
            x, y = plan.x_of(step), plan.y(step.total[side]) + 4.5
            yield f'<path stroke="currentColor" stroke-width="1.5"{hollow} d="M{x} {y:.1f}l4.5-4.5-4.5-4.5-4.5 4.5z"/>'


def _lead_changes(plan: _Plan) -> Iterator[str]:
    yield '<g fill="none" stroke="currentColor">'
    for step in plan.story.lead_changes:
        yield f'<circle cx="{plan.x_of(step)}" cy="{plan.y(max(step.total))}" r="6.5"/>'
    yield "</g>"
