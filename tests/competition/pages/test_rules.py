from datetime import date

import pytest

from competition.pages.rules import days_around, whole_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("999999999", 999_999_999)])
def test_a_number_is_read_from_its_figures(text, number):
    assert whole_number(text) == number


@pytest.mark.parametrize("text", ["", "-1", "+1", "1.5", "1e9", " 1", "1_0", "٣", "²", "9" * 10, "9" * 5000])
def test_what_no_number_here_is_written_like_is_none(text):
    assert whole_number(text) is None


def test_the_days_of_a_season_reach_five_years_either_way():
    assert days_around(2026) == (date(2021, 1, 1), date(2031, 12, 31))


def test_the_days_around_two_years_reach_from_the_earlier_to_the_later():
    assert days_around(2026, 1987) == (date(1982, 1, 1), date(2031, 12, 31))
