"""The two sides of a match in the published draw: a pair, or words for a pair that is not yet known."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from competition.draw.rules.bracket import Awaiting, Bracket, Nobody, first_match
from competition.draw.rules.layout import TO_DRAW, is_numbered, with_article
from competition.draw.rules.result import Pairs
from competition.draw.rules.sources import Bye, ClosestLoser, FirstLoser, LoserOf, Open, Source, Undrawn, WinnerOf
from competition.entries.models import Pair

# A pair that the organiser can still add to a later round.
TO_JOIN = "a pair that joins later"


class MatchSide(NamedTuple):
    """One side of a match: a pair, or a text without a pair. `is_between` is True if the text names two pairs.

    `source` is the source that will decide the pair, or None.
    """

    pair: Pair | None
    text: str
    source: Source | None = None
    bye: bool = False
    nobody: str = ""
    total: int | None = None
    wins: bool = False
    is_between: bool = False

    @property
    def awaiting(self) -> str | None:
        """The code of the match in this draw that must decide the pair on this side, or None."""
        return self.source.match if isinstance(self.source, WinnerOf) else None

    @property
    def phrase(self) -> str:
        """The text for use within a sentence: a name, or "the winner of A & B v C & D"."""
        is_a_noun = self.is_between or isinstance(self.source, WinnerOf | LoserOf)
        return f"the {self.text}" if is_a_noun else self.text


def called(round_name: str) -> str:
    """Return the name of one match in this round for use within a sentence, such as "semi-final"."""
    return f"match of {with_article(round_name)}" if is_numbered(round_name) else round_name.lower().removesuffix("s")


def absent(
    occupant: Bye | Nobody | Awaiting, bracket: Bracket, names: Mapping[int, str], rounds: Sequence[str]
) -> MatchSide:
    """Return a side without a pair. Its text names the pairs of the match that decides the side, or else the round.

    `rounds` are the names of all rounds.
    """
    match occupant:
        case Bye():
            return MatchSide(None, "bye", bye=True)
        case Nobody(why):
            return MatchSide(None, f"nobody ({why})", nobody=why)
        case Awaiting(source):
            text, is_between = _awaited(source, bracket, names, rounds)
            return MatchSide(None, text, source, is_between=is_between)


def _awaited(source: Source, bracket: Bracket, names: Mapping[int, str], rounds: Sequence[str]) -> tuple[str, bool]:
    """Return words for a pair that is not yet known, and True if the words name two pairs."""
    match source:
        case WinnerOf(code) | LoserOf(code):
            before = bracket.matches[code]
            which = "winner" if isinstance(source, WinnerOf) else "loser"
            if before.pairs is None:
                return f"{which} of a {called(rounds[before.round - 1])}", False
            return f"{which} of {_both(before.pairs, names)}", True
        case FirstLoser():
            first, unplayed = first_match(source, bracket.matches)
            if unplayed is not None:
                return f"{names[unplayed]}, if they lose their first match", False
            return (f"loser of {_both(first.pairs, names)}", True) if first.pairs else ("loser of a first match", False)
        case Open():
            return TO_JOIN, False
        case Undrawn():
            return TO_DRAW, False
        case ClosestLoser(number):
            return f"{names[number]}, if they lose", False
        case _:
            raise TypeError(source)


def _both(pairs: Pairs, names: Mapping[int, str]) -> str:
    return " v ".join(names[number] for number in pairs)
