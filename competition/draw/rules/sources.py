"""Sources of the pairs at the places of a draw.

A place names its source when the draw is published, and the source never changes. `competition.draw.rules.bracket`
derives the pair at that place.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from competition.contest.rules.plate import PlateRules
from competition.draw.rules.layout import code, layout
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


@dataclass(frozen=True, slots=True)
class LoserOf:
    """The pair that does not go through from a match that was played, conceded, ruled or decided at random."""

    match: str


@dataclass(frozen=True, slots=True)
class FirstLoser:
    """The pair from this match of round 1 that lost the first match it played, under the rules of the plate.

    There is at most one such pair: the loser, the pair with a bye, or the pair that went through by walkover. `direct`
    is the pair that entered the plate directly at this place, or None. It keeps the place unless there is a first
    loser.
    """

    match: str
    rules: PlateRules
    direct: int | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """A place that the organiser fills with a pair before a date, or closes. `words` describe the expected pair."""

    until: date
    words: str


NO_DIRECT_ENTRIES: Mapping[int, int] = MappingProxyType({})
Source = Entrant | Bye | WinnerOf | LoserOf | FirstLoser | Open


class Spot(NamedTuple):
    """A match of a draw, with the sources of its two places, the upper place first."""

    code: str
    round: int
    position: int
    sides: tuple[Source, Source]


def knockout(places: Sequence[Source]) -> tuple[Spot, ...]:
    """Return the matches of a knockout draw round by round. `places` are the sources of round 1 from the top.

    Raises Refused unless the number of places is a power of two, and at least 2.
    """
    if len(places) < 2 or len(places) & (len(places) - 1):
        raise Refused("A draw has 2, 4, 8, 16 ... places.")
    first, *_ = layout(len(places))
    sides = zip(first, places[::2], places[1::2], strict=True)
    return tuple(Spot(at.code, 1, at.position, (up, low)) for at, up, low in sides) + _after_round_1(len(places))


@cache
def _after_round_1(size: int) -> tuple[Spot, ...]:
    return tuple(
        Spot(
            at.code,
            at.round,
            at.position,
            (WinnerOf(code(at.round - 1, 2 * at.position - 1)), WinnerOf(code(at.round - 1, 2 * at.position))),
        )
        for of_round in layout(size)[1:]
        for at in of_round
    )


def knockout_of(numbers: Sequence[int | None]) -> tuple[Spot, ...]:
    """Return the matches of a knockout draw for these pair numbers from the top, with None for a bye."""
    return knockout([_BYE if number is None else Entrant(number) for number in numbers])


def with_plate(
    main: Sequence[Spot], rules: PlateRules, direct: Mapping[int, int] = NO_DIRECT_ENTRIES
) -> tuple[Spot, ...]:
    """Return the matches of a knockout draw and those of its plate. The plate's rounds have the next numbers.

    Place i of the plate is for the first loser of match i of round 1. So nothing is drawn, and pairs of a plate have
    never met before. A draw with one match has no plate. `direct` has the pairs that entered the plate directly, by
    place.
    """
    corners = [spot.code for spot in main if spot.round == 1]
    if len(corners) < 2:
        return tuple(main)
    places = [FirstLoser(corner, rules, direct.get(place)) for place, corner in enumerate(corners, start=1)]
    return (*main, *_renumbered(knockout(places), main[-1].round))


def spots_of(
    numbers: Sequence[int | None], plate: PlateRules | None, direct: Mapping[int, int] = NO_DIRECT_ENTRIES
) -> tuple[Spot, ...]:
    """Return the matches of a draw for these pairs from the top, with None for a bye, and those of any plate.

    `direct` has the pairs that entered the plate directly, by place.
    """
    main = knockout_of(numbers)
    return with_plate(main, plate, direct) if plate else main


def _renumbered(spots: Sequence[Spot], rounds: int) -> Iterator[Spot]:
    """Yield the matches with `rounds` added to their round numbers."""
    codes = {spot.code: code(spot.round + rounds, spot.position) for spot in spots}
    for spot in spots:
        up, low = (WinnerOf(codes[side.match]) if isinstance(side, WinnerOf) else side for side in spot.sides)
        yield Spot(codes[spot.code], spot.round + rounds, spot.position, (up, low))


def feeds(spots: Sequence[Spot]) -> dict[str, str]:
    """Return the code of the match that the winner of each match plays next.

    Matches without a next match are left out.
    """
    return {side.match: spot.code for spot in spots for side in spot.sides if isinstance(side, WinnerOf)}


_BYE = Bye()
