"""Entries, deals and next deals on score pads."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

from scoring.rules.deal import ScoreEntry, ScorePart, points
from scoring.rules.sides import Side, Tally

Dealer = TypeVar("Dealer")
Facts = TypeVar("Facts")


class Extra(StrEnum):
    """Reasons for points that rubber bridge does not award."""

    GAME = "game"
    PART_SCORE = "part-score"
    LAST_PART_SCORE = "part-score on the fourth deal"
    EXCESS = "excess of doubling"


class PadEntry(NamedTuple):
    """Points for one side, their reason, and the Law or paper that awards them. Points lost are negative."""

    side: Side
    line: ScorePart
    points: int
    reason: str
    source: str


def by_law(entries: Iterable[ScoreEntry]) -> tuple[PadEntry, ...]:
    """Convert rubber bridge entries to pad entries."""
    return tuple(PadEntry(*entry[:4], source=entry.source) for entry in entries)


class PadLine(NamedTuple, Generic[Dealer, Facts]):
    """One deal on a pad. `vulnerable` is the state before the deal. `cumulative` has the totals after it, in points."""

    number: int
    dealer: Dealer
    deal: Facts
    vulnerable: tuple[Side, ...]
    entries: tuple[PadEntry, ...]
    cumulative: Tally
    game: Side | None = None

    @property
    def below(self) -> Tally:
        """Trick points for this deal."""
        return points(entry for entry in self.entries if entry.line is ScorePart.BELOW)

    @property
    def above(self) -> Tally:
        """Premium points for this deal."""
        return points(entry for entry in self.entries if entry.line is ScorePart.ABOVE)

    @property
    def score(self) -> Tally:
        """All points for this deal."""
        return points(self.entries)


class Next(NamedTuple, Generic[Dealer]):
    """The next deal: its number, its dealer and the vulnerable sides."""

    number: int
    dealer: Dealer
    vulnerable: tuple[Side, ...]
