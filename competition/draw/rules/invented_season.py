"""Rules for a season with invented results, which shows what happens in a draw of this size and in its plate."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from competition.contest.rules.division import WHOLE, Division
from competition.contest.rules.plate import PlateRules
from competition.draw.rules.bracket import Bracket, Occupant, ResolvedMatch, resolve
from competition.draw.rules.drawing import SeededRandom, draw
from competition.draw.rules.later_rounds import drawn, places_in, ways_in, with_closest_losers
from competition.draw.rules.layout import REPECHAGE, plate_round_names, qualifying_round, round_names
from competition.draw.rules.pairing import DrawnEntry, Preferences
from competition.draw.rules.result import Result, Stage
from competition.draw.rules.sections import kept_places
from competition.draw.rules.sources import Entrant, Open, RoundPlaces, spots_of

# A larger draw would fill the page with numbers.
MOST_INVENTED = 64


class InventedRound(NamedTuple):
    """A round of an invented season: its results as (winner, loser), and the pairs that did not have to play."""

    name: str
    results: list[tuple[int, int]]
    byes: list[int]


class InventedSeason(NamedTuple):
    """A season in which a random pair wins each match. Pairs are numbers.

    The rounds of the plate follow those of the draw. `plate_winner` is None without a plate. `qualified` are the pairs
    that qualify for another event.
    """

    rounds: list[InventedRound]
    champion: int
    plate_winner: int | None
    qualified: list[int]


def invented_season(
    pairs: int, plate: PlateRules | None, qualifiers: int, number: int, division: Division = WHOLE, losers: int = 0
) -> InventedSeason:
    """Return a season of this many pairs. The same `number` always gives the same season.

    `qualifiers` is the number of pairs that qualify for another event, or 0 without one. The pairs that join later
    have the next numbers. `losers` is the number of closest losers that play for the last place in a round.
    """
    random = SeededRandom(f"invented/{pairs}/{number}")
    entries = [DrawnEntry(pair) for pair in range(1, pairs + 1)]
    places = draw(entries, seed=f"invented/{number}", preferences=Preferences(), division=division).places
    joins = {at: Open(date.max, pair) for pair, at in enumerate(kept_places(places), start=pairs + 1)}
    results: list[Result] = []
    rounds: dict[int, RoundPlaces] = {}

    def resolved() -> Bracket:
        return resolve(spots_of(places, plate, kept=joins, division=division, drawn=rounds), results)

    bracket = resolved()
    while True:
        if ready := [match for match in bracket.matches.values() if match.stage is Stage.READY]:
            results += [_invented(match, random) for match in ready]
        elif bracket.is_decided:
            break
        else:
            rounds[len(rounds) + 2] = _drawn(bracket, len(rounds) + 2, f"invented/{number}", losers)
        bracket = resolved()
    of_plate = plate_round_names(len(bracket.plate)) if bracket.plate else ()
    names = round_names(len(bracket.rounds), division) + of_plate
    return InventedSeason(
        list(_rounds(names, bracket.rounds + bracket.plate)),
        bracket.champion or 0,
        bracket.plate_winner,
        _qualified(bracket, qualifiers),
    )


def _drawn(bracket: Bracket, round: int, seed: str, losers: int) -> RoundPlaces:
    """Return the draw of a later round."""
    ways = ways_in(bracket, round, {})
    if losers:
        with_closest_losers(ways, bracket, round, {}, seed, losers)
    return places_in(round, ways, drawn(ways, seed, Preferences()).places)


def _invented(match: ResolvedMatch, random: SeededRandom) -> Result:
    margin = 10 * (1 + random.lot(200))
    return Result.played(match.code, match.pairs or (0, 0), ((margin, 0), (0, margin))[random.lot(2)])


def _rounds(names: tuple[str, ...], rounds: tuple[tuple[ResolvedMatch, ...], ...]) -> Iterator[InventedRound]:
    for name, of_round in zip(names, rounds, strict=True):
        yield _round(name, [match for match in of_round if not match.is_repechage])
        if repechages := [match for match in of_round if match.is_repechage]:
            yield _round(REPECHAGE, repechages)


def _round(name: str, matches: Sequence[ResolvedMatch]) -> InventedRound:
    played = [match.result for match in matches if match.result]
    through = [match.advances for match in matches if match.result is None]
    byes = sorted(side.number for side in through if isinstance(side, Entrant))
    return InventedRound(name, [(result.winner or 0, result.loser or 0) for result in played], byes)


def _qualified(bracket: Bracket, qualifiers: int) -> list[int]:
    if not qualifiers:
        return []
    round = qualifying_round(len(bracket.rounds), qualifiers)
    if round < 1:
        return sorted(side.number for side in _first_sides(bracket) if isinstance(side, Entrant))
    through = (match.advances for match in bracket.rounds[round - 1])
    return sorted(side.number for side in through if isinstance(side, Entrant))


def _first_sides(bracket: Bracket) -> list[Occupant]:
    return [side for match in bracket.rounds[0] for side in match.sides]
