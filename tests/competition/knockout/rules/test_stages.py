"""Tests for the stages of a match."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from competition.knockout.rules.stages import Answer, Stage, is_confirmed_automatically, is_overdue, stage

NOON = datetime(2026, 5, 30, 12, tzinfo=UTC)
PLAY_BY = date(2026, 5, 31)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (Stage.WAITING, Stage.WAITING),
        (Stage.OFFICIAL, Stage.OFFICIAL),
        (Stage.BYE, Stage.BYE),
        (Stage.VACANT, Stage.VACANT),
    ],
)
def test_the_draw_alone_sets_the_stage_of_an_unplayable_match(state, expected):
    assert stage(state, started=True, answer=Answer.DISPUTED) == expected


def test_a_match_without_a_score_sheet_is_ready():
    assert stage(Stage.READY, started=False, answer=None) == Stage.READY


def test_a_started_score_sheet_puts_a_match_in_play():
    assert stage(Stage.READY, started=True, answer=None) == Stage.IN_PLAY


@pytest.mark.parametrize("started", [False, True])
def test_a_reported_result_awaits_a_reply(started):
    assert stage(Stage.READY, started=started, answer=Answer.NONE) == Stage.SUBMITTED


@pytest.mark.parametrize("started", [False, True])
def test_a_disputed_result_awaits_the_organiser(started):
    assert stage(Stage.READY, started=started, answer=Answer.DISPUTED) == Stage.DISPUTED


@pytest.mark.parametrize("answer", [Answer.TAKEN_BACK, Answer.CONFIRMED])
def test_a_report_that_no_longer_counts_is_ignored(answer):
    assert stage(Stage.READY, started=False, answer=answer) == Stage.READY
    assert stage(Stage.READY, started=True, answer=answer) == Stage.IN_PLAY


@pytest.mark.parametrize(
    ("now", "agrees"),
    [(NOON - timedelta(seconds=1), False), (NOON, True), (NOON + timedelta(days=3), True)],
)
def test_a_result_is_confirmed_automatically_at_the_deadline(now, agrees):
    assert is_confirmed_automatically(NOON, Answer.NONE, now) is agrees


def test_a_result_without_a_deadline_is_never_confirmed():
    assert is_confirmed_automatically(None, Answer.NONE, NOON + timedelta(days=365)) is False


@pytest.mark.parametrize("answer", [answer for answer in Answer if answer != Answer.NONE])
def test_an_answered_result_is_never_confirmed_automatically(answer):
    assert is_confirmed_automatically(NOON, answer, NOON + timedelta(days=3)) is False


@pytest.mark.parametrize(
    ("today", "overdue"), [(date(2026, 5, 31), False), (date(2026, 6, 7), False), (date(2026, 6, 8), True)]
)
def test_a_match_is_overdue_after_the_report_days(today, overdue):
    assert is_overdue(PLAY_BY, 7, today, Stage.READY) is overdue


@pytest.mark.parametrize("open_stage", [Stage.READY, Stage.IN_PLAY])
def test_an_open_match_without_a_report_is_overdue(open_stage):
    assert is_overdue(PLAY_BY, 7, date(2026, 7, 1), open_stage) is True


@pytest.mark.parametrize("other_stage", [s for s in Stage if s not in (Stage.READY, Stage.IN_PLAY)])
def test_a_match_in_any_other_stage_is_not_overdue(other_stage):
    assert is_overdue(PLAY_BY, 7, date(2026, 7, 1), other_stage) is False
