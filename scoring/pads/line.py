"""What a deal writes on a pad, why, and by which Law or paper; and what is to be played next."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

from scoring.rules.deal import Entry, Line, points
from scoring.rules.sides import Side, Tally

Dealer = TypeVar("Dealer")
Facts = TypeVar("Facts")


class Extra(StrEnum):
    """What points are for that rubber bridge does not give."""

    GAME = "game"
    PART_SCORE = "part-score"
    LAST_PART_SCORE = "part-score on the fourth deal"
    EXCESS = "excess of doubling"


class PadEntry(NamedTuple):
    """Points written for one side, what for, and the Law or the paper that says so; below zero when they are lost."""

    side: Side
    line: Line
    points: int
    reason: str
    source: str


def by_law(entries: Iterable[Entry]) -> tuple[PadEntry, ...]:
    """What the Laws of rubber bridge give, as entries of another game's pad."""
    return tuple(PadEntry(*entry[:4], source=entry.source) for entry in entries)


class PadLine(NamedTuple, Generic[Dealer, Facts]):
    """One deal on a pad; `vulnerable` is as it began, `cumulative` each side's total after it, in points."""

    number: int
    dealer: Dealer
    deal: Facts
    vulnerable: tuple[Side, ...]
    entries: tuple[PadEntry, ...]
    cumulative: Tally
    game: Side | None = None

    @property
    def below(self) -> Tally:
        """Trick points of this deal."""
        return points(entry for entry in self.entries if entry.line is Line.BELOW)

    @property
    def above(self) -> Tally:
        """Premium points of this deal."""
        return points(entry for entry in self.entries if entry.line is Line.ABOVE)

    @property
    def score(self) -> Tally:
        """All points of this deal."""
        return points(self.entries)


class Next(NamedTuple, Generic[Dealer]):
    """The deal to be played next: its number, who deals it, and which sides are vulnerable."""

    number: int
    dealer: Dealer
    vulnerable: tuple[Side, ...]
