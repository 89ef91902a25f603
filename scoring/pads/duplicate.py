"""Duplicate: each deal is scored separately, and one side's points count against the other side.

The score table is from the paper "Duplicate Bridge Scoring", with every contract made and every contract defeated.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from typing import ClassVar, NamedTuple

from scoring.pads import papers
from scoring.pads.line import Extra, Next, PadEntry, by_law
from scoring.pads.papers import PadGame, SourcePaper
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.deal import DealResult, ScorePart, points, price
from scoring.rules.refusal import Refused
from scoring.rules.sides import EW, NOTHING, NS, Seat, Side, Tally
from scoring.rules.tariff import GAME

_VULNERABLE: tuple[tuple[Side, ...], ...] = ((), (NS,), (EW,), (NS, EW))


def vulnerable_on(number: int) -> tuple[Side, ...]:
    """Return the vulnerable sides for the deal with this number, in the usual cycle of sixteen deals."""
    # The order is none, North-South, East-West, both. It starts one step later every four deals.
    before = number - 1
    return _VULNERABLE[(before + before // 4) % 4]


@dataclass(frozen=True, slots=True)
class DuplicateDeal:
    """A deal as played, with its vulnerable sides. None means that the deal number sets the vulnerability."""

    deal: DealResult
    vulnerable: tuple[Side, ...] | None = None

    def __post_init__(self) -> None:
        if self.deal.honours:
            raise Refused("Honours are not scored at duplicate. Leave them out.")


def entries(deal: DealResult, vulnerable: tuple[Side, ...]) -> tuple[PadEntry, ...]:
    """Return the value of a deal at duplicate as entries for the side that scores."""
    worth = price(deal, vulnerable)
    return (*by_law(worth.entries), *_bonus(deal, sum(worth.below), vulnerable))


def _bonus(deal: DealResult, trick_points: int, vulnerable: tuple[Side, ...]) -> Iterator[PadEntry]:
    if deal.side is None or deal.over < 0:
        return
    if trick_points >= GAME:
        yield PadEntry(
            deal.side, ScorePart.ABOVE, papers.GAME[deal.side in vulnerable], Extra.GAME, SourcePaper.DUPLICATE
        )
    else:
        yield PadEntry(deal.side, ScorePart.ABOVE, papers.PART_SCORE, Extra.PART_SCORE, SourcePaper.DUPLICATE)


def score(deal: DealResult, vulnerable: tuple[Side, ...]) -> Tally:
    """Return the value of a deal at duplicate: points for one side, and the same negative points for the other."""
    ns, ew = points(entries(deal, vulnerable))
    return Tally(ns - ew, ew - ns)


class DuplicateLine(NamedTuple):
    """One deal on a duplicate pad. Each side's points count against the other side, so one score is negative."""

    number: int
    dealer: Seat
    deal: DealResult
    vulnerable: tuple[Side, ...]
    score: Tally
    cumulative: Tally


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A duplicate score pad. No deal affects another."""

    game: ClassVar[PadGame] = PadGame.DUPLICATE

    lines: tuple[DuplicateLine, ...] = ()

    @property
    def next(self) -> Next[Seat]:
        """The next deal. North deals first."""
        number = len(self.lines) + 1
        return Next(number, Seat.N.after(number - 1), vulnerable_on(number))

    def after(self, played: DuplicateDeal) -> "Duplicate":
        """Return the pad with one more deal."""
        number, dealer, vulnerable = self.next
        if played.vulnerable is not None:
            vulnerable = played.vulnerable
        deal = played.deal
        worth = score(deal, vulnerable)
        line = DuplicateLine(number, dealer, deal, vulnerable, worth, self.total + worth)
        return replace(self, lines=(*self.lines, line))

    @property
    def total(self) -> Tally:
        """Each side's total points. One total is the negative of the other."""
        return self.lines[-1].cumulative if self.lines else NOTHING

    @property
    def unfinished(self) -> str:
        """Always "", because a duplicate pad is never unfinished."""
        return ""


class DenominationKind(StrEnum):
    """Groups of denominations with the same price."""

    MINOR = "minor"
    MAJOR = "major"
    NT = "NT"


# The order of columns in the paper: not vulnerable (undoubled, doubled, redoubled), then vulnerable.
COLUMNS = tuple((doubling, vulnerable) for vulnerable in (False, True) for doubling in Doubling)
LEVELS = range(1, 8)
# Thirteen light is possible only at level 7. The denomination does not affect the penalty.
MOST_LIGHT = 13
_OF_KIND = {
    DenominationKind.MINOR: Denomination.C,
    DenominationKind.MAJOR: Denomination.H,
    DenominationKind.NT: Denomination.NT,
}


class DuplicateRow(NamedTuple):
    """A row in the table. `tricks` counts odd tricks for a contract made, or undertricks if there is no contract.

    `scores` has points by column. They go to declarer's side for a contract made, otherwise to the defenders.
    """

    level: int | None
    kind: DenominationKind | None
    tricks: int
    scores: tuple[int, ...]


def table() -> tuple[DuplicateRow, ...]:
    """Return all rows in the order of the paper: 84 for contracts made, then 13 for contracts defeated."""
    made = [
        DuplicateRow(level, kind, odd, _scores(level, _OF_KIND[kind], 6 + odd))
        for level, kind in product(LEVELS, DenominationKind)
        for odd in range(level, max(LEVELS) + 1)
    ]
    return (*made, *(DuplicateRow(None, None, light, _defeated(light)) for light in range(1, MOST_LIGHT + 1)))


def _defeated(light: int) -> tuple[int, ...]:
    return tuple(-points for points in _scores(max(LEVELS), Denomination.NT, MOST_LIGHT - light))


def _scores(level: int, denomination: Denomination, tricks: int) -> tuple[int, ...]:
    return tuple(
        score(DealResult(Seat.N, Contract(level, denomination, doubling), tricks), (NS,) if vulnerable else ()).ns
        for doubling, vulnerable in COLUMNS
    )
