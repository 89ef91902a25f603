"""The story of a match: what its sheet tells beyond the score."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from scoring.rules.sheet import ScoredDeal, Sheet, read
from scoring.rules.sides import NOTHING, Side, Tally


class Step(NamedTuple):
    """Both totals in points once this many deals are played; `credits` when those of Law 80 have just come in."""

    deal: int
    total: Tally
    credits: bool = False


class Peak(NamedTuple):
    """The most points of their kind in one deal, and every deal that brought as many."""

    points: int
    lines: tuple[ScoredDeal, ...]


class Comeback(NamedTuple):
    """How many points the side now ahead was behind at the worst, and after which deals."""

    deficit: int
    deals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """A match as it went, so far as it has been played.

    The last step stands at the sheet's own total, the credits of Law 80 included as they stand. `ties` are the
    level totals that led to tie-break deals, `swing` is the most one side gained on the other in a deal, and
    `highest` the most it wrote; `slams` are those bid and made, `rubbers` those won by each side.
    """

    sheet: Sheet
    steps: tuple[Step, ...]
    ties: tuple[Step, ...]
    comeback: Comeback | None
    swing: Peak | None
    highest: Peak | None
    slams: tuple[ScoredDeal, ...]
    rubbers: Tally
    is_over: bool

    @property
    def front(self) -> Side | None:
        """Who has won, or is ahead by the points written; None when level."""
        return self.sheet.winner or self.sheet.shown.ahead

    def leads(self, side: Side) -> tuple[int, ...]:
        """How far this side is ahead by the points written, before the first deal and after each, in points.

        The credits of an unfinished rubber are not in it, but for those that a tie-break with a new rubber has banked.
        """
        written = [step.total[side] - step.total[side.other] for step in self.steps if not step.credits]
        return (0, *written)


def tell(sheet: Sheet, *, is_over: bool = False) -> Story:
    """The story of this sheet; a match can be over before its last deal."""
    lines = sheet.lines
    steps = tuple(_steps(sheet))
    return Story(
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


def _steps(sheet: Sheet) -> Iterator[Step]:
    stage_ends = count(sheet.conditions.deals, sheet.conditions.extra_deals)
    credits = {len(sheet.lines): sheet.credits} | dict(zip(stage_ends, sheet.banked, strict=False))
    credited = NOTHING
    for line in sheet.lines:
        yield Step(line.number, line.cumulative + credited)
        if any(due := credits.get(line.number, NOTHING)):
            credited += due
            yield Step(line.number, line.cumulative + credited, credits=True)


def _ties(sheet: Sheet) -> Iterator[Step]:
    # Where the rubber carries on into the tie-break, the credits that made a tie are not on the sheet any more.
    for deal in range(sheet.conditions.deals, sheet.stage_end, sheet.conditions.extra_deals):
        played = [line.deal for line in sheet.lines[:deal]]
        yield Step(deal, read(played, sheet.first_dealer, sheet.conditions).total)


def _comeback(steps: tuple[Step, ...]) -> Comeback | None:
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
