"""Tests for the stages of a match."""

from datetime import UTC, datetime, timedelta

from competition.knockout.rules.stages import Answer, Stage, is_confirmed_automatically, stage

NOON = datetime(2026, 5, 30, 12, tzinfo=UTC)


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
