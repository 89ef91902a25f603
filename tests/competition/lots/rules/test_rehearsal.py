from datetime import date

import pytest

from competition.lots.rules.rehearsal import oddities, plan, play_by_dates
from tests.competition.sizes import SIZES

MAY = date(2026, 5, 2)


def test_27_pairs_play_5_rounds_with_5_byes():
    found = plan(27, MAY, weeks=4)

    assert (found.byes, found.matches, found.shortest, found.final_by) == (5, 26, 28, date(2026, 9, 19))
    assert [(round.name, round.matches, round.play_by) for round in found.rounds] == [
        ("Round 1", 11, date(2026, 5, 30)),
        ("Round 2", 8, date(2026, 6, 27)),
        ("Quarter-finals", 4, date(2026, 7, 25)),
        ("Semi-finals", 2, date(2026, 8, 22)),
        ("Final", 1, date(2026, 9, 19)),
    ]


@pytest.mark.parametrize("pairs", SIZES)
def test_every_pair_but_one_loses_a_match(pairs):
    found = plan(pairs, MAY)

    assert sum(round.matches for round in found.rounds) == found.matches == pairs - 1
    assert found.byes + pairs == 2 ** len(found.rounds)


def test_rounds_follow_each_other_by_so_many_weeks():
    assert play_by_dates(MAY, 2) == [date(2026, 6, 13), date(2026, 7, 25)]


@pytest.mark.parametrize(
    ("rounds", "odd"),
    [
        ([date(2026, 5, 30), date(2026, 6, 27)], []),
        ([date(2026, 12, 25)], [("R1", "ends on Christmas Day")]),
        ([date(2026, 5, 9)], [("R1", "has only 7 days")]),
        ([date(2026, 5, 30), date(2026, 6, 5)], [("R2", "has only 6 days")]),
        ([date(2026, 5, 30), date(2026, 5, 31)], [("R2", "has only 1 day")]),
        ([date(2026, 6, 13), date(2026, 7, 7)], []),
        ([MAY, date(2026, 6, 13), date(2026, 7, 7)], [("R3", "has 24 days, and the round before it 42")]),
        ([MAY, date(2026, 6, 13), date(2026, 7, 19)], []),
        ([date(2026, 5, 1)], [("R1", "ends on a day that is past")]),
    ],
)
def test_odd_dates_are_pointed_out(rounds, odd):
    named = [(f"R{number}", day) for number, day in enumerate(rounds, start=1)]

    assert list(oddities(MAY, named, today=MAY)) == odd
