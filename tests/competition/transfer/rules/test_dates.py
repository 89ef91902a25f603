"""Tests for the play-by dates of a table of matches."""

from datetime import date

from competition.transfer.rules.dates import dates_of

DAY = date(2025, 6, 3)


def test_a_match_after_the_next_round_is_extended():
    rounds = [{"R1-M1": DAY, "R1-M2": date(2025, 8, 1)}, {"R2-M1": date(2025, 7, 1)}]

    assert dates_of(rounds, DAY) == ((DAY, date(2025, 7, 1)), {"R1-M2": date(2025, 8, 1)})
