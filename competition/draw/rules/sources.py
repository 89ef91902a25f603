"""Sources: where the pair at a place of a draw comes from.

A place names its source when the draw is published, and the source never changes. The pair that stands there is
derived by `competition.draw.rules.bracket`. `draw` is the address of another draw, or empty for the same draw.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import NamedTuple

from competition.draw.rules.layout import feeders, layout
from scoring.rules.refusal import Refused


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class Bye:
    """A place of round 1 without a pair."""


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """The pair that goes through from a match."""

    match: str
    draw: str = ""


@dataclass(frozen=True, slots=True)
class LoserOf:
    """The pair that does not go through from a match that was played, conceded, ruled or decided at random."""

    match: str
    draw: str = ""


@dataclass(frozen=True, slots=True)
class FirstLoser:
    """The pair from this match of round 1 that lost the first match it played, at the latest in round `until`.

    At most one pair can: the loser, or the pair with a bye, or the pair that went through by walkover. If `walkover`,
    a walkover counts as a match, and its loser is let in. `conceded` lets in a pair that conceded its match.
    """

    match: str
    draw: str = ""
    until: int = 2
    walkover: bool = False
    conceded: bool = True


@dataclass(frozen=True, slots=True)
class Open:
    """A place that the organiser fills with a pair until a day, or closes. `words` says for whom it is kept."""

    until: date
    words: str


Source = Entrant | Bye | WinnerOf | LoserOf | FirstLoser | Open


class Spot(NamedTuple):
    """A match of a draw, with the sources of its two places, the upper first."""

    code: str
    round: int
    position: int
    sides: tuple[Source, Source]


def knockout(places: Sequence[Source]) -> tuple[Spot, ...]:
    """Return the matches of a knockout draw round by round. `places` are the sources of round 1 from the top.

    Raises Refused unless there are 2, 4, 8 and so on.
    """
    if len(places) < 2 or len(places) & (len(places) - 1):
        raise Refused("A draw has 2, 4, 8, 16 ... places.")
    first, *_ = layout(len(places))
    sides = zip(first, places[::2], places[1::2], strict=True)
    return tuple(Spot(at.code, 1, at.position, (up, low)) for at, up, low in sides) + _after_round_1(len(places))


@cache
def _after_round_1(size: int) -> tuple[Spot, ...]:
    return tuple(
        Spot(at.code, at.round, at.position, (WinnerOf(up), WinnerOf(low)))
        for of_round in layout(size)[1:]
        for at in of_round
        for up, low in [feeders(at.round, at.position)]
    )


def knockout_of(numbers: Sequence[int | None]) -> tuple[Spot, ...]:
    """Return the matches of a knockout draw of these pairs by number from the top, with None for a bye."""
    return knockout([_BYE if number is None else Entrant(number) for number in numbers])


def plate_of(
    main: str, places: int, *, until: int = 2, walkover: bool = False, conceded: bool = True
) -> tuple[Spot, ...]:
    """Return the matches of the plate of a main draw with this address and this number of places (at least 4).

    Place i is for the first loser of match i of round 1, so no two pairs of a plate have met.
    """
    corners = layout(places)[0]
    return knockout([FirstLoser(at.code, main, until, walkover, conceded) for at in corners])


def feeds(spots: Sequence[Spot]) -> dict[str, str]:
    """Return the code of the match that the winner of each match plays next, for all but the last matches."""
    return {
        side.match: spot.code for spot in spots for side in spot.sides if isinstance(side, WinnerOf) and not side.draw
    }


_BYE = Bye()
