"""Tests for the stages of a match."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from competition.knockout.rules.stages import Answer, Stage, is_confirmed_automatically, is_overdue, stage

NOON = datetime(2026, 5, 30, 12, tzinfo=UTC)
PLAY_BY = date(2026, 5, 31)


def test_the_draw_and_the_report_set_the_stage():
    for state in (Stage.WAITING, Stage.OFFICIAL, Stage.BYE, Stage.VACANT):
        assert stage(state, started=True, answer=Answer.DISPUTED) == state
    for started, open_stage in ((False, Stage.READY), (True, Stage.IN_PLAY)):
        for answer in (None, Answer.TAKEN_BACK, Answer.CONFIRMED):
            assert stage(Stage.READY, started=started, answer=answer) == open_stage
        assert stage(Stage.READY, started=started, answer=Answer.NONE) == Stage.SUBMITTED
        assert stage(Stage.READY, started=started, answer=Answer.DISPUTED) == Stage.DISPUTED


def test_only_an_unanswered_result_is_confirmed_at_the_deadline():
    for answer in Answer:
        for more in (timedelta(0), timedelta(days=3)):
            assert is_confirmed_automatically(NOON, answer, NOON + more) is (answer is Answer.NONE)
        assert is_confirmed_automatically(NOON, answer, NOON - timedelta(seconds=1)) is False
    assert is_confirmed_automatically(None, Answer.NONE, NOON + timedelta(days=365)) is False


def test_an_open_match_is_overdue_after_the_report_days():
    for at in Stage:
        is_open = at in (Stage.READY, Stage.IN_PLAY)
        overdue = [is_overdue(PLAY_BY, 7, date(2026, *day), at) for day in ((5, 31), (6, 7), (6, 8))]
        assert overdue == [False, False, is_open]
