from datetime import date, timedelta

import pytest

from competition.knockout.rules.result import Kind, Result
from competition.transfer.rules.starting import closing, lost_their_first, moved

FRIDAY = date(2026, 5, 29)


def test_dates_keep_their_weekday_in_the_next_season():
    assert [moved(FRIDAY, seasons) for seasons in (0, 1, 2)] == [FRIDAY, date(2027, 5, 28), date(2028, 5, 26)]


@pytest.mark.parametrize(
    ("day", "seasons", "closes"),
    [
        (FRIDAY, 1, date(2027, 5, 28)),
        (date(2020, 5, 29), 1, FRIDAY + timedelta(weeks=4)),
        (FRIDAY, 0, FRIDAY + timedelta(weeks=4)),
    ],
)
def test_a_past_closing_date_becomes_one_in_four_weeks(day, seasons, closes):
    assert closing(day, seasons, today=FRIDAY) == closes


def won(code: str, winner: int | None, *pairs: int) -> Result:
    return Result(code, pairs, Kind.WALKOVER if winner else Kind.DOUBLE_DEFAULT, winner)


@pytest.mark.parametrize(
    ("outcomes", "losers"),
    [
        ([], set()),
        ([won("R1-M1", 1, 1, 2)], {2}),
        ([won("R1-M1", 1, 1, 2), won("R2-M1", 3, 1, 3)], {2}),
        ([won("R1-M1", 1, 1, 2), won("R2-M1", 1, 1, 3)], {2, 3}),
        # Pair 1 keeps its place after the correction, although pair 2 won.
        ([Result("R1-M1", (1, 2), Kind.PLAYED, 2, (90, 920), keep_progress=1), won("R2-M1", 3, 1, 3)], {2}),
        ([won("R1-M1", None, 1, 2), won("R2-M2", 4, 3, 4)], {3}),
    ],
)
def test_pairs_that_lost_their_first_match_are_in_a_plate(outcomes, losers):
    assert lost_their_first(outcomes) == losers
