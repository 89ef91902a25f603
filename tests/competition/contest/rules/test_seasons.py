"""Tests for reading and naming seasons."""

from datetime import date

import pytest

from competition.contest.rules.seasons import Season, check_day, read
from scoring.rules.refusal import Refused


@pytest.mark.parametrize(
    "text", ["2026/27", "2026-27", "2026–27", "2026—27", "2026/2027", " 2026 / 27 ", "2026‑27", "2026\\27"]
)
def test_a_two_year_season_has_several_spellings(text):
    assert (read(text), read(text).name, read(text).address) == (Season(2026, True), "2026/27", "2026-27")


def test_a_season_of_one_year_is_read():
    assert (read("2026"), read("2026").name, read("2026").address) == (Season(2026), "2026", "2026")


def test_a_season_at_the_turn_of_the_century_is_read():
    assert (read("1999/00").name, read("1999/2000").name) == ("1999/00", "1999/00")


@pytest.mark.parametrize(
    "text", ["", "26", "26/27", "2026/", "2026/28", "2026/26", "2026/7", "2027/26", "soon", "20267"]
)
def test_text_that_is_not_a_season_is_refused(text):
    with pytest.raises(Refused):
        read(text)


@pytest.mark.parametrize("text", ["1899", "2201", "2201/02"])
def test_a_year_outside_the_limits_is_refused(text):
    with pytest.raises(Refused, match="between 1900 and 2200"):
        read(text)


@pytest.mark.parametrize("day", [date(2021, 1, 1), date(2029, 12, 31)])
def test_a_date_near_the_season_or_today_is_accepted(day):
    assert check_day(day, 2026, date(2024, 6, 1)) is None


@pytest.mark.parametrize("day", [date(1, 1, 1), date(2018, 12, 31), date(2032, 1, 1), date(9999, 12, 31)])
def test_a_date_far_from_season_and_today_is_refused(day):
    with pytest.raises(Refused) as refused:
        check_day(day, 2026, date(2024, 6, 1))

    assert str(refused.value) == "The dates of a 2026 competition are between 2019 and 2031. Choose another date."
