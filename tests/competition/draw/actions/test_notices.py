"""Tests for the reply time, which starts when the other pair is notified."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from competition.audit.actions import Actor
from competition.draw.actions.meetings import record_notice
from competition.draw.models.result_entry import Notice
from competition.draw.presenters import words
from competition.draw.rules.result import Stage
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.worlds import at, send_in

pytestmark = pytest.mark.published(4)
YEARS = timedelta(days=1000)


def stage(competition, moment) -> Stage:
    return at(competition, moment).matches["R1-M1"].stage


def test_the_reply_time_runs_from_the_first_notification(competition, monkeypatch):
    send_in(competition, "R1-M1")
    assert stage(competition, timezone.now() + YEARS) is Stage.SUBMITTED
    later = timezone.now() + timedelta(days=9)
    monkeypatch.setattr(timezone, "now", lambda: later)

    told = stories.notify(competition)

    ends = later + stories.REPLY_TIME
    assert (told.notified_at, told.reply_deadline) == (later, ends)
    assert [stage(competition, moment) for moment in (ends - timedelta(seconds=1), ends)] == [
        Stage.SUBMITTED,
        Stage.OFFICIAL,
    ]
    monkeypatch.setattr(timezone, "now", lambda: later + timedelta(hours=5))
    assert stories.notify(competition).notified_at == later


def test_a_pair_is_never_notified_before_the_report(competition, monkeypatch):
    send_in(competition, "R1-M1")
    earlier = timezone.now() - timedelta(minutes=1)
    monkeypatch.setattr(timezone, "now", lambda: earlier)

    told = stories.notify(competition)

    assert told.notified_at == told.at


def test_a_report_needs_a_confirmation_after_a_ruling_is_undone(competition):
    send_in(competition, "R1-M1")
    stories.settle(competition, "R1-M1", upper_wins=False)
    stories.undo(competition, "R1-M1")

    stories.notify(competition)

    assert stage(competition, timezone.now() + YEARS) is Stage.SUBMITTED


def test_a_notification_does_not_replace_a_confirmation():
    competition = stories.published(2, confirmation="both")
    send_in(competition, "R1-M1")

    stories.notify(competition)

    assert stage(competition, timezone.now() + YEARS) is Stage.SUBMITTED


def test_tell_refuses_the_number_of_another_result(competition):
    send_in(competition, "R1-M1")

    with pytest.raises(Refused, match="This result already has a reply"):
        record_notice(competition, "R1-M1", 2, how=Notice.Channel.PAGE, by=Actor())


@pytest.mark.database
def test_a_notification_is_stored_only_once(competition):
    send_in(competition, "R1-M1")
    told = stories.notify(competition)

    for columns in ({"at": timezone.now() - YEARS}, {"channel": "page"}):
        with pytest.raises(DatabaseError, match="cannot be changed or deleted"), transaction.atomic():
            Notice.objects.update(**columns)
    with pytest.raises(DatabaseError), transaction.atomic():
        Notice.objects.create(entry=told, at=timezone.now(), channel="email")


def test_the_public_text_says_when_the_reply_time_starts(competition):
    send_in(competition, "R1-M1")
    state = stories.now(competition).matches["R1-M1"]

    assert words.standing(state).endswith(
        f"; it is final when {state.to_answer} confirm it, or {stories.REPLY_TIME_SAID} after they are told."
    )


def test_the_log_says_how_a_pair_was_notified(competition):
    for conditions, ending in (({}, "It is final on "), ({"confirmation": "both"}, "")):
        competition = stories.published(2, **conditions)
        send_in(competition, "R1-M1")

        stories.notify(competition)

        pair, line = stories.now(competition).matches["R1-M1"].to_answer, competition.log.first()
        told = f"{pair} were told of the reported result, by the organiser."
        assert line.text.startswith(f"{told} {ending}".strip())
        assert (line.text == told) is not bool(ending)
