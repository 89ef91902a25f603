"""Tests that the places in the plate follow from the first matches in the main draw, after every correction."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies

from competition.contest.rules.plate import PlateRules
from competition.draw.rules.bracket import Awaiting, Bracket, Nobody, Occupant, resolve
from competition.draw.rules.result import Result, ResultKind, Stage
from competition.draw.rules.sources import Entrant, FirstLoser, WinnerOf, knockout_of, with_plate
from tests.competition.draw.rules.season import HISTORIES, Season

EIGHT = (1, 2, 3, 4, 5, 6, 7, 8)
USUAL = PlateRules()
# Pair 1 has a bye in match 1, and pair 4 in match 4.
SIX = (1, None, 2, 3, 5, 6, 4, None)


def entrants(bracket: Bracket) -> list[Occupant]:
    """Return the occupants of the places in the plate, from the top."""
    return [side for match in bracket.plate[0] for side in match.sides]


def resolved(places, results: list[Result], withdrawn: list[int] = (), rules: PlateRules = USUAL) -> Bracket:
    return resolve(with_plate(knockout_of(places), rules), results, withdrawn)


def ended(match: str, winner: int, loser: int, kind: ResultKind = ResultKind.CONCEDED) -> Result:
    return Result(match, (min(winner, loser), max(winner, loser)), kind, winner)


def waits(number: int, rules: PlateRules = USUAL) -> Awaiting:
    return Awaiting(FirstLoser(f"R1-M{number}", rules))


def test_a_draw_of_two_pairs_has_no_plate():
    assert resolved((1, 2), []).plate == ()


def test_plate_rounds_are_numbered_after_the_other_rounds():
    bracket = resolved(EIGHT, [])

    assert [[match.code for match in of_round] for of_round in bracket.plate] == [["R4-M1", "R4-M2"], ["R5-M1"]]
    assert bracket.final.code == "R3-M1"
    assert bracket.matches["R5-M1"].sides == (Awaiting(WinnerOf("R4-M1")), Awaiting(WinnerOf("R4-M2")))
    assert bracket.matches["R4-M1"].before == ("R1-M1", "R1-M2")


def test_the_loser_of_a_match_of_round_1_enters_the_plate_at_its_place():
    bracket = resolved(EIGHT, [ended("R1-M1", 2, 1), ended("R1-M2", 3, 4)])

    assert entrants(bracket) == [Entrant(1), Entrant(4), waits(3), waits(4)]
    assert bracket.matches["R4-M1"].stage is Stage.READY


def test_a_pair_with_a_bye_enters_if_it_loses_its_match_of_round_2():
    results = [ended("R1-M2", 2, 3), ended("R1-M3", 5, 6)]

    assert entrants(resolved(SIX, [])) == [waits(number) for number in (1, 2, 3, 4)]
    assert entrants(resolved(SIX, [*results, ended("R2-M1", 2, 1)]))[:2] == [Entrant(1), Entrant(3)]
    assert entrants(resolved(SIX, [*results, ended("R2-M1", 1, 2)]))[:2] == [Nobody("first match won"), Entrant(3)]
    assert entrants(resolved(SIX, results, rules=PlateRules(until=1)))[::3] == [Nobody("no match lost")] * 2


@pytest.mark.parametrize(
    ("first", "second", "rules", "entrant"),
    [
        (ended("R1-M1", 1, 2, ResultKind.WALKOVER), None, USUAL, waits(1)),
        (ended("R1-M1", 1, 2, ResultKind.WALKOVER), ended("R2-M1", 3, 1), USUAL, Entrant(1)),
        (ended("R1-M1", 1, 2, ResultKind.WALKOVER), ended("R2-M1", 1, 3), USUAL, Nobody("first match won")),
        (ended("R1-M1", 1, 2, ResultKind.WALKOVER), ended("R2-M1", 3, 1), PlateRules(walkover=True), Entrant(2)),
        (ended("R1-M1", 1, 2), ended("R2-M1", 3, 1), PlateRules(conceded=False), Nobody("conceded")),
        (Result("R1-M1", (1, 2), ResultKind.DOUBLE_DEFAULT, None), None, USUAL, Nobody("double default")),
        (ended("R1-M1", 1, 2, ResultKind.SUCCESSION), None, USUAL, Nobody("withdrawn")),
        (ended("R1-M1", 1, 2, ResultKind.RULING), None, USUAL, Entrant(2)),
        (Result("R1-M1", (1, 2), ResultKind.PLAYED, 1, (500, 90), 2), None, USUAL, Entrant(1)),
    ],
)
def test_the_plate_entrant_follows_from_the_first_match_played(first, second, rules, entrant):
    results = [first, ended("R1-M2", 3, 4), *([second] if second else [])]

    assert entrants(resolved((1, 2, 3, 4), results, rules=rules))[0] == entrant


def test_a_pair_that_withdrew_before_its_first_match_is_out():
    assert entrants(resolved(EIGHT, [], [2]))[0] == waits(1)
    assert entrants(resolved(EIGHT, [], [2], rules=PlateRules(walkover=True)))[0] == Nobody("withdrawn")


def test_a_pair_that_withdraws_after_its_first_match_gives_a_walkover_in_the_plate():
    bracket = resolved(EIGHT, [ended("R1-M1", 2, 1), ended("R1-M2", 3, 4)], [1])

    assert bracket.matches["R4-M1"].result == ended("R4-M1", 4, 1, ResultKind.WALKOVER)


def test_a_place_without_a_first_loser_is_vacant():
    bracket = resolved(SIX, [ended("R1-M2", 2, 3), ended("R1-M3", 5, 6), ended("R2-M1", 1, 2)])

    assert bracket.matches["R4-M1"].stage is Stage.VACANT
    assert bracket.matches["R4-M1"].advances == Entrant(3)


def test_plate_pairs_are_still_playing_but_can_no_longer_win_the_competition():
    bracket = resolved(EIGHT, [ended("R1-M1", 1, 2), ended("R1-M2", 3, 4)])

    assert bracket.alive == {1, 3, 5, 6, 7, 8}
    assert bracket.playing == {1, 2, 3, 4, 5, 6, 7, 8}
    assert resolved(EIGHT, [ended("R1-M1", 1, 2), ended("R1-M2", 3, 4), ended("R4-M1", 2, 4)]).playing == {
        *(1, 2, 3, 5, 6, 7, 8)
    }


class PlateSeason(Season):
    """A season with a plate."""

    def __init__(self, pairs: int, rules: PlateRules) -> None:
        super().__init__(pairs)
        self.main = self.spots
        self.spots = with_plate(self.main, rules)


PAIRS = strategies.integers(3, 40)
RULES = strategies.builds(PlateRules, strategies.sampled_from((1, 2)), strategies.booleans(), strategies.booleans())


@given(PAIRS, RULES, HISTORIES)
def test_no_pair_is_alive_in_both_draws_and_no_two_plate_pairs_have_met(pairs, rules, moves):
    for bracket in PlateSeason(pairs, rules).play(moves):
        numbers = [side.number for side in entrants(bracket) if isinstance(side, Entrant)]
        main, plate = ([match for of_round in part for match in of_round] for part in (bracket.rounds, bracket.plate))
        met = {frozenset(match.pairs) for match in main if match.result}

        assert len(set(numbers)) == len(numbers)
        assert not {*numbers} & (bracket.alive | {bracket.champion})
        assert not any(match.pairs and frozenset(match.pairs) in met for match in plate)


@given(PAIRS, RULES, HISTORIES, strategies.randoms(use_true_random=False))
def test_main_draw_and_plate_end_in_the_state_of_their_final_facts(pairs, rules, moves, chance):
    season = PlateSeason(pairs, rules)
    for _ in season.play(moves):
        pass
    last = {(result.match, result.pairs): result for result in season.log}

    again = resolve(season.spots, chance.sample([*last.values()], len(last)), season.withdrawn)
    assert again == season.bracket


@given(PAIRS, RULES, HISTORIES, strategies.integers(0, 999))
def test_a_result_reversed_and_restored_leaves_the_plate_unchanged(pairs, rules, moves, which):
    season = PlateSeason(pairs, rules)
    for _ in season.play(moves):
        pass
    before = season.bracket
    decided = [result for match in before.matches.values() if (result := match.result) in season.log and result.winner]
    if decided:
        result = decided[which % len(decided)]
        others = sum(result.pairs) - result.winner
        season.log.append(Result(result.match, result.pairs, ResultKind.RULING, others))
        assert season.bracket.matches[result.match].winner == others
        season.log.append(result)

        assert season.bracket == before


@given(PAIRS, RULES, HISTORIES)
def test_the_plate_changes_nothing_in_the_main_draw(pairs, rules, moves):
    season = PlateSeason(pairs, rules)
    for bracket in season.play(moves):
        rounds = len(bracket.rounds)
        of_main = [result for result in season.log if int(result.match[1:].split("-")[0]) <= rounds]

        assert resolve(season.main, of_main, season.withdrawn).rounds == bracket.rounds
