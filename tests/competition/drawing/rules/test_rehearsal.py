from datetime import date

import pytest

from competition.drawing.rules.rehearsal import holiday_on, oddities, plan, play_by_dates
from tests.competition.sizes import SIZES

MAY = date(2026, 5, 2)


def test_twenty_seven_pairs_need_five_rounds():
    found = plan(27, MAY, weeks=4)

    assert (found.byes, found.matches, found.days, found.final_by) == (5, 26, 28, date(2026, 9, 19))
    assert [(round.name, round.matches, round.play_by) for round in found.rounds] == [
        ("Round 1", 11, date(2026, 5, 30)),
        ("Round 2", 8, date(2026, 6, 27)),
        ("Quarter-finals", 4, date(2026, 7, 25)),
        ("Semi-finals", 2, date(2026, 8, 22)),
        ("Final", 1, date(2026, 9, 19)),
    ]


def test_number_of_matches_is_one_less_than_pairs():
    for pairs in SIZES:
        found = plan(pairs, MAY)

        assert sum(round.matches for round in found.rounds) == found.matches == pairs - 1
        assert found.byes + pairs == 2 ** len(found.rounds)


def test_every_round_lasts_the_same_number_of_weeks():
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
        ([date(2026, 5, 1)], [("R1", "ends on a date in the past")]),
    ],
)
def test_unusual_play_by_dates_are_reported(rounds, odd):
    named = [(f"R{number}", day) for number, day in enumerate(rounds, start=1)]

    assert list(oddities(MAY, named, today=MAY)) == odd


@pytest.mark.parametrize(
    ("day", "holiday"),
    [
        (date(2024, 3, 31), "Easter Sunday"),
        (date(2025, 4, 18), "Good Friday"),
        (date(2026, 4, 6), "Easter Monday"),
        (date(2038, 4, 25), "Easter Sunday"),
        (date(2285, 3, 22), "Easter Sunday"),
        (date(2026, 4, 7), ""),
        (date(2027, 1, 1), "New Year’s Day"),
        (date(2026, 5, 4), "the early May bank holiday"),
        (date(2026, 5, 11), ""),
        (date(2026, 5, 25), "the spring bank holiday"),
        (date(2027, 5, 31), "the spring bank holiday"),
        (date(2026, 8, 31), "the summer bank holiday"),
        (date(2026, 8, 24), ""),
        (date(2026, 8, 30), ""),
        # Boxing Day 2026 and Christmas Day 2027 are Saturdays, so both holidays move.
        (date(2026, 12, 28), "the bank holiday after Christmas"),
        (date(2027, 12, 27), "the bank holiday after Christmas"),
        (date(2027, 12, 28), "the bank holiday after Christmas"),
        (date(2028, 12, 28), ""),
        (date(2028, 1, 3), "the bank holiday after New Year’s Day"),
        (date(2023, 1, 2), "the bank holiday after New Year’s Day"),
        (date(2029, 1, 2), ""),
    ],
)
def test_public_holidays_of_any_year_are_known(day, holiday):
    assert holiday_on(day) == holiday
