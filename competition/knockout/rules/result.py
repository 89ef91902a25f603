"""How a match between two pairs ended."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.rules.refusal import Refused

NOT_RECORDED = "score not recorded"
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
class Score:
    """What is known of the score of a match that was played: both totals, only the margin, or only the winner.

    `upper_won` says which pair won. Of the totals the upper pair's is the first.
    """

    upper_won: bool
    totals: tuple[int, int] | None = None
    margin: int | None = None

    @classmethod
    def of(cls, totals: tuple[int, int]) -> "Score":
        """Return the score with these totals, which name the winner."""
        return cls(totals[0] > totals[1], totals)

    def winner(self, pairs: Pairs) -> int:
        """Return the number of the pair that won."""
        return pairs[not self.upper_won]

    @property
    def won_by(self) -> int | None:
        """The margin in points; None where it is not known."""
        return abs(self.totals[0] - self.totals[1]) if self.totals else self.margin

    @property
    def by(self) -> str:
        """The score after "won", without totals: "by 110" or "(score not recorded)"."""
        return f"by {self.won_by:,}" if self.won_by else f"({NOT_RECORDED})"

    def words(self, names: tuple[str, str]) -> str:
        """Return the score in words: "4,730 to 4,280", the upper pair's total first, or "A & B won by 110"."""
        if self.totals:
            return "{:,} to {:,}".format(*self.totals)
        return f"{names[not self.upper_won]} won {self.by}"


@dataclass(frozen=True, slots=True)
class Result:
    """Who won a match (its code), how, and with what totals in points; an impossible outcome is Refused.

    A match that was played has both totals, or only the `margin` of its winner, or neither (score not recorded).
    `let_stand` is the pair that had gone on when a corrected sheet made the other the winner, and stays.
    """

    match: str
    pairs: Pairs
    kind: Kind
    winner: int | None
    totals: tuple[int, int] | None = None
    let_stand: int | None = None
    margin: int | None = None

    @property
    def won_by(self) -> int | None:
        """The winner's margin in a match that was played, by its totals or as reported; None where it is not known."""
        return self.score.won_by if self.kind == Kind.PLAYED else None

    @property
    def score(self) -> Score:
        """What is known of the score of a match that was played."""
        return Score(self.winner == self.pairs[0], self.totals, self.margin)

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
        if self.margin is not None:
            self._check_margin(self.margin)
        if self.totals is None:
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

    def _check_margin(self, margin: int) -> None:
        if self.kind != Kind.PLAYED:
            raise Refused("Only a match that was played has a margin. Leave it out.")
        if self.totals is not None:
            raise Refused("The totals give the margin. Give either the totals or the margin.")
        if margin <= 0 or margin % 10:
            raise Refused("A margin is more than 0 and ends in 0. Check the score sheet.")
