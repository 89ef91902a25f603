"""How a match between two pairs ended."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.rules.refusal import Refused

Pairs = tuple[int, int]
"""The numbers of the pairs in a match: upper place, lower place."""


class Kind(StrEnum):
    """In which way a match was decided."""

    PLAYED = "played"
    CONCEDED = "conceded"
    WALKOVER = "walkover"
    DOUBLE_DEFAULT = "double default"
    RULING = "ruling"
    LOTS = "lots"


class LetStand(StrEnum):
    """By whose will those stay who had gone on, though by a corrected sheet the others have won."""

    RULED = "ruled"
    AGREED = "agreed"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won a match (its code), how, and with what totals in points; an impossible outcome is Refused.

    `let_stand` is the pair that had gone on when a corrected sheet made the other the winner, and stays.
    """

    match: str
    pairs: Pairs
    kind: Kind
    winner: int | None
    totals: tuple[int, int] | None = None
    let_stand: int | None = None

    @property
    def goes_on(self) -> int | None:
        """The pair that goes on: the winner, but where the rounds were let stand."""
        return self.let_stand or self.winner

    def __post_init__(self) -> None:
        if self.pairs[0] == self.pairs[1]:
            raise Refused("A match is between two different pairs.")
        self._check_winner()
        self._check_totals()

    def _check_winner(self) -> None:
        if self.let_stand and (self.kind != Kind.PLAYED or {self.let_stand, self.winner} != set(self.pairs)):
            raise Refused("Only where a sheet makes the other pair the winner can those who went on stay.")
        if self.kind != Kind.DOUBLE_DEFAULT:
            if self.winner not in self.pairs:
                raise Refused("The winner must be pair {} or pair {}, who met.".format(*self.pairs))
        elif self.winner is not None:
            raise Refused("A double default has no winner: neither pair goes on.")

    def _check_totals(self) -> None:
        was_played = self.kind == Kind.PLAYED
        if self.totals is None:
            if was_played:
                raise Refused("A match that was played needs the totals of both pairs.")
            return
        upper, lower = self.totals
        if self.kind in (Kind.WALKOVER, Kind.DOUBLE_DEFAULT):
            raise Refused(f"A {self.kind} has no totals: leave them out.")
        if any(total < 0 or total % 10 for total in (upper, lower)):
            raise Refused("A total is 0 or more and ends in 0: please check the sums.")
        if was_played and upper == lower:
            raise Refused("The totals are level: play the tie-break deals first, then send the result.")
        if was_played and self.winner != self.pairs[upper < lower]:
            raise Refused("The pair with the higher total wins a match that was played.")
