"""Tests for the page with the draw at the end of an earlier day."""

from datetime import timedelta

import pytest
from django.utils import timezone

from competition.draw.rules.result import ResultKind
from tests import stories
from tests.competition.public_reading import block, public, text
from tests.markup import markup

pytestmark = pytest.mark.published(4)


@pytest.fixture
def sleep(monkeypatch):
    """Return a function that advances the clock by this many nights."""
    begun, nights = timezone.now(), [0]

    def pass_time(many: int = 1) -> None:
        nights[0] += many
        moment = begun + timedelta(days=nights[0])
        monkeypatch.setattr(timezone, "now", lambda: moment)

    return pass_time


def on(client, competition, day: int):
    return client.get(public("draw", competition, day=day))


def test_the_draw_of_an_earlier_day_is_shown_as_it_was(client, competition, sleep):
    stories.record(stories.open_sheet(competition, "R1-M2")[0], stories.deal())
    sleep(3)
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(4730, 3980))
    stories.extend(competition, "R1-M2")
    sleep()

    past = {day: on(client, competition, day) for day in (1, 3, 4, 0, 5, 999, "x")}

    assert {day: "The draw at the end of" in text(page) for day, page in past.items()} == {
        **dict.fromkeys((1, 3, 4), True),
        **dict.fromkeys((0, 5, 999, "x"), False),
    }
    assert [" beat " in block(past[day], "R1-M1") for day in (1, 3, 4)] == [False, False, True]
    assert ["Fri 14 Jun 2030" in text(past[day]) for day in (1, 4)] == [False, True]
    # An earlier day does not show deals.
    assert "Deal 1" not in text(past[1])
    page = markup(client.get(public("draw", competition)))
    assert ['?day=4"' in page, '?day=1"' in page, '?day=2"' in page, 'max="4"' in page] == [True, True, False, True]
