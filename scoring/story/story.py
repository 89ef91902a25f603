"""The story of a match: facts about its course beyond the score, and up to three turning points."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from scoring.rules.sheet import ScoredDeal, Sheet, Standing, read_sheet
from scoring.rules.sides import NOTHING, Side, Tally
from scoring.rules.words import contract_words, number, result_words


class LeadStep(NamedTuple):
    """Both totals in points after a deal. `credits` is True if the step adds Law 80 credits."""

    deal: int
    total: Tally
    credits: bool = False


class Peak(NamedTuple):
    """The highest value of one kind in a deal, in points, and all deals with that value."""

    points: int
    lines: tuple[ScoredDeal, ...]


class Comeback(NamedTuple):
    """The largest deficit of the side that is now ahead, in points, and the deals after which it had this deficit."""

    deficit: int
    deals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SheetStory:
    """A match so far.

    The last step is the total with Law 80 credits. `ties` has the level totals before tie-break deals. `swing` is one
    side's largest gain on one deal, and `highest` is the highest score on one deal. `slams` are the slams bid and
    made. `rubbers` has the number of rubbers that each side won.
    """

    sheet: Sheet
    steps: tuple[LeadStep, ...]
    ties: tuple[LeadStep, ...]
    comeback: Comeback | None
    swing: Peak | None
    highest: Peak | None
    slams: tuple[ScoredDeal, ...]
    rubbers: Tally
    is_over: bool

    @property
    def front(self) -> Side | None:
        """The winner, or the side that leads in written points. None if they are level."""
        return self.sheet.winner or self.sheet.shown.ahead

    def leads(self, side: Side) -> tuple[int, ...]:
        """Return a side's lead in points, before the first deal and after each deal.

        It excludes the credits for an unfinished rubber, unless a tie-break with a new rubber has banked them.
        """
        leads = [step.total[side] - step.total[side.other] for step in self.steps if not step.credits]
        return (0, *leads)


def make_story(sheet: Sheet, *, is_over: bool = False) -> SheetStory:
    """Return the story of a score sheet. `is_over` is True for a match that ended before its last deal."""
    lines = sheet.lines
    steps = tuple(_steps(sheet))
    return SheetStory(
        sheet,
        steps,
        ties=tuple(_ties(sheet)),
        comeback=_comeback(steps),
        swing=_peak([(abs(line.score.ns - line.score.ew), line) for line in lines]),
        highest=_peak([(max(line.score), line) for line in lines]),
        slams=tuple(line for line in lines if line.deal.slam),
        rubbers=sum((NOTHING.plus(line.rubber, 1) for line in lines if line.rubber), start=NOTHING),
        is_over=is_over or sheet.winner is not None,
    )


def _steps(sheet: Sheet) -> Iterator[LeadStep]:
    stage_ends = count(sheet.conditions.deals, sheet.conditions.extra_deals)
    credits = {len(sheet.lines): sheet.credits} | dict(zip(stage_ends, sheet.banked, strict=False))
    credited = NOTHING
    for line in sheet.lines:
        yield LeadStep(line.number, line.cumulative + credited)
        if any(due := credits.get(line.number, NOTHING)):
            credited += due
            yield LeadStep(line.number, line.cumulative + credited, credits=True)


def _ties(sheet: Sheet) -> Iterator[LeadStep]:
    # If a tie-break continues the rubber, the score sheet no longer has the credits that made the tie.
    for deal in range(sheet.conditions.deals, sheet.stage_end, sheet.conditions.extra_deals):
        played = [line.deal for line in sheet.lines[:deal]]
        yield LeadStep(deal, read_sheet(played, sheet.first_dealer, sheet.conditions).total)


def _comeback(steps: tuple[LeadStep, ...]) -> Comeback | None:
    if not steps or not (side := steps[-1].total.ahead):
        return None
    behind = {step: step.total[side.other] - step.total[side] for step in steps}
    worst = max(behind.values())
    if worst <= 0:
        return None
    return Comeback(worst, tuple(dict.fromkeys(step.deal for step in steps if behind[step] == worst)))


def _peak(measured: list[tuple[int, ScoredDeal]]) -> Peak | None:
    most = max((points for points, _ in measured), default=0)
    return Peak(most, tuple(line for points, line in measured if points == most)) if most else None


MOST_TURNS = 3
# The smallest gain or deficit that gets a mark on the chart, in points.
WORTH_A_MARK = 200


class Turn(NamedTuple):
    """An important deal with a short description, and the lead of North-South after it."""

    deal: int
    words: str
    lead: int


def turns(story: SheetStory) -> tuple[Turn, ...]:
    """Return the turning points in deal order: the leaders' largest deficit, and the deals that overcame it."""
    if (front := story.front) is None:
        front = max(Side, key=lambda side: max(story.leads(side)))
    leads = story.leads(Side.NS)
    turning_points: dict[int, str] = {}
    for deal, words in _find_turns(story, front):
        if deal not in turning_points and len(turning_points) < MOST_TURNS:
            turning_points[deal] = words
    return tuple(Turn(deal, turning_points[deal], leads[deal]) for deal in sorted(turning_points))


def _find_turns(story: SheetStory, front: Side) -> Iterator[tuple[int, str]]:
    """Yield the deals worth a mark, most important first."""
    leads = story.leads(front)
    deepest = 0
    if (worst := min(leads)) <= -WORTH_A_MARK:
        deepest = len(leads) - 1 - leads[::-1].index(worst)
        yield deepest, f"{-worst:,} behind{_to_go(story, deepest)}"
    # Prefer gains after the deficit to gains before it.
    best = sorted(_swings(story, front), key=lambda swing: swing[0] <= deepest)
    yield from best[:1]
    first = len(leads) - next((after for after, lead in enumerate(reversed(leads)) if lead <= 0), 0)
    if leads[-1] > 0 and (worst <= -WORTH_A_MARK or 2 * first > len(leads)):
        yield first, "In the lead to the end" if story.sheet.standing is Standing.DECIDED else "In the lead"
    yield from _swings(story, front.other)[:1]
    yield from best[1:]


def _to_go(story: SheetStory, deal: int) -> str:
    left = story.sheet.stage_end - deal
    return f", {number(left)} to go" if left else ""


def _swings(story: SheetStory, side: Side) -> list[tuple[int, str]]:
    """Return the deals with one side's largest gains, largest first."""
    gains = sorted(story.sheet.lines, key=lambda line: (-_gain(line, side), line.number))
    return [(line.number, _swing(line, side)) for line in gains if _gain(line, side) >= WORTH_A_MARK]


def _gain(line: ScoredDeal, side: Side) -> int:
    return line.score[side] - line.score[side.other]


def _swing(line: ScoredDeal, side: Side) -> str:
    contract = contract_words(line.deal.contract) if line.deal.contract else ""
    return f"{contract} {result_words(line.deal)}: {_gain(line, side):,}"
