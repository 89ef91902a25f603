"""One match in words for all pictures, lists and files: names, totals, winner, and any unusual state."""

from typing import NamedTuple

from competition.draw.presenters import words
from competition.draw.queries.sides import MatchSide
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import ResultKind

_WALKOVER = "walkover"


class LineSide(NamedTuple):
    """One side of a match in words.

    `number` and `club` belong to the pair, or are 0 and "" without a pair. `text` is its name within a sentence.
    `points` is the total, or None without a total. `total` is the text for the total, which may also be "by 110" or
    "won". `brief` is the same, except for "walkover" after one. `awaiting` is the code of the match that decides the
    side, or "". `nobody` is the reason why no pair will reach the side, or "".
    """

    number: int
    text: str
    club: str
    points: int | None
    total: str
    brief: str
    won: bool
    lost: bool
    is_bye: bool
    awaiting: str
    nobody: str

    @property
    def name(self) -> str:
        """The name at the start of a line."""
        return words.capital(self.text)


class MatchLine(NamedTuple):
    """One match in words. `unusual` is its state in a few words, or "" if it was played or has not started.

    `winner` is the number of the winning pair. `margin` is set if only the margin of a played match is known.
    `outcome` and the totals of an official match no longer change. `outcome` is None before the result is official.
    """

    code: str
    round: str
    sides: tuple[LineSide, LineSide]
    unusual: str
    sentence: str
    outcome: ResultKind | None
    winner: int | None
    margin: int | None

    @property
    def title(self) -> str:
        """Both sides within a sentence, such as "A & B v C & D"."""
        return " v ".join(side.text for side in self.sides)

    @property
    def is_official(self) -> bool:
        """True if the match has an official result."""
        return self.outcome is not None

    @property
    def winner_first(self) -> tuple[LineSide, LineSide]:
        """Both sides, with the winner first. Without a winner, the upper side is first."""
        upper, lower = self.sides
        return (lower, upper) if lower.won else (upper, lower)


def match_line(state: PublishedMatch) -> MatchLine:
    """Return the match in words."""
    (upper, lower), result = state.sides, state.result
    return MatchLine(
        state.code,
        state.round_name,
        (_side(state, upper), _side(state, lower)),
        words.unusual(state),
        words.sentence(state),
        result.kind if result else None,
        result.winner if result else None,
        result.only_margin if result else None,
    )


def _side(state: PublishedMatch, side: MatchSide) -> LineSide:
    total = words.beside(state, side)
    result = state.result
    is_walkover = side.wins and result is not None and result.kind is ResultKind.WALKOVER
    return LineSide(
        side.pair.number if side.pair else 0,
        side.text,
        side.pair.club if side.pair else "",
        side.total,
        total,
        _WALKOVER if is_walkover else total,
        side.wins,
        result is not None and not side.wins,
        side.bye,
        side.awaiting or "",
        side.nobody,
    )
