"""Turning points of a match: up to three important deals."""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.rules.sheet import ScoredDeal, Standing
from scoring.rules.sides import Side
from scoring.rules.spoken import number
from scoring.rules.words import contract_words, result_words
from scoring.story.story import Story

MOST = 3
# Least gain or deficit for a mark on the chart, in points.
WORTH_A_MARK = 200


class Turn(NamedTuple):
    """An important deal with a short description, and the lead of North-South after it."""

    deal: int
    words: str
    lead: int


def turns(story: Story) -> tuple[Turn, ...]:
    """Return the turning points in deal order: the largest deficit of the leaders, and the deals that overcame it."""
    if (front := story.front) is None:
        front = max(Side, key=lambda side: max(story.leads(side)))
    leads = story.leads(Side.NS)
    found: dict[int, str] = {}
    for deal, words in _found(story, front):
        if deal not in found and len(found) < MOST:
            found[deal] = words
    return tuple(Turn(deal, found[deal], leads[deal]) for deal in sorted(found))


def _found(story: Story, front: Side) -> Iterator[tuple[int, str]]:
    """Yield the deals worth a mark, most important first."""
    leads = story.leads(front)
    deepest = 0
    if (worst := min(leads)) <= -WORTH_A_MARK:
        deepest = len(leads) - 1 - leads[::-1].index(worst)
        yield deepest, f"{-worst:,} behind{_to_go(story, deepest)}"
    # Prefer a gain after the deficit to a gain before it.
    best = sorted(_swings(story, front), key=lambda swing: swing[0] <= deepest)
    yield from best[:1]
    first = len(leads) - next((after for after, lead in enumerate(reversed(leads)) if lead <= 0), 0)
    if leads[-1] > 0 and (worst <= -WORTH_A_MARK or 2 * first > len(leads)):
        yield first, "In the lead to the end" if story.sheet.standing is Standing.DECIDED else "In the lead"
    yield from _swings(story, front.other)[:1]
    yield from best[1:]


def _to_go(story: Story, deal: int) -> str:
    left = story.sheet.stage_end - deal
    return f", {number(left)} to go" if left else ""


def _swings(story: Story, side: Side) -> list[tuple[int, str]]:
    """Return the deals with the largest gains of a side, largest first."""
    gains = sorted(story.sheet.lines, key=lambda line: (-_gain(line, side), line.number))
    return [(line.number, _swing(line, side)) for line in gains if _gain(line, side) >= WORTH_A_MARK]


def _gain(line: ScoredDeal, side: Side) -> int:
    return line.score[side] - line.score[side.other]


def _swing(line: ScoredDeal, side: Side) -> str:
    contract = contract_words(line.deal.contract) if line.deal.contract else ""
    return f"{contract} {result_words(line.deal)}: {_gain(line, side):,}"
