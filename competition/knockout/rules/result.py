"""The result of a match: who won and how, with all that draws, pages, emails and files say of it."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from scoring.rules.refusal import Refused
from scoring.rules.spoken import quantity

T = TypeVar("T")
Pairs = tuple[int, int]
"""The numbers of the pairs in a match: upper place, lower place."""
Totals = tuple[int, int]
"""Two totals in points, the upper pair's first."""
NOT_RECORDED = "score not recorded"


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


_LABELS = {
    Kind.PLAYED: "Played",
    Kind.CONCEDED: "Conceded",
    Kind.WALKOVER: "Walkover",
    Kind.DOUBLE_DEFAULT: "Double default",
    Kind.RULING: "By ruling",
    Kind.LOTS: "By lot",
}


def difference(totals: Totals) -> int:
    """Return by how many points one total is higher."""
    return abs(totals[0] - totals[1])


def each_total(names: tuple[str, str], totals: tuple[int | None, int | None]) -> str:
    """Return two totals in words: "A & B 4,730, C & D 4,280"."""
    return ", ".join(f"{name} {_points(total)}" for name, total in zip(names, totals, strict=True))


def _points(total: int | None) -> str:
    return "" if total is None else f"{total:,}"


@dataclass(frozen=True, slots=True)
class Result:
    """Who won a match (its code), how, and with what totals. An impossible result raises Refused.

    A match that was played has both totals, or only the margin of its winner (`only_margin`), or neither: its score
    was not recorded. `let_stand` is the pair that had gone on when a corrected sheet made the other the winner, and
    stays. `deals` is the number of deals on the sheet that the totals were taken from; 0 without a sheet. `since` is
    when the result became official; None before.
    """

    match: str
    pairs: Pairs
    kind: Kind
    winner: int | None
    totals: Totals | None = None
    let_stand: int | None = None
    only_margin: int | None = None
    deals: int = field(default=0, compare=False, repr=False)
    since: datetime | None = field(default=None, compare=False, repr=False)

    @classmethod
    def played(
        cls,
        match: str,
        pairs: Pairs,
        totals: Totals | None,
        *,
        upper_won: bool = False,
        margin: int | None = None,
        deals: int = 0,
    ) -> "Result":
        """Return the result of a match that was played. The totals name the winner; `upper_won` does without them."""
        is_upper = totals[0] > totals[1] if totals else upper_won
        return cls(match, pairs, Kind.PLAYED, pairs[not is_upper], totals, only_margin=margin, deals=deals)

    @property
    def was_played(self) -> bool:
        """Return True if the score decided the match, whether or not it is known."""
        return self.kind == Kind.PLAYED

    @property
    def upper_won(self) -> bool:
        """Return True if the upper pair won."""
        return self.winner == self.pairs[0]

    @property
    def loser(self) -> int | None:
        """The pair that lost; None after a double default."""
        return None if self.winner is None else self.pairs[self.upper_won]

    @property
    def goes_on(self) -> int | None:
        """The pair that goes on: the winner, but where the rounds were let stand."""
        return self.let_stand or self.winner

    @property
    def margin(self) -> int | None:
        """By how many points the match was won; None if it is not known or the match was not played."""
        if not self.was_played:
            return None
        return difference(self.totals) if self.totals else self.only_margin

    def winner_first(self, both: tuple[T, T]) -> tuple[T, T]:
        """Return what the two pairs have, the upper pair's first, with the winner's first."""
        return both if self.upper_won else (both[1], both[0])

    @property
    def label(self) -> str:
        """How the match ended, in a few words: Played; Walkover; By lot."""
        if self.let_stand:
            return "Corrected, and let stand"
        if not self.was_played or self.totals:
            return _LABELS[self.kind]
        return "Played, only the margin known" if self.only_margin else f"Played, {NOT_RECORDED}"

    @property
    def by(self) -> str:
        """What follows "won" without totals: "by 110" or "(score not recorded)"."""
        return f"by {self.margin:,}" if self.margin else f"({NOT_RECORDED})"

    @property
    def by_after(self) -> str:
        """The same with the length of a match that has a sheet: "by 450 after 32 deals"."""
        return f"{self.by} after {quantity(self.deals, 'deal')}" if self.deals else self.by

    def report(self, upper: str, lower: str) -> str:
        """Return how a match between these two was won: "A & B won by 450 after 32 deals, 4,730 to 4,280"."""
        if not self.was_played or self.let_stand:
            return self.sentence(upper, lower)
        won = f"{upper if self.upper_won else lower} won {self.by_after}"
        return f"{won}, {self.score}" if self.totals else won

    def by_pair(self, upper: str, lower: str) -> str:
        """Return "A & B 4,730, C & D 4,280". Without totals it is the report."""
        return each_total((upper, lower), self.totals) if self.totals else self.report(upper, lower)

    def in_the_log(self, upper: str, lower: str) -> str:
        """Return "4,730 to 4,280", the upper pair's total first. Without totals it is the report."""
        return "{:,} to {:,}".format(*self.totals) if self.totals else self.report(upper, lower)

    def sentence(self, upper: str, lower: str) -> str:
        """Return how a match between these two ended, as a sentence."""
        if self.winner is None:
            return f"Neither {upper} nor {lower} go on: double default."
        winner, loser = self.winner_first((upper, lower))
        match self.kind:
            case Kind.PLAYED if self.let_stand:
                return f"{winner} won {self._by_correction}; {loser} had gone on, and the round stands."
            case Kind.PLAYED:
                return f"{winner} beat {loser} {f'by {self.score}' if self.totals else self.by}."
            case Kind.WALKOVER:
                return f"{winner} go on by walkover against {loser}."
            case Kind.CONCEDED:
                text = f"{loser} conceded to {winner}"
            case _:
                how = "a ruling" if self.kind is Kind.RULING else "lot"
                text = f"{winner} go on by {how} against {loser}"
        return f"{text}, {self.score}." if self.totals else f"{text}."

    @property
    def score(self) -> str:
        """Both totals in words, the winner's first: 4,730 to 4,280; empty without totals."""
        return "{:,} to {:,}".format(*self.winner_first(self.totals)) if self.totals else ""

    @property
    def _by_correction(self) -> str:
        return f"by the corrected sheet, {self.score}" if self.totals else f"{self.by} after a correction"

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
        if self.only_margin is not None:
            self._check_margin(self.only_margin)
        if self.totals is None:
            return
        upper, lower = self.totals
        if self.kind in (Kind.WALKOVER, Kind.DOUBLE_DEFAULT):
            raise Refused(f"A {self.kind} has no totals: leave them out.")
        if any(total < 0 or total % 10 for total in (upper, lower)):
            raise Refused("A total is 0 or more and ends in 0: please check the sums.")
        if self.was_played and upper == lower:
            raise Refused("The totals are level: play the tie-break deals first, then send the result.")
        if self.was_played and self.winner != self.pairs[upper < lower]:
            raise Refused("The pair with the higher total wins a match that was played.")

    def _check_margin(self, margin: int) -> None:
        if not self.was_played:
            raise Refused("Only a match that was played has a margin. Leave it out.")
        if self.totals is not None:
            raise Refused("The totals give the margin. Give either the totals or the margin.")
        if margin <= 0 or margin % 10:
            raise Refused("A margin is more than 0 and ends in 0. Check the score sheet.")
