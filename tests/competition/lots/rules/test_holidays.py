from datetime import date

import pytest

from competition.lots.rules.holidays import holiday_on


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
        # Boxing Day 2026 is a Saturday; Christmas 2027 a Saturday, and both are made up for.
        (date(2026, 12, 28), "the bank holiday after Christmas"),
        (date(2027, 12, 27), "the bank holiday after Christmas"),
        (date(2027, 12, 28), "the bank holiday after Christmas"),
        (date(2028, 12, 28), ""),
        (date(2028, 1, 3), "the bank holiday after New Year’s Day"),
        (date(2023, 1, 2), "the bank holiday after New Year’s Day"),
        (date(2029, 1, 2), ""),
    ],
)
def test_holidays_are_known_in_any_year(day, holiday):
    assert holiday_on(day) == holiday
