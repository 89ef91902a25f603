"""Rule for grade prizes: the best pair of a grade that is not in the final."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.rules.words import listed


class GradedPair(NamedTuple):
    """A pair with its grade, and the number and name of the last round that it reached."""

    name: str
    grade: str
    reached: tuple[int, str]
    is_in_final: bool


class GradePrize(NamedTuple):
    """The pairs of a grade that went equally far, and the round that they reached."""

    grade: str
    pairs: tuple[str, ...]
    round: str

    @property
    def title(self) -> str:
        """The prize in words: "Best junior pair"."""
        return f"Best {self.grade} {'pair' if len(self.pairs) == 1 else 'pairs'}"

    @property
    def sentence(self) -> str:
        """The prize with its pairs: "Best junior pair: Ada Lark & Ben Wren (semi-finals)"."""
        return f"{self.title}: {listed(self.pairs)} ({self.round.lower()})"


def prizes(grades: Sequence[str], pairs: Iterable[GradedPair]) -> tuple[GradePrize, ...]:
    """Return the prize for each of these grades, in this order. A grade without such a pair has no prize."""
    rest = [pair for pair in pairs if not pair.is_in_final]
    return tuple(prize for grade in grades if (prize := _prize(grade, rest)))


def _prize(grade: str, pairs: Sequence[GradedPair]) -> GradePrize | None:
    of_grade = [pair for pair in pairs if pair.grade.casefold() == grade.casefold()]
    if not of_grade:
        return None
    best = max(of_grade, key=lambda pair: pair.reached).reached
    return GradePrize(grade, tuple(pair.name for pair in of_grade if pair.reached == best), best[1])
