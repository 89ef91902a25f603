"""Tests for when an unplayed match needs attention."""

from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace

import pytest

from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import Stage
from competition.entries.models import Away
from competition.match.queries.dates import Offers, Unplayed

TODAY = date(2026, 5, 10)
# Noon in these tests' time zone, which is UTC.
NOW = datetime(2026, 5, 10, 12, tzinfo=UTC)
DAY, MOMENT = timedelta(days=1), timedelta.resolution


@pytest.fixture(autouse=True)
def clock(settings):
    settings.TIME_ZONE = "UTC"


def unplayed(days: int, at: datetime | None = None, away: dict | None = None, stage=Stage.READY) -> Unplayed:
    """Return a match due in this many days and agreed for this time. `away` maps pairs to days."""
    rows = {key: [Away(first=TODAY + DAY * n, last=TODAY + DAY * n) for n in on] for key, on in (away or {}).items()}
    pairs = [SimpleNamespace(pk=1, number=1), SimpleNamespace(pk=2, number=2)]
    state = SimpleNamespace(play_by=TODAY + DAY * days, plays_at=at, stage=stage, pairs=pairs, meeting=None)
    state.set_day, state.plays_after = None, lambda now: PublishedMatch.plays_after(state, now)
    names = {1: SimpleNamespace(short="Terns"), 2: SimpleNamespace(short="Wrens")}
    return Unplayed(state, Offers(state), rows, NOW, names)


@pytest.mark.parametrize(
    ("days", "at", "left", "late", "worry", "reminder"),
    [
        (15, None, 15, 0, False, False),
        (14, None, 14, 0, True, True),
        (0, None, 0, 0, True, True),
        (-1, None, -1, 1, True, True),
        (-1, NOW, -1, 1, True, True),
        (-1, NOW + MOMENT, -1, 1, False, False),
        (14, NOW, 14, 0, False, True),
        (14, NOW + MOMENT, 14, 0, False, False),
        (14, NOW - DAY, 14, 0, False, True),
        (14, NOW - DAY - MOMENT, 14, 0, True, True),
        (15, NOW - DAY - MOMENT, 15, 0, True, False),
        (3, NOW + 3 * DAY, 3, 0, False, False),
        (3, NOW + 4 * DAY, 3, 0, True, False),
        (20, NOW + 21 * DAY, 20, 0, True, False),
    ],
)
def test_a_match_without_a_date_needs_attention_as_its_play_by_date_approaches(days, at, left, late, worry, reminder):
    one = unplayed(days, at)

    assert (one.days_left, one.days_past) == (left, late)
    assert (one.needs_attention, one.has_reminder) == (worry, reminder)


@pytest.mark.parametrize(
    ("away", "free", "worry"),
    [
        ({}, 5, False),
        ({1: range(12)}, 5, False),
        ({1: range(13)}, 4, True),
        ({1: range(8), 2: range(8, 13)}, 4, True),
        ({1: range(17)}, 0, True),
        ({3: range(17)}, 5, False),
    ],
)
def test_few_free_days_need_attention_early(away, free, worry):
    one = unplayed(16, away=away)

    assert (one.free_days, one.needs_attention) == (free, worry)


def test_an_unplayed_match_has_days_away_and_short_names():
    one = unplayed(16, away={2: [3]}, stage=Stage.IN_PLAY)
    assert [[pair.pk for pair in one.away_on(TODAY + DAY * n)] for n in (2, 3, 4)] == [[], [2], []]
    assert (one.has_begun, unplayed(16).has_begun) == (True, False)
    assert [one.called(pair) for pair in one.state.pairs] == ["Terns", "Wrens"]


def test_an_open_offer_belongs_to_the_current_meeting():
    def offer(key: int, answer: str = "", meeting: int = 7, by: int = 1, dates=()):
        found = [SimpleNamespace(plays_at=at) for at in dates]
        rows = SimpleNamespace(all=lambda: found)
        return SimpleNamespace(pk=key, answer=answer, meeting_id=meeting, by_id=by, dates=rows)

    state = SimpleNamespace(meeting=SimpleNamespace(pk=7), set_day=None)
    dates = (NOW - MOMENT, NOW, NOW + MOMENT)
    rows = [offer(1, meeting=6), offer(2, "declined", by=2), offer(3, dates=dates), offer(4, "withdrawn")]
    found = Offers(state, rows)

    assert (found.open.pk, found.last.pk) == (3, 4)
    assert [one.pk for one in found.by(SimpleNamespace(pk=2))] == [2]
    assert found.still_open(NOW) == [NOW + MOMENT]
    nothing = Offers(SimpleNamespace(meeting=None, set_day=None), [rows[0]])
    assert (nothing.open, nothing.still_open(NOW), Offers(state).last) == (None, [], None)
