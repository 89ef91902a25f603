"""Tests of the plate: its places follow the first matches of the main draw, through every correction."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, strategies

from competition.draw.rules.bracket import Awaiting, Bracket, Nobody, Occupant, resolve
from competition.draw.rules.result import Result, ResultKind, Stage
from competition.draw.rules.sources import Entrant, FirstLoser, WinnerOf, knockout, knockout_of, plate_of
from scoring.rules.refusal import Refused
from tests.competition.draw.rules.season import MOVES, Season

EIGHT = (1, 2, 3, 4, 5, 6, 7, 8)
# Pair 1 has a bye in match 1, and pair 4 in match 4.
SIX = (1, None, 2, 3, 5, 6, 4, None)
RESULTS = [name for name in MOVES if name not in ("withdraw", "return", "undo")]


def entrants(bracket: Bracket) -> list[Occupant]:
    """Return who stands at the places of round 1, from the top."""
    return [side for match in bracket.rounds[0] for side in match.sides]


def plate(places: tuple[int | None, ...], results: list[Result], withdrawn: list[int] = (), **conditions) -> Bracket:
    """Return the plate of a main draw with these results, before its own matches."""
    main = resolve(knockout_of(places), results, withdrawn)
    return resolve(plate_of("main", len(places), **conditions), [], withdrawn, {"main": main})


def ended(match: str, winner: int, loser: int, kind: ResultKind = ResultKind.CONCEDED) -> Result:
    return Result(match, (min(winner, loser), max(winner, loser)), kind, winner)


def waits(number: int) -> Awaiting:
    return Awaiting(FirstLoser(f"R1-M{number}", "main"))


def test_the_loser_of_a_match_of_round_1_enters_the_plate_at_its_place():
    bracket = plate(EIGHT, [ended("R1-M1", 2, 1), ended("R1-M2", 3, 4)])

    assert entrants(bracket) == [Entrant(1), Entrant(4), waits(3), waits(4)]
    assert bracket.matches["R1-M1"].stage is Stage.READY


def test_a_pair_with_a_bye_enters_if_it_loses_its_match_of_round_2():
    results = [ended("R1-M2", 2, 3), ended("R1-M3", 5, 6)]

    assert entrants(plate(SIX, [])) == [waits(number) for number in (1, 2, 3, 4)]
    assert entrants(plate(SIX, [*results, ended("R2-M1", 2, 1)]))[:2] == [Entrant(1), Entrant(3)]
    assert entrants(plate(SIX, [*results, ended("R2-M1", 1, 2)]))[:2] == [Nobody("first match won"), Entrant(3)]
    assert entrants(plate(SIX, results, until=1))[::3] == [Nobody("no match lost")] * 2


@pytest.mark.parametrize(
    ("first", "second", "conditions", "entrant"),
    [
        (ended("R1-M1", 1, 2, ResultKind.WALKOVER), None, {}, Awaiting(FirstLoser("R1-M1", "main"))),
        (ended("R1-M1", 1, 2, ResultKind.WALKOVER), ended("R2-M1", 3, 1), {}, Entrant(1)),
        (ended("R1-M1", 1, 2, ResultKind.WALKOVER), ended("R2-M1", 1, 3), {}, Nobody("first match won")),
        (ended("R1-M1", 1, 2, ResultKind.WALKOVER), ended("R2-M1", 3, 1), {"walkover": True}, Entrant(2)),
        (ended("R1-M1", 1, 2), ended("R2-M1", 3, 1), {"conceded": False}, Nobody("conceded")),
        (Result("R1-M1", (1, 2), ResultKind.DOUBLE_DEFAULT, None), None, {}, Nobody("double default")),
        (ended("R1-M1", 1, 2, ResultKind.SUCCESSION), None, {}, Nobody("withdrawn")),
        (ended("R1-M1", 1, 2, ResultKind.RULING), None, {}, Entrant(2)),
        (Result("R1-M1", (1, 2), ResultKind.PLAYED, 1, (500, 90), 2), None, {}, Entrant(1)),
    ],
)
def test_who_enters_follows_from_the_first_match_that_was_played(first, second, conditions, entrant):
    results = [first, ended("R1-M2", 3, 4), *([second] if second else [])]

    assert entrants(plate((1, 2, 3, 4), results, **conditions))[0] == entrant


def test_a_pair_that_withdrew_before_its_first_match_is_out():
    assert entrants(plate(EIGHT, [], [2]))[0] == waits(1)
    assert entrants(plate(EIGHT, [], [2], walkover=True))[0] == Nobody("withdrawn")


def test_a_pair_that_withdraws_after_its_first_match_gives_a_walkover_in_the_plate():
    bracket = plate(EIGHT, [ended("R1-M1", 2, 1), ended("R1-M2", 3, 4)], [1])

    assert bracket.matches["R1-M1"].result == ended("R1-M1", 4, 1, ResultKind.WALKOVER)


def test_a_place_without_a_first_loser_is_vacant():
    bracket = plate(SIX, [ended("R1-M2", 2, 3), ended("R1-M3", 5, 6), ended("R2-M1", 1, 2)])

    assert bracket.matches["R1-M1"].stage is Stage.VACANT
    assert bracket.matches["R1-M1"].advances == Entrant(3)


def test_a_match_may_not_wait_for_a_later_one():
    late = knockout([WinnerOf("R2-M1"), Entrant(1), Entrant(2), Entrant(3)])
    with pytest.raises(Refused, match=r"A place of R1-M1 waits for a match that is not before it\."):
        resolve(late, [])


class PlateSeason(Season):
    """The plate of a season, with results and corrections of its own."""

    def __init__(self, main: Season, chance: Random) -> None:
        super().__init__(len(main.places))
        conditions = {
            "until": chance.choice((1, 2)),
            "walkover": chance.random() < 0.3,
            "conceded": chance.random() < 0.8,
        }
        self.main, self.spots = main, plate_of("main", len(main.places), **conditions)

    @property
    def bracket(self) -> Bracket:
        return resolve(self.spots, self.log, self.main.withdrawn, {"main": self.main.bracket})


def play(pairs: int, chance: Random) -> tuple[Season, PlateSeason]:
    """Yield the main draw and the plate after each random act in one of them."""
    main = Season(pairs)
    beside = PlateSeason(main, chance)
    for _ in range(chance.randint(1, 40)):
        moves, season = (RESULTS, beside) if chance.random() < 0.4 else ([*MOVES], main)
        for _ in season.play([(chance.choice(moves), chance.randrange(1000), chance.randrange(1000))]):
            yield main, beside


@given(strategies.integers(3, 40), strategies.randoms(use_true_random=False))
def test_no_pair_is_alive_in_both_draws_and_no_two_pairs_of_the_plate_have_met(pairs, chance):
    for main, beside in play(pairs, chance):
        bracket, of_plate = main.bracket, beside.bracket
        numbers = [side.number for side in entrants(of_plate) if isinstance(side, Entrant)]
        met = {frozenset(match.pairs) for match in bracket.matches.values() if match.result}

        assert len(set(numbers)) == len(numbers)
        assert not {*numbers} & (bracket.alive | {bracket.champion})
        assert not any(match.pairs and frozenset(match.pairs) in met for match in of_plate.matches.values())
        assert all(match.result.pairs == match.pairs for match in of_plate.matches.values() if match.result)


@given(strategies.integers(3, 40), strategies.randoms(use_true_random=False))
def test_both_draws_end_in_the_state_of_their_final_facts(pairs, chance):
    *_, (main, beside) = play(pairs, chance)
    last = {(result.match, result.pairs): result for result in beside.log}
    of_main = {(result.match, result.pairs): result for result in main.log}
    again = resolve(knockout_of(main.places), chance.sample([*of_main.values()], len(of_main)), main.withdrawn)

    shuffled = chance.sample([*last.values()], len(last))
    assert resolve(beside.spots, shuffled, main.withdrawn, {"main": again}) == beside.bracket


@given(strategies.integers(3, 40), strategies.randoms(use_true_random=False), strategies.integers(0, 999))
def test_a_result_turned_round_and_back_restores_the_plate(pairs, chance, which):
    *_, (main, beside) = play(pairs, chance)
    before = beside.bracket
    decided = [match.result for match in main.bracket.matches.values() if match.result and match.result.winner]
    if decided and (result := decided[which % len(decided)]) in main.log:
        main.log.append(Result(result.match, result.pairs, ResultKind.RULING, sum(result.pairs) - result.winner))
        assert beside.bracket.matches.keys() == before.matches.keys()
        main.log.append(result)

        assert beside.bracket == before
