"""Deals as played, and entries on the score pad."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, Protocol

from scoring.rules import tariff
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.refusal import Refused
from scoring.rules.sides import NOTHING, Seat, Side, Tally


class Line(StrEnum):
    """The two parts of a score pad: trick points below the line, premium points above it (Law 75)."""

    BELOW = "below"
    ABOVE = "above"


BELOW, ABOVE = Line


class Reason(StrEnum):
    """The reason for points on the score pad."""

    TRICK_POINTS = "trick points"
    OVERTRICKS = "overtricks"
    SMALL_SLAM = "small slam"
    GRAND_SLAM = "grand slam"
    DOUBLED_MADE = "doubled contract made"
    REDOUBLED_MADE = "redoubled contract made"
    UNDERTRICKS = "undertricks"
    HONOURS = "honours"
    RUBBER = "rubber"
    ONLY_GAME = "only game"
    ONLY_PART_SCORE = "only part-score"


class Entry(NamedTuple):
    """Points for one side on the score pad, with their reason and their Law."""

    side: Side
    line: Line
    points: int
    reason: Reason
    law: int

    @property
    def source(self) -> str:
        """Source of the points in print, such as "Law 81"."""
        return f"Law {self.law}"


class WrittenEntry(Protocol):
    """An entry of any game with two columns."""

    @property
    def side(self) -> Side: ...
    @property
    def line(self) -> Line: ...
    @property
    def points(self) -> int: ...
    @property
    def reason(self) -> str: ...


def points(entries: Iterable[WrittenEntry]) -> Tally:
    """Return the sum of these entries for each side, above and below the line."""
    total = NOTHING
    for entry in entries:
        total = total.plus(entry.side, entry.points)
    return total


@dataclass(frozen=True, slots=True)
class Honours:
    """Honours held in one hand, by either side: 100 or 150 points (Law 81)."""

    side: Side
    points: int

    def __post_init__(self) -> None:
        if self.points not in tariff.HONOURS:
            raise Refused(f"Honours are worth {tariff.HONOURS_WORDS} points, not {self.points}.")


class Noted(NamedTuple):
    """Misdeals before a deal and a note about it. Neither affects the score."""

    misdeals: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal: declarer, contract, tricks won by declarer's side, and honours. All are None if it was passed in."""

    declarer: Seat | None
    contract: Contract | None
    tricks: int | None
    honours: Honours | None = None

    def __post_init__(self) -> None:
        if self.is_passed_in:
            self._check_nothing_else()
        else:
            self._check_play()

    @classmethod
    def passed_in(cls) -> "Deal":
        """Return a passed-in deal. It takes a number and scores nothing."""
        return cls(None, None, None)

    @property
    def is_passed_in(self) -> bool:
        """True if all four players passed."""
        return self.contract is None

    @property
    def side(self) -> Side | None:
        """Declarer's side, or None if the deal was passed in."""
        return self.declarer.side if self.declarer else None

    @property
    def over(self) -> int:
        """Tricks above the contract. Negative if declarer is light."""
        if self.contract is None or self.tricks is None:
            return 0
        return self.tricks - self.contract.tricks

    @property
    def slam(self) -> int | None:
        """Level of the slam that was bid and made, or None."""
        return self.contract.level if self.contract and self.contract.level in tariff.SLAM and self.over >= 0 else None

    def _check_nothing_else(self) -> None:
        if self.declarer is not None:
            raise Refused("A deal with a declarer needs a contract. A passed-in deal has no declarer.")
        if self.tricks is not None:
            raise Refused("A deal with tricks needs a contract. A passed-in deal has no tricks.")
        if self.honours is not None:
            raise Refused("A passed-in deal has no honours. Leave them out.")

    def _check_play(self) -> None:
        if self.declarer is None:
            raise Refused("Choose the declarer.")
        if self.tricks is None:
            raise Refused("Enter the number of tricks that declarer’s side won.")
        if not 0 <= self.tricks <= 13:
            raise Refused(f"A side wins 0 to 13 tricks, not {self.tricks}.")
        if self.honours and self._is_no_trump and self.honours.points not in tariff.NO_TRUMP_HONOURS:
            raise Refused("Honours at no-trump are four aces in one hand, 150 points. 100 is impossible.")

    @property
    def _is_no_trump(self) -> bool:
        return self.contract is not None and self.contract.denomination is Denomination.NT


# Names of the values that describe a deal, as stored.
COLUMNS = ("declarer", "level", "denomination", "doubling", "tricks", "honours_side", "honours_points")


# Deals repeat often, so this cache saves most of the work.
@lru_cache(maxsize=4096)
def recall(
    declarer: str, level: int | None, denomination: str, doubling: int | None, tricks: int | None, side: str, held: int
) -> Deal:
    """Return the deal with these stored values."""
    if level is None or doubling is None:
        return Deal.passed_in()
    contract = Contract(level, Denomination(denomination), Doubling(doubling))
    return Deal(Seat(declarer), contract, tricks, Honours(Side(side), held) if held else None)
