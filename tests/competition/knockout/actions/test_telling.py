"""Silence says nothing before the other pair has been told."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from competition.knockout.actions.telling import tell
from competition.knockout.formats import words
from competition.knockout.models.result_entry import ResultEntry
from competition.knockout.rules.stages import Stage
from competition.log.actions import Actor
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.worlds import at, send_in

pytestmark = pytest.mark.django_db
YEARS = timedelta(days=1000)


@pytest.fixture
def competition():
    return stories.published(4)


def stage(competition, moment) -> Stage:
    return at(competition, moment).matches["R1-M1"].stage


def test_silence_never_agrees_for_a_pair_that_nobody_has_told(competition):
    send_in(competition, "R1-M1")

    assert stage(competition, timezone.now() + YEARS) is Stage.SUBMITTED


def test_the_hours_run_from_when_the_pair_was_told(competition, monkeypatch):
    send_in(competition, "R1-M1")
    later = timezone.now() + timedelta(days=9)
    monkeypatch.setattr(timezone, "now", lambda: later)

    told = stories.tell(competition)

    ends = later + stories.SILENCE
    assert (told.told_at, told.agrees_at) == (later, ends)
    assert [stage(competition, moment) for moment in (ends - timedelta(seconds=1), ends)] == [
        Stage.SUBMITTED,
        Stage.OFFICIAL,
    ]


def test_to_be_told_again_gives_no_more_time(competition, monkeypatch):
    send_in(competition, "R1-M1")
    first, later = stories.tell(competition), timezone.now() + timedelta(hours=5)
    monkeypatch.setattr(timezone, "now", lambda: later)

    assert stories.tell(competition).told_at == first.told_at


def test_a_clock_behind_that_of_whoever_sent_it_in_tells_nobody_before(competition, monkeypatch):
    send_in(competition, "R1-M1")
    earlier = timezone.now() - timedelta(minutes=1)
    monkeypatch.setattr(timezone, "now", lambda: earlier)

    told = stories.tell(competition)

    assert told.told_at == told.at


def test_told_after_the_match_was_closed_for_a_time_silence_does_not_agree(competition):
    send_in(competition, "R1-M1")
    stories.settle(competition, "R1-M1", upper_wins=False)
    stories.undo(competition, "R1-M1")

    stories.tell(competition)

    assert stage(competition, timezone.now() + YEARS) is Stage.SUBMITTED


def test_where_both_must_confirm_a_pair_that_was_told_must_still_answer():
    competition = stories.published(2, confirmation="both")
    send_in(competition, "R1-M1")

    stories.tell(competition)

    assert stage(competition, timezone.now() + YEARS) is Stage.SUBMITTED


def test_a_newer_result_is_not_told_by_what_was_said_of_an_older(competition):
    send_in(competition, "R1-M1")

    with pytest.raises(Refused, match="waits for no answer any more"):
        tell(competition, "R1-M1", 2, how=ResultEntry.Told.PAGE, by=Actor())


@pytest.mark.database
@pytest.mark.parametrize(
    "columns",
    [
        {"told_at": None, "told_by": ""},
        {"told_at": timezone.now() - YEARS},
        {"silence_hours": 0},
    ],
)
def test_when_a_pair_was_told_is_written_once(competition, columns):
    send_in(competition, "R1-M1")
    stories.tell(competition)

    with pytest.raises(DatabaseError, match="kept as it is"), transaction.atomic():
        ResultEntry.objects.update(**columns)


@pytest.mark.database
@pytest.mark.parametrize("columns", [{"told_at": timezone.now() + YEARS}, {"told_by": "page"}])
def test_when_and_how_a_pair_was_told_are_known_together(competition, columns):
    send_in(competition, "R1-M1")

    with pytest.raises(DatabaseError, match="result_entry_told"), transaction.atomic():
        ResultEntry.objects.update(**columns)


def test_what_everybody_reads_says_from_when_the_time_runs(competition):
    send_in(competition, "R1-M1")
    state = stories.now(competition).matches["R1-M1"]

    assert words.standing(state).endswith(
        f"; it stands once {state.to_answer} have confirmed it, or said nothing for {stories.SILENCE_SAID} after "
        "being told of it."
    )


def test_the_log_tells_how_a_pair_came_to_know(competition):
    send_in(competition, "R1-M1")

    stories.tell(competition)

    pair, line = stories.now(competition).matches["R1-M1"].to_answer, competition.log.first()
    assert line.text.startswith(
        f"{pair} know of the result that was sent in, by the organiser. Silence agrees to it on "
    )


def test_where_silence_agrees_to_nothing_the_log_says_nothing_of_it():
    competition = stories.published(2, confirmation="both")
    send_in(competition, "R1-M1")

    stories.tell(competition)

    pair = stories.now(competition).matches["R1-M1"].to_answer
    assert competition.log.first().text == f"{pair} know of the result that was sent in, by the organiser."
