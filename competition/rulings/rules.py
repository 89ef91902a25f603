"""What the organiser rules about a match."""

from dataclasses import dataclass

NO_PENALTY = (0, 0)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a ruling says of a match: its winner and, as far as they are known, the totals or the margin.

    `totals` have the penalty points in already. `let_stand` says by whose will those who had gone on stay, though by
    the totals the others have won.
    """

    winner: int | None = None
    totals: tuple[int, int] | None = None
    penalty: tuple[int, int] = NO_PENALTY
    let_stand: str = ""
    margin: int | None = None

    @property
    def played(self) -> tuple[int, int] | None:
        """The totals without the penalty points in them."""
        return self.totals and (self.totals[0] - self.penalty[0], self.totals[1] - self.penalty[1])
