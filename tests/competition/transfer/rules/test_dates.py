"""Tests for the play-by dates of a table of matches."""

from datetime import date

import pytest

from competition.transfer.rules.dates import dates_of, read_date

DAY = date(2025, 6, 3)


@pytest.mark.parametrize(
    "text",
    ["2025-06-03", "2025/6/3", "3/6/2025", "03.06.2025", "3-6-25", "3 June 2025", "3-Jun-2025", "2025-06-03 00:00:00"],
)
def test_a_date_is_read_with_the_day_before_the_month(text):
    assert read_date(text) == DAY


@pytest.mark.parametrize("text", ["3/6", "3 June", "6/23/2025", "45811", "2025-13-01", "soon", "3/6/2025 or 4/6/2025"])
def test_other_texts_are_no_dates(text):
    assert read_date(text) is None


def test_a_match_after_the_next_round_is_extended():
    rounds = [{"R1-M1": DAY, "R1-M2": date(2025, 8, 1)}, {"R2-M1": date(2025, 7, 1)}]

    assert dates_of(rounds, DAY) == ((DAY, date(2025, 7, 1)), {"R1-M2": date(2025, 8, 1)})
