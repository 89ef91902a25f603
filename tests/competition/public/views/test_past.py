"""Tests for the page of the draw at the end of an earlier day."""

from datetime import timedelta

import pytest
from django.utils import timezone

from competition.knockout.rules.result import Kind
from tests import stories
from tests.competition.public_reading import block, public, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return stories.published(4)


@pytest.fixture
def sleep(monkeypatch):
    """Return a function that lets nights pass."""
    begun, nights = timezone.now(), [0]

    def pass_time(many: int = 1) -> None:
        nights[0] += many
        moment = begun + timedelta(days=nights[0])
        monkeypatch.setattr(timezone, "now", lambda: moment)

    return pass_time


def on(client, competition, day: int):
    return client.get(public("draw", competition, day=day))


def test_a_result_appears_from_its_own_day(client, competition, sleep):
    sleep()
    stories.settle(competition, "R1-M1", kind=Kind.PLAYED, totals=(4730, 3980))
    sleep()

    assert [" beat " in block(on(client, competition, day), "R1-M1") for day in (1, 2)] == [False, True]


def test_withdrawals_and_extensions_appear_from_their_day(client, competition, sleep):
    sleep()
    stories.withdraw(stories.now(competition).matches["R1-M1"].pairs[1], reason="moved away")
    stories.extend(competition, "R1-M2")
    sleep()

    told = [text(on(client, competition, day)) for day in (1, 2)]
    assert ["w/o" in one for one in told] == [False, True]
    assert ["Fri 14 Jun 2030" in one for one in told] == [False, True]


def test_deals_are_not_shown_on_an_earlier_day(client, competition, sleep):
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal())
    sleep()

    assert "Deal 1" not in text(on(client, competition, 1))
    assert stories.now(competition).matches["R1-M1"].recorded == 1


def test_a_day_outside_the_past_shows_the_present_draw(client, competition, sleep):
    sleep()

    told = [text(on(client, competition, day)) for day in (1, 0, 2, 999, "x")]
    assert ["The draw at the end of" in one for one in told] == [True] + [False] * 4


def test_the_draw_links_to_the_days_with_a_result(client, competition, sleep):
    sleep(3)
    stories.settle(competition, "R1-M1")
    sleep()

    page = client.get(public("draw", competition)).content.decode()
    assert ['?day=4"' in page, '?day=1"' in page, '?day=2"' in page, 'max="4"' in page] == [True, True, False, True]
