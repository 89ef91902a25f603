"""The result of a match, with its texts for draws, pages, emails and files."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from scoring.rules.refusal import Refused
from scoring.rules.spoken import quantity

T = TypeVar("T")
Pairs = tuple[int, int]
"""The numbers of the two pairs in a match, the upper pair first."""
Totals = tuple[int, int]
"""Two totals in points, the upper pair's first."""
NOT_RECORDED = "score not recorded"


class Kind(StrEnum):
    """A way of deciding a match."""

    PLAYED = "played"
    CONCEDED = "conceded"
    WALKOVER = "walkover"
    DOUBLE_DEFAULT = "double default"
    RULING = "ruling"
    LOTS = "lots"


class KeepProgress(StrEnum):
    """A reason to keep the later rounds although a corrected score sheet has another winner."""

    RULED = "ruled"
    AGREED = "agreed"


_LABELS = {
    Kind.PLAYED: "Played",
    Kind.CONCEDED: "Conceded",
    Kind.WALKOVER: "Walkover",
    Kind.DOUBLE_DEFAULT: "Double default",
    Kind.RULING: "By ruling",
    Kind.LOTS: "Decided at random",
}


def difference(totals: Totals) -> int:
    """Return the difference between two totals in points."""
    return abs(totals[0] - totals[1])


def each_total(names: tuple[str, str], totals: tuple[int | None, int | None]) -> str:
    """Return two totals in words: "A & B 4,730, C & D 4,280"."""
    return ", ".join(f"{name} {_points(total)}" for name, total in zip(names, totals, strict=True))


def _points(total: int | None) -> str:
    return "" if total is None else f"{total:,}"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match: its kind, the winner and the totals. Raises Refused if they do not fit together.

    `match` is the match code. A played match has both totals, or only the winner's margin (`only_margin`), or neither
    if the score was not recorded. `keep_progress` is the pair that stays in the later rounds although its opponents win
    by a corrected score sheet. `deals` is the number of deals on the score sheet that gave the totals, or 0 without a
    score sheet. `since` is the time at which the result became official, or None before that.
    """

    match: str
    pairs: Pairs
    kind: Kind
    winner: int | None
    totals: Totals | None = None
    keep_progress: int | None = None
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
        """Return the result of a played match. Without totals, `upper_won` names the winner."""
        is_upper = totals[0] > totals[1] if totals else upper_won
        return cls(match, pairs, Kind.PLAYED, pairs[not is_upper], totals, only_margin=margin, deals=deals)

    @property
    def was_played(self) -> bool:
        """True if the score decided the match, even if the score is not known."""
        return self.kind == Kind.PLAYED

    @property
    def upper_won(self) -> bool:
        """True if the upper pair won."""
        return self.winner == self.pairs[0]

    @property
    def loser(self) -> int | None:
        """The number of the losing pair. None after a double default."""
        return None if self.winner is None else self.pairs[self.upper_won]

    @property
    def goes_on(self) -> int | None:
        """The number of the pair that goes through: the winner, unless the later rounds are kept."""
        return self.keep_progress or self.winner

    @property
    def margin(self) -> int | None:
        """The winner's margin in points. None if it is not known or the match was not played."""
        if not self.was_played:
            return None
        return difference(self.totals) if self.totals else self.only_margin

    def winner_first(self, both: tuple[T, T]) -> tuple[T, T]:
        """Return the values of the two pairs with the winner's first. `both` has the upper pair's first."""
        return both if self.upper_won else (both[1], both[0])

    @property
    def label(self) -> str:
        """A short description of the result, such as "Played", "Walkover" or "By ruling"."""
        if self.keep_progress:
            return "Corrected, later rounds kept"
        if not self.was_played or self.totals:
            return _LABELS[self.kind]
        return "Played, only the margin known" if self.only_margin else f"Played, {NOT_RECORDED}"

    @property
    def by(self) -> str:
        """The words after "won" if the totals are not shown: "by 110" or "(score not recorded)"."""
        return f"by {self.margin:,}" if self.margin else f"({NOT_RECORDED})"

    @property
    def by_after(self) -> str:
        """The words after "won", with the number of deals if there is a score sheet: "by 450 after 32 deals"."""
        return f"{self.by} after {quantity(self.deals, 'deal')}" if self.deals else self.by

    def report(self, upper: str, lower: str) -> str:
        """Return the report of the result: "A & B won by 450 after 32 deals, 4,730 to 4,280"."""
        if not self.was_played or self.keep_progress:
            return self.sentence(upper, lower)
        won = f"{upper if self.upper_won else lower} won {self.by_after}"
        return f"{won}, {self.score}" if self.totals else won

    def by_pair(self, upper: str, lower: str) -> str:
        """Return "A & B 4,730, C & D 4,280". Without totals, return the report."""
        return each_total((upper, lower), self.totals) if self.totals else self.report(upper, lower)

    def in_the_log(self, upper: str, lower: str) -> str:
        """Return "4,730 to 4,280" with the upper pair's total first. Without totals, return the report."""
        return "{:,} to {:,}".format(*self.totals) if self.totals else self.report(upper, lower)

    def sentence(self, upper: str, lower: str) -> str:
        """Return the result as a sentence with the names of both pairs."""
        if self.winner is None:
            return f"Neither {upper} nor {lower} go through: double default."
        winner, loser = self.winner_first((upper, lower))
        match self.kind:
            case Kind.PLAYED if self.keep_progress:
                return f"{winner} won {self._by_correction}, but {loser} keep their place."
            case Kind.PLAYED:
                return f"{winner} beat {loser} {f'by {self.score}' if self.totals else self.by}."
            case Kind.WALKOVER:
                return f"{winner} go through by walkover against {loser}."
            case Kind.CONCEDED:
                text = f"{loser} conceded to {winner}"
            case _:
                how = "by a ruling" if self.kind is Kind.RULING else "at random"
                text = f"{winner} go through {how} against {loser}"
        return f"{text}, {self.score}." if self.totals else f"{text}."

    @property
    def score(self) -> str:
        """Both totals with the winner's first, such as "4,730 to 4,280". Empty without totals."""
        return "{:,} to {:,}".format(*self.winner_first(self.totals)) if self.totals else ""

    @property
    def _by_correction(self) -> str:
        return f"by the corrected score sheet, {self.score}" if self.totals else f"{self.by} after a correction"

    def __post_init__(self) -> None:
        if self.pairs[0] == self.pairs[1]:
            raise Refused("A match is between two different pairs.")
        self._check_winner()
        self._check_totals()

    def _check_winner(self) -> None:
        if self.keep_progress and (self.kind != Kind.PLAYED or {self.keep_progress, self.winner} != set(self.pairs)):
            raise Refused("The later rounds can be kept only if a corrected score sheet has another winner.")
        if self.kind != Kind.DOUBLE_DEFAULT:
            if self.winner not in self.pairs:
                raise Refused("The winner must be pair {} or pair {}.".format(*self.pairs))
        elif self.winner is not None:
            raise Refused("A double default has no winner. Leave the winner out.")

    def _check_totals(self) -> None:
        if self.only_margin is not None:
            self._check_margin(self.only_margin)
        if self.totals is None:
            return
        upper, lower = self.totals
        if self.kind in (Kind.WALKOVER, Kind.DOUBLE_DEFAULT):
            raise Refused(f"A {self.kind} has no totals. Leave them out.")
        if any(total < 0 or total % 10 for total in (upper, lower)):
            raise Refused("A total must be 0 or more and end in 0. Check the sums.")
        if self.was_played and upper == lower:
            raise Refused("The totals are level. Play the tie-break deals, then report the result.")
        if self.was_played and self.winner != self.pairs[upper < lower]:
            raise Refused("The pair with the higher total wins a match that was played. Check the totals.")

    def _check_margin(self, margin: int) -> None:
        if not self.was_played:
            raise Refused("Only a match that was played has a margin. Leave it out.")
        if self.totals is not None:
            raise Refused("The totals give the margin. Enter either the totals or the margin.")
        if margin <= 0 or margin % 10:
            raise Refused("A margin must be more than 0 and end in 0. Check the score sheet.")
