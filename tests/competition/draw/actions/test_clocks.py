"""Tests for starting a round of a competition on one day, and for changing its clock."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from competition.audit.events import Event
from competition.draw.actions.rounds import change_end, start_round, undo_start
from competition.draw.models.rounds import RoundClock
from competition.draw.queries.clocks import next_round, running_round
from competition.draw.queries.draw import clear_cache
from competition.draw.rules.clock import Clock
from competition.draw.rules.result import ResultKind
from scoring.rules.refusal import Refused, Stale
from tests import stories
from tests.competition.transfer.test_file import moved
from tests.competition.worlds import send_in

# Match 1 is a bye for pair 2, and match 4 a bye for pair 4.
pytestmark = [pytest.mark.django_db, pytest.mark.published(6, minutes=60, deals=8)]
A_MINUTE = timedelta(minutes=1)


def start(competition, number: int = 1) -> Clock:
    return start_round(competition, number, by=stories.organiser_of(competition))


def change(competition, minutes: int, shown: int) -> Clock:
    return change_end(competition, 1, minutes=minutes, shown=shown, by=stories.organiser_of(competition))


def undo(competition, shown: int, number: int = 1) -> None:
    undo_start(competition, number, shown=shown, by=stories.organiser_of(competition))


def decide(competition, *codes: str) -> None:
    for code in codes:
        stories.settle(competition, code, kind=ResultKind.CONCEDED)


def clocks(competition) -> list[bool]:
    """Return True for each round that was started."""
    return [round.clock is not None for round in stories.now(competition).rounds]


def test_a_round_starts_now_and_ends_after_its_minutes(competition):
    made = start(competition)

    draw = stories.now(competition)
    assert draw.rounds[0].clock == made
    assert running_round(draw) == draw.rounds[0]
    assert 59 * A_MINUTE < made.ends_at - made.starts_at <= 60 * A_MINUTE
    assert draw.matches["R1-M2"].clock == made
    assert competition.log.first().event == Event.ROUND_TIMED
    assert (
        competition.log.first().text == f"Started the quarter-finals, until {timezone.localtime(made.ends_at):%H:%M}."
    )


def test_tables_are_the_matches_to_play_from_the_top(competition):
    tables = {code: state.table for code, state in stories.now(competition).matches.items()}

    assert tables == {
        "R1-M1": None,
        "R1-M2": 1,
        "R1-M3": 2,
        "R1-M4": None,
        "R2-M1": 1,
        "R2-M2": 2,
        "R3-M1": 1,
    }


def test_other_competitions_have_no_tables_and_no_clock():
    competition = stories.published(4)

    assert {state.table for state in stories.now(competition).matches.values()} == {None}
    with pytest.raises(Refused, match="The conditions give no minutes for a match"):
        start(competition)


def test_a_second_start_changes_nothing(competition):
    assert start(competition) == start(competition)
    assert RoundClock.objects.count() == 1
    assert competition.log.filter(event=Event.ROUND_TIMED).count() == 1


def test_a_round_waits_for_every_earlier_result(competition):
    start(competition)
    decide(competition, "R1-M2")

    with pytest.raises(Refused, match="There is no official result yet of match 3 of the quarter-finals."):
        start(competition, 2)
    decide(competition, "R1-M3")
    assert next_round(stories.now(competition)).number == 2
    start(competition, 2)
    assert clocks(competition) == [True, True, False]


def test_a_decided_round_is_not_started(competition):
    decide(competition, "R1-M2", "R1-M3")

    assert next_round(stories.now(competition)).number == 2
    with pytest.raises(Refused, match="All matches of the quarter-finals are decided"):
        start(competition)


def test_there_is_no_round_after_the_final(competition):
    with pytest.raises(Refused, match="There is no such round"):
        start(competition, 4)
    decide(competition, "R1-M2", "R1-M3", "R2-M1", "R2-M2", "R3-M1")
    assert next_round(stories.now(competition)) is None


def test_more_minutes_and_time_move_only_the_end(competition):
    first = start(competition)

    later = change(competition, 5, first.key)
    assert (later.starts_at, later.ends_at) == (first.starts_at, first.ends_at + 5 * A_MINUTE)
    called = change(competition, 0, later.key)
    assert called.starts_at == first.starts_at
    assert called.minutes_left(timezone.now()) == 0
    again = change(competition, 5, called.key)
    assert again.minutes_left(timezone.now()) == 5
    assert stories.now(competition).rounds[0].clock == again
    assert RoundClock.objects.count() == 4


def test_a_change_of_another_clock_is_refused(competition):
    first = start(competition)
    change(competition, 5, first.key)

    with pytest.raises(Stale, match="The clock of the quarter-finals was changed"):
        change(competition, 5, first.key)
    assert RoundClock.objects.count() == 2


def test_a_start_can_be_undone_and_made_again(competition):
    first = start(competition)
    second = change(competition, 5, first.key)
    undo(competition, second.key)

    assert clocks(competition) == [False] * 3
    with pytest.raises(Refused, match="was undone. Reload the page."):
        change(competition, 5, second.key)
    third = start(competition)
    assert stories.now(competition).rounds[0].clock == third
    assert competition.log.filter(event=Event.ROUND_TIMED).count() == 4


def test_a_start_stays_once_a_deal_or_a_result_is_stored(competition):
    clock = start(competition)
    send_in(competition, "R1-M2")

    with pytest.raises(Refused, match="Play has begun"):
        undo(competition, clock.key)
    assert clocks(competition) == [True, False, False]


def test_the_start_of_a_round_stays_after_that_of_the_next(competition):
    clock = start(competition)
    decide(competition, "R1-M2", "R1-M3")
    start(competition, 2)

    with pytest.raises(Refused, match="Play has begun"):
        undo(competition, clock.key)


def test_a_round_cannot_end_before_it_starts(competition):
    clock = start(competition)
    row = RoundClock.objects.get()
    earlier = {"starts_at": clock.starts_at, "ends_at": clock.starts_at - A_MINUTE}
    why = {"reason": "For the test", "at": row.at, "decided_by": row.decided_by}

    with pytest.raises(IntegrityError), transaction.atomic():
        RoundClock.objects.create(round=row.round, **earlier, **why)


def test_a_file_has_the_clock(competition):
    clock = start(competition)

    copy = stories.now(moved(competition)[1]).rounds[0].clock
    assert (copy.starts_at, copy.ends_at) == (clock.starts_at, clock.ends_at)


def test_clocks_take_one_query_for_any_number_of_rounds(competition, django_assert_num_queries):
    def read() -> None:
        clear_cache()
        stories.now(competition)

    start(competition)
    clear_cache()
    with django_assert_num_queries(9):
        read()
    decide(competition, "R1-M2", "R1-M3")
    start(competition, 2)
    with django_assert_num_queries(9):
        read()
