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
