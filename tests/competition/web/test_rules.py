from datetime import date

import pytest

from competition.web.rules import days_around, whole_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("999999999", 999_999_999)])
def test_a_number_is_read_from_its_digits(text, number):
    assert whole_number(text) == number


@pytest.mark.parametrize("text", ["", "-1", "+1", "1.5", "1e9", " 1", "1_0", "٣", "²", "9" * 10, "9" * 5000])
def test_text_that_is_not_a_number_gives_none(text):
    assert whole_number(text) is None


def test_dates_can_be_five_years_from_the_season():
    assert days_around(2026) == (date(2021, 1, 1), date(2031, 12, 31))


def test_dates_for_two_years_span_both_years():
    assert days_around(2026, 1987) == (date(1982, 1, 1), date(2031, 12, 31))
