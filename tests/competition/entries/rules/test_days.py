"""Tests for reading the day of a past match."""

from datetime import date

import pytest

from competition.entries.rules.days import read_day

TODAY = date(2026, 11, 25)


@pytest.mark.parametrize(
    "text", ["12 Sep", "Sat 12 September 2026", "Sat. 12th Sept", "12/9", "12.9.26", "2026-09-12", "Sep 12, 2026"]
)
def test_a_day_is_read_as_people_write_it(text):
    assert read_day(text, TODAY) == date(2026, 9, 12)


def test_a_day_without_a_year_is_in_the_past():
    assert (read_day("26 Nov", TODAY), read_day("soon", TODAY)) == (date(2025, 11, 26), None)


@pytest.mark.parametrize(
    "text",
    ["2025-06-03", "2025/6/3", "3/6/2025", "03.06.2025", "3-6-25", "3 June 2025", "3-Jun-2025", "2025-06-03 00:00:00"],
)
def test_a_day_with_its_year_is_read_with_the_day_before_the_month(text):
    assert read_day(text) == date(2025, 6, 3)


@pytest.mark.parametrize("text", ["3/6", "3 June", "6/23/2025", "45811", "2025-13-01", "soon", "3/6/2025 or 4/6/2025"])
def test_other_texts_are_no_days_of_one_year(text):
    assert read_day(text) is None
