"""Tests for the play-by dates in a table of matches."""

from datetime import date

from competition.transfer.rules.table_dates import dates_of


def test_a_match_played_after_the_next_round_is_due_is_extended():
    day = date(2025, 6, 3)
    rounds = [{"R1-M1": day, "R1-M2": date(2025, 8, 1)}, {"R2-M1": date(2025, 7, 1)}]

    assert dates_of(rounds, day) == ((day, date(2025, 7, 1)), {"R1-M2": date(2025, 8, 1)})
