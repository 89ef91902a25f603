"""Sources of the pairs at the places of a draw.

A place names its source when the draw is published, and the source never changes. `competition.draw.rules.bracket`
derives the pair at that place.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from competition.contest.rules.division import WHOLE, Division
from competition.contest.rules.plate import PlateRules
from competition.draw.rules.layout import code, layout
from competition.draw.rules.sections import kept_places, matches_by_round, places_for, sample_places
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
    """A place kept for a pair that joins a later round. The organiser can fill it until this day.

    `pair` is the pair that joined, or None. Once the place `is_closed` without a pair, its opponents go through.
    """

    until: date
    pair: int | None = None
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class Undrawn:
    """A place of a round that has not been drawn yet."""

    round: int


@dataclass(frozen=True, slots=True)
class ClosestLoser:
    """The pair with this number, as the closest losers of a round: it lost this match by the fewest points.

    It was chosen when the next round was drawn. It keeps the place unless it no longer loses this match.
    """

    number: int
    match: str


class RoundPlaces(NamedTuple):
    """A later round of a draw round by round.

    Each of the `places` from the top has the position of the match in the round before whose winners have it, or the
    closest losers of that round, or None for a bye. `repechage` are the two closest losers that first play for a
    place, or None. Their match is the last of the round before.
    """

    places: Sequence[int | ClosestLoser | None]
    repechage: tuple[ClosestLoser, ClosestLoser] | None = None


NO_DIRECT_ENTRIES: Mapping[int, int] = MappingProxyType({})
NO_KEPT_PLACES: Mapping[int, Open] = MappingProxyType({})
# The later rounds of a draw round by round that were drawn, by number.
DrawnRounds = Mapping[int, RoundPlaces]
NO_DRAWN_ROUNDS: DrawnRounds = MappingProxyType({})
Source = Entrant | Bye | WinnerOf | LoserOf | FirstLoser | Open | Undrawn | ClosestLoser


class Spot(NamedTuple):
    """A match of a draw, with the sources of its two places, the upper place first."""

    code: str
    round: int
    position: int
    sides: tuple[Source, Source]


def knockout(places: Sequence[Source], sections: int = 1) -> tuple[Spot, ...]:
    """Return the matches of a knockout draw round by round. `places` are the sources of round 1 from the top.

    The winners of the sections do not meet. A pair with a bye has a match without opponents in round 1. Any other
    source beside a bye moves on without a match. Raises Refused unless the number of places in a section is a power of
    two, and at least 2.
    """
    size, rest = divmod(len(places), sections)
    if rest or size < 2 or size & (size - 1):
        raise Refused("A draw has 2, 4, 8, 16 ... places.")
    spots: list[Spot] = []
    for of_round in layout(len(places), sections):
        onward: list[Source] = []
        for at, up, low in zip(of_round, places[::2], places[1::2], strict=True):
            alone = low if up == _BYE else up
            if _BYE in (up, low) and not (at.round == 1 and isinstance(alone, Entrant)):
                onward.append(alone)
            else:
                spots.append(Spot(at.code, at.round, at.position, (up, low)))
                onward.append(_winner_of(at.code))
        places = onward
    return tuple(spots)


def knockout_of(
    numbers: Sequence[int | None], kept: Mapping[int, Open] = NO_KEPT_PLACES, sections: int = 1
) -> tuple[Spot, ...]:
    """Return the matches of a knockout draw for these pair numbers from the top, with None for a bye.

    `kept` has the places for pairs that join later. Each is the first of an empty section, counted from 0. `sections`
    is as in `knockout`. Raises Refused for a bye against a bye elsewhere.
    """
    places = [kept.get(at) or (_BYE if number is None else Entrant(number)) for at, number in enumerate(numbers)]
    spots = knockout(places, sections)
    first = {spot.position for spot in spots if spot.round == 1}
    if len(first) < len(places) // 2 and not kept:
        raise Refused("A draw never sets a bye against a bye.")
    return spots


def round_by_round(numbers: Sequence[int | None], drawn: DrawnRounds = NO_DRAWN_ROUNDS) -> tuple[Spot, ...]:
    """Return the matches of a draw round by round for these pair numbers from the top, with None for a bye.

    Raises Refused if the places do not form matches, or if a round does not have each winner of the round before once.
    """
    if len(numbers) < 2 or len(numbers) % 2:
        raise Refused("A round has two places for each match.")
    spots: list[Spot] = []
    places: list[Source] = [_BYE if number is None else Entrant(number) for number in numbers]
    counts = matches_by_round(len(numbers) // 2)
    for number, matches in enumerate(counts, start=1):
        if number > 1:
            places = _drawn_places(number, counts[number - 2], 2 * matches, drawn)
        both: list[tuple[Source, Source]] = [*zip(places[::2], places[1::2], strict=True)]
        following = drawn.get(number + 1)
        both += [following.repechage] if following and following.repechage else []
        spots += [Spot(code(number, at), number, at, two) for at, two in enumerate(both, start=1)]
    return tuple(spots)


def _drawn_places(number: int, before: int, places: int, drawn: DrawnRounds) -> list[Source]:
    """Return the sources of this number of places in a later round. `before` is the number of matches before it."""
    if number not in drawn:
        return [Undrawn(number)] * places
    order, repechage = drawn[number]
    ways = [way for way in order if isinstance(way, int)]
    if len(order) != places or sorted(ways) != [*range(1, before + 1 + bool(repechage))]:
        raise Refused(f"Round {number} does not have each winner of the round before once.")
    return [_winner_of(code(number - 1, way)) if isinstance(way, int) else way or _BYE for way in order]


def with_plate(
    main: Sequence[Spot], rules: PlateRules, direct: Mapping[int, int] = NO_DIRECT_ENTRIES
) -> tuple[Spot, ...]:
    """Return the matches of a knockout draw and those of its plate. The plate's rounds have the next numbers.

    Place i of the plate is for the first loser of the i-th match of round 1. So nothing is drawn, and pairs of a plate
    have never met before. Places left over at the foot are byes. A draw with one match in round 1 has no plate.
    `direct` has the pairs that entered the plate directly, by place.
    """
    corners = [spot.code for spot in main if spot.round == 1]
    if len(corners) < 2:
        return tuple(main)
    places: list[Source] = [FirstLoser(corner, rules, direct.get(at)) for at, corner in enumerate(corners, start=1)]
    places += [_BYE] * (places_for(len(places)) - len(places))
    return (*main, *_renumbered(knockout(places), main[-1].round))


def spots_of(
    numbers: Sequence[int | None],
    plate: PlateRules | None,
    direct: Mapping[int, int] = NO_DIRECT_ENTRIES,
    kept: Mapping[int, Open] = NO_KEPT_PLACES,
    division: Division = WHOLE,
    drawn: DrawnRounds = NO_DRAWN_ROUNDS,
) -> tuple[Spot, ...]:
    """Return the matches of a draw for these pairs from the top, with None for a bye, and those of any plate.

    `direct` has the pairs that entered the plate directly, by place. `kept` has the places for pairs that join later,
    as in `knockout_of`. `drawn` has the later rounds of a draw round by round.
    """
    if division.is_by_round:
        return round_by_round(numbers, drawn)
    main = knockout_of(numbers, kept, division.apart)
    return with_plate(main, plate, direct) if plate else main


def sample_spots(pairs: int, plate: PlateRules | None, division: Division = WHOLE) -> tuple[Spot, ...]:
    """Return the matches of a draw with the shape of one for this number of pairs, and those of any plate."""
    places = sample_places(pairs, division)
    return spots_of(places, plate, kept=dict.fromkeys(kept_places(places), Open(date.max)), division=division)


def match_counts(spots: Sequence[Spot]) -> list[int]:
    """Return the number of matches in each round, byes included."""
    return [*Counter(spot.round for spot in spots).values()]


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
# A draw has the same codes again and again.
_winner_of = cache(WinnerOf)
