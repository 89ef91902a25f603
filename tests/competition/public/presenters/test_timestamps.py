from datetime import timedelta

import pytest
from django.utils import timezone

from competition.draw.queries.draw import identity
from competition.draw.rules.result import ResultKind
from competition.public.queries import last_change_at
from tests import stories
from tests.competition.worlds import agree, at, send_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def four():
    """Return a competition with a published draw of four pairs."""
    return stories.published(4)


def when_decided(now, code):
    return now.matches[code].decided_at


def withdraw(competition, number):
    stories.withdraw(competition.pairs.get(number=number), reason="moved away")


def test_a_report_alone_does_not_decide_a_match(four):
    stories.settle(four, "R1-M2")
    send_in(four, "R1-M1")
    now = stories.now(four)
    assert [when_decided(now, code) for code in ("R1-M1", "R2-M1")] == [None, None]
    assert when_decided(now, "R1-M2") == now.matches["R1-M2"].last.at

    agree(four, "R1-M1")

    now = stories.now(four)
    assert when_decided(now, "R1-M1") == now.matches["R1-M1"].last.answered_at


def test_automatic_confirmation_decides_after_the_reply_time(four):
    send_in(four, "R1-M1")
    told_at = stories.notify(four).notified_at

    now = at(four, timezone.now() + timedelta(days=30))
    assert when_decided(now, "R1-M1") == told_at + stories.REPLY_TIME


def test_a_withdrawal_decides_the_current_match(four):
    leaver = stories.now(four).matches["R1-M1"].pairs[0]

    withdraw(four, leaver.number)

    now = stories.now(four)
    assert when_decided(now, "R1-M1") == last_change_at(now) == now.pairs[leaver.number].withdrawn_at


def test_a_withdrawal_decides_a_match_once_opponents_are_known(four):
    stories.settle(four, "R1-M1")
    leaver = stories.now(four).matches["R2-M1"].pairs[0]
    withdraw(four, leaver.number)
    stories.settle(four, "R1-M2", kind=ResultKind.PLAYED, totals=(900, 800))

    now = stories.now(four)
    assert when_decided(now, "R2-M1") == when_decided(now, "R1-M2")


def test_an_unchanged_draw_has_the_time_of_publication(four):
    now = stories.now(four)

    assert last_change_at(now) == now.row.published_at


def test_reports_replies_and_rulings_update_the_time_of_the_draw(four):
    send_in(four, "R1-M1")
    sent = stories.now(four)
    agree(four, "R1-M1")
    answered = stories.now(four)
    stories.settle(four, "R1-M2")
    ruled = stories.now(four)

    rows = [sent.matches["R1-M1"].last.at, answered.matches["R1-M1"].last.answered_at, ruled.matches["R1-M2"].last.at]
    assert [last_change_at(now) for now in (sent, answered, ruled)] == rows


def test_automatic_confirmation_updates_the_time_of_the_draw(four):
    send_in(four, "R1-M1")
    last = stories.notify(four)
    sent, agreed = last.at, last.notified_at + stories.REPLY_TIME

    assert [last_change_at(at(four, moment)) for moment in (agreed - timedelta(seconds=1), agreed)] == [sent, agreed]


def test_an_event_keeps_its_identity_after_a_result(four):
    before = identity(stories.now(four), "R1-M1", 1, 2)
    stories.settle_round(four, 1)

    assert identity(stories.now(four), "R1-M1", 1, 2) == before


def test_different_events_have_different_identities(four):
    now, other = stories.now(four), stories.now(stories.published(4))

    assert len({identity(now, "R1-M1", 1, 2), identity(now, "R1-M1", 12), identity(other, "R1-M1", 1, 2)}) == 3
