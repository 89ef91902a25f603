"""One match in words, which every picture and list prints: names, totals, the winner, and its state if unusual."""

from typing import NamedTuple

from competition.draw.presenters import words
from competition.draw.queries.states import MatchSide, PublishedMatch
from competition.draw.rules.result import ResultKind

_WALKOVER = "w/o"


class LineSide(NamedTuple):
    """One side of a match in words.

    `number` is the number of the pair, or 0 without a pair. `total` may also be "by 110" or "won". `brief` is the same,
    or "w/o" after a walkover.
    """

    number: int
    name: str
    total: str
    brief: str
    won: bool
    lost: bool
    is_bye: bool
    is_awaited: bool


class MatchLine(NamedTuple):
    """One match in words. `unusual` is its state in a few words, or "" if it was played or has not started.

    The totals of an official match do not change any more.
    """

    code: str
    round: str
    sides: tuple[LineSide, LineSide]
    unusual: str
    sentence: str
    is_official: bool


def match_line(state: PublishedMatch) -> MatchLine:
    """Return the match in words."""
    upper, lower = (_side(state, side) for side in state.sides)
    return MatchLine(
        state.code,
        state.round_name,
        (upper, lower),
        words.unusual(state),
        words.sentence(state),
        state.result is not None,
    )


def _side(state: PublishedMatch, side: MatchSide) -> LineSide:
    total, result = words.beside(state, side), state.result
    is_walkover = side.wins and result is not None and result.kind is ResultKind.WALKOVER
    return LineSide(
        number=side.pair.number if side.pair else 0,
        name=words.capital(side.text),
        total=total,
        brief=_WALKOVER if is_walkover else total,
        won=side.wins,
        lost=result is not None and not side.wins,
        is_bye=side.bye,
        is_awaited=side.awaiting is not None,
    )
