"""Tests of seasons with invented results."""

import pytest

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
