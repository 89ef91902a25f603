"""From two pairs who know each other to an official result."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from competition.knockout.rules.stages import Answer, Stage, is_overdue, silence_agrees, stage

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
def test_the_draw_alone_decides_the_stage_of_a_match_that_nobody_is_to_play_now(state, expected):
    assert stage(state, started=True, answer=Answer.DISPUTED) == expected


def test_two_pairs_who_have_not_begun_are_ready():
    assert stage(Stage.READY, started=False, answer=None) == Stage.READY


def test_the_first_deal_puts_a_match_in_play():
    assert stage(Stage.READY, started=True, answer=None) == Stage.IN_PLAY


@pytest.mark.parametrize("started", [False, True])
def test_a_result_sent_in_waits_for_the_other_pair_with_or_without_a_sheet(started):
    assert stage(Stage.READY, started=started, answer=Answer.NONE) == Stage.SUBMITTED


@pytest.mark.parametrize("started", [False, True])
def test_a_disputed_result_waits_for_the_organiser(started):
    assert stage(Stage.READY, started=started, answer=Answer.DISPUTED) == Stage.DISPUTED


@pytest.mark.parametrize("answer", [Answer.TAKEN_BACK, Answer.CONFIRMED])
def test_a_result_that_no_longer_stands_leaves_the_match_as_it_was_before(answer):
    assert stage(Stage.READY, started=False, answer=answer) == Stage.READY
    assert stage(Stage.READY, started=True, answer=answer) == Stage.IN_PLAY


@pytest.mark.parametrize(
    ("now", "agrees"),
    [(NOON - timedelta(seconds=1), False), (NOON, True), (NOON + timedelta(days=3), True)],
)
def test_silence_agrees_from_the_stated_moment_on(now, agrees):
    assert silence_agrees(NOON, Answer.NONE, now) is agrees


def test_silence_never_agrees_where_both_pairs_must_confirm():
    assert silence_agrees(None, Answer.NONE, NOON + timedelta(days=365)) is False


@pytest.mark.parametrize("answer", [answer for answer in Answer if answer != Answer.NONE])
def test_silence_agrees_to_nothing_that_was_answered(answer):
    assert silence_agrees(NOON, answer, NOON + timedelta(days=3)) is False


@pytest.mark.parametrize(
    ("today", "overdue"), [(date(2026, 5, 31), False), (date(2026, 6, 7), False), (date(2026, 6, 8), True)]
)
def test_a_match_is_overdue_when_the_days_for_reporting_are_over(today, overdue):
    assert is_overdue(PLAY_BY, 7, today, Stage.READY) is overdue


@pytest.mark.parametrize("open_stage", [Stage.READY, Stage.IN_PLAY])
def test_only_a_match_without_a_result_sent_in_is_overdue(open_stage):
    assert is_overdue(PLAY_BY, 7, date(2026, 7, 1), open_stage) is True


@pytest.mark.parametrize("other_stage", [s for s in Stage if s not in (Stage.READY, Stage.IN_PLAY)])
def test_a_match_that_waits_or_has_been_reported_is_not_overdue(other_stage):
    assert is_overdue(PLAY_BY, 7, date(2026, 7, 1), other_stage) is False
