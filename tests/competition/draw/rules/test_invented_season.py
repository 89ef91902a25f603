"""Tests of seasons with invented results."""

import pytest

from competition.contest.rules.division import BY_ROUND
from competition.contest.rules.plate import PlateRules
from competition.draw.rules.invented_season import MOST_INVENTED, invented_season
from competition.draw.rules.sections import places_for, rounds_for


@pytest.mark.parametrize("pairs", [2, 3, 4, 5, 8, 22, 33, MOST_INVENTED])
@pytest.mark.parametrize("plate", [None, PlateRules(), PlateRules(1)])
def test_every_pair_but_the_champions_loses_once_in_the_draw(pairs, plate):
    season = invented_season(pairs, plate, 2, number=7)

    rounds = rounds_for(places_for(pairs))
    losers = [loser for of_round in season.rounds[:rounds] for _, loser in of_round.results]
    assert sorted([*losers, season.champion]) == [*range(1, pairs + 1)]
    assert season.champion in season.qualified
    assert len(season.qualified) == 2


@pytest.mark.parametrize("pairs", [3, 5, 22, 33])
def test_every_pair_of_the_plate_lost_in_the_draw_before(pairs):
    season = invented_season(pairs, PlateRules(), 0, number=1)

    first = season.rounds[rounds_for(places_for(pairs))]
    entrants = {pair for two in first.results for pair in two} | {*first.byes}
    early = {loser for of_round in season.rounds[:2] for _, loser in of_round.results}
    assert entrants
    assert entrants <= early
    assert season.plate_winner in entrants
    assert season.qualified == []


@pytest.mark.parametrize("pairs", [6, 9, 22])
@pytest.mark.parametrize("losers", [1, 2])
def test_no_pair_has_a_bye_after_round_1_if_closest_losers_play_on(pairs, losers):
    season = invented_season(pairs, None, 0, number=3, division=BY_ROUND, losers=losers)

    assert not any(of_round.byes for of_round in season.rounds[1:])
    names = [of_round.name for of_round in season.rounds]
    assert ("Repechage" in names) is (losers == 2)
    [repechage, *_] = [of_round for of_round in season.rounds if of_round.name == "Repechage"] or season.rounds[:1]
    assert losers == 1 or len(repechage.results) == 1
