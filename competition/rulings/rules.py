"""What the organiser rules about a match."""

from dataclasses import dataclass

from competition.knockout.rules.outcome import Kind

NO_PENALTY = (0, 0)


@dataclass(frozen=True, slots=True)
class Ruling:
    """How the organiser settles a match; `kind` None reopens it, or has it played anew.

    A match that was played has `totals`, or only the `margin` of its winner, or neither. `totals` have the penalty
    points in already; `let_stand` says by whose will those who had gone on stay, though by the totals the others have
    won.
    """

    kind: Kind | None
    winner: int | None
    totals: tuple[int, int] | None = None
    penalty: tuple[int, int] = NO_PENALTY
    replay: bool = False
    let_stand: str = ""
    margin: int | None = None

    @property
    def played(self) -> tuple[int, int] | None:
        """The totals without the penalty points in them."""
        return self.totals and (self.totals[0] - self.penalty[0], self.totals[1] - self.penalty[1])
