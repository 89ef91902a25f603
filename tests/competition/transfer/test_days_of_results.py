"""Tests that results in an adopted season have their play-by dates in calendars and feeds, and are not new today."""

import re
from datetime import date, datetime, time, timedelta
from pathlib import Path

import feedparser
import pytest
from django.core.management import call_command
from django.utils import timezone
from icalendar import Calendar

from competition.contest.models import Competition
from competition.draw.models.result_entry import ResultEntry
from competition.match.actions import results
from tests import stories
from tests.competition.public_reading import public
from tests.factories import OrganiserFactory

pytestmark = pytest.mark.django_db
TABLE = Path("fixtures/tables/season-2025.csv")
DAYS = [date(2025, 6, 23), date(2025, 8, 20), date(2025, 10, 3)]


@pytest.fixture
def adopted(tmp_path, capsys):
    OrganiserFactory(username="olive")
    call_command("adopt", str(TABLE), owner="olive", name="Lakes", season=2025)
    return Competition.objects.get()


def events(client, address: str) -> list[date]:
    found = Calendar.from_ical(client.get(address).content).walk("VEVENT")
    return [event.decoded("dtstart") for event in found]


def test_results_are_on_their_play_by_dates_in_a_pairs_calendar(client, adopted):
    champions = stories.now(adopted).champion

    assert events(client, public("pair-calendar", adopted, champions.number)) == DAYS


def test_results_have_their_play_by_dates_in_the_feed(client, adopted):
    feed = feedparser.parse(client.get(public("feed", adopted)).content)

    updated = [date(*entry.updated_parsed[:3]) for entry in feed.entries]
    assert updated == sorted([DAYS[0]] * 4 + [DAYS[1]] * 2 + [DAYS[2]], reverse=True)


def test_the_home_page_does_not_show_the_results_as_of_today(client, adopted):
    page = client.get("/").content.decode()

    assert "today" not in re.sub(r"<[^>]*>", " ", page).lower()
    assert "3 Oct 2025" in page


def test_results_have_their_play_by_dates_in_the_json_draw(client, adopted):
    told = client.get(public("draw-json", adopted)).json()

    decided = [match["decided_at"][:10] for one in told["rounds"] for match in one["matches"]]
    assert [*dict.fromkeys(decided)] == [day.isoformat() for day in DAYS]


@pytest.mark.parametrize(("days_late", "is_late"), [(-2, False), (3, True)])
def test_a_result_typed_in_late_has_its_play_by_date(client, monkeypatch, days_late, is_late):
    competition = stories.published(2)
    state = stories.now(competition).matches["R1-M1"]
    then = timezone.make_aware(datetime.combine(state.play_by, time(20))) + timedelta(days=days_late)
    monkeypatch.setattr(timezone, "now", lambda: then)
    report = results.Report(results.Sums(2610, 1980), state.pairs[0], "telephone", counts=True)

    stories.decide(results.KeyIn, competition, "R1-M1", report)

    day = state.play_by if is_late else then.date()
    assert events(client, public("pair-calendar", competition, state.pairs[0].number)) == [day]
    [entry] = feedparser.parse(client.get(public("feed", competition)).content).entries
    assert date(*entry.updated_parsed[:3]) == day


def test_the_date_of_play_is_used_if_it_is_known(client, adopted):
    final = ResultEntry.objects.latest("pk")
    stories.rewrite(ResultEntry.objects.filter(pk=final.pk), played_on=date(2025, 9, 28))

    champions = stories.now(adopted).champion

    assert events(client, public("pair-calendar", adopted, champions.number)) == [*DAYS[:2], date(2025, 9, 28)]
    feed = feedparser.parse(client.get(public("feed", adopted)).content)
    assert date(*feed.entries[0].updated_parsed[:3]) == date(2025, 9, 28)
