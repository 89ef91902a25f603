"""Tests for direct entries to the plate: each has its place only while no first loser takes it."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies

from competition.contest.rules.plate import PlateRules
from competition.draw.rules.bracket import Awaiting, Nobody, resolve
from competition.draw.rules.result import Result, ResultKind, Stage
from competition.draw.rules.sources import Entrant, FirstLoser, knockout_of, spots_of, with_plate
from scoring.rules.refusal import Refused
from tests.competition.draw.rules.season import HISTORIES, Season
from tests.competition.draw.rules.test_plate import EIGHT, PAIRS, RULES, SIX, USUAL, ended, entrants

# Pairs 2 and 5 win in round 1 of the draw of six, and pair 1 wins after its bye. So place 1 in the plate is free.
FREE = [ended("R1-M2", 2, 3), ended("R1-M3", 5, 6), ended("R2-M1", 1, 2)]


def resolved(direct: dict[int, int], results: list[Result], withdrawn=()):
    return resolve(spots_of(SIX, USUAL, direct), results, withdrawn)


def test_a_direct_entry_waits_until_its_place_is_free():
    assert entrants(resolved({1: 7}, []))[0] == Awaiting(FirstLoser("R1-M1", USUAL, 7))
    assert entrants(resolved({1: 7}, FREE))[:2] == [Entrant(7), Entrant(3)]
    assert resolved({1: 7}, FREE).matches["R4-M1"].stage is Stage.READY


def test_a_first_loser_takes_the_place_and_gives_it_back():
    played = Result("R4-M1", (7, 3), ResultKind.CONCEDED, 7)
    turned = [*FREE[:2], ended("R2-M1", 2, 1)]
    before = resolved({1: 7}, [*FREE, played])

    displaced = resolved({1: 7}, [*turned, played])
    assert entrants(displaced)[:2] == [Entrant(1), Entrant(3)]
    assert displaced.matches["R4-M1"].set_aside == (played,)
    assert resolved({1: 7}, [*turned, played, FREE[2]]) == before


def test_a_direct_entry_that_withdraws_gives_a_walkover():
    result = resolved({1: 7}, FREE, [7]).matches["R4-M1"].result

    assert (result.kind, result.winner) == (ResultKind.WALKOVER, 3)


def test_a_pair_in_the_draw_cannot_enter_its_plate_directly():
    with pytest.raises(Refused, match="A pair has one place in the draw"):
        resolve(spots_of(EIGHT, USUAL, {1: 8}), [])


class OpenSeason(Season):
    """A season with a plate in which every second place has a direct entry."""

    def __init__(self, pairs: int, rules: PlateRules) -> None:
        super().__init__(pairs)
        self.closed = with_plate(knockout_of(self.places), rules)
        self.direct = {place: 900 + place for place in range(1, len(self.places) // 2 + 1, 2)}
        self.spots = with_plate(knockout_of(self.places), rules, self.direct)


@given(PAIRS, RULES, HISTORIES)
def test_a_direct_entry_plays_only_where_no_first_loser_can(pairs, rules, moves):
    season = OpenSeason(pairs, rules)
    for bracket in season.play(moves):
        codes = {match.code for of_round in bracket.rounds for match in of_round}
        main = [result for result in season.log if result.match in codes]
        without = entrants(resolve(season.closed, main, [one for one in season.withdrawn if one < 900]))
        for place, (side, usual) in enumerate(zip(entrants(bracket), without, strict=True), start=1):
            is_free = isinstance(usual, Nobody)
            assert (side == Entrant(season.direct.get(place, 0))) == (is_free and place in season.direct)


@given(PAIRS, RULES, HISTORIES, strategies.randoms(use_true_random=False))
def test_facts_with_direct_entries_have_the_same_effect_in_any_order(pairs, rules, moves, chance):
    season = OpenSeason(pairs, rules)
    for _ in season.play(moves):
        pass
    last = {(result.match, result.pairs): result for result in season.log}

    again = resolve(season.spots, chance.sample([*last.values()], len(last)), season.withdrawn)
    assert again == season.bracket
