"""The content of decisions about a match and about the place of a late pair."""

from dataclasses import dataclass
from typing import NamedTuple

NO_PENALTY = (0, 0)


@dataclass(frozen=True, slots=True)
class Ruling:
    """The winner of a match by a ruling, with the totals or the margin if they are known.

    `totals` include the penalty points. `keep_progress` is set if the later rounds are kept although the totals name
    the other winner.
    """

    winner: int | None = None
    totals: tuple[int, int] | None = None
    penalty: tuple[int, int] = NO_PENALTY
    keep_progress: str = ""
    margin: int | None = None

    @property
    def played(self) -> tuple[int, int] | None:
        """The totals without the penalty points."""
        return self.totals and (self.totals[0] - self.penalty[0], self.totals[1] - self.penalty[1])


class AwardedBye(NamedTuple):
    """The place of a bye that the organiser awarded to the pair with this number."""

    pair: int
