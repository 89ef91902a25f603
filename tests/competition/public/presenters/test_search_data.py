"""Tests for the structured data for search engines."""

import json
import re
from datetime import UTC, datetime, time

import pytest
from django.utils import timezone

from competition.draw.queries.draw import clear_cache
from competition.draw.rules.result import ResultKind
from competition.public.presenters import search_data
from scoring.models import Deal
from tests import stories
from tests.competition.public_reading import public
from tests.competition.worlds import at, send_in

pytestmark = [pytest.mark.django_db, pytest.mark.published(4, deals=2)]
AGREED = datetime(2030, 5, 25, 7, 30, tzinfo=UTC)
HOME = "12 Lake Road"
ADDRESS = "https://knockout.example.org/lakes/matches/R1-M1/"
SCHEDULED, CANCELLED = (f"https://schema.org/Event{state}" for state in ("Scheduled", "Cancelled"))


def event(competition, code: str = "R1-M1", *, now: datetime | None = None) -> dict:
    draw = at(competition, now) if now else stories.now(competition)
    script = search_data.event(draw, draw.matches[code], ADDRESS)
    found = re.fullmatch(r'<script type="application/ld\+json">(.*?)</script>', script)
    return json.loads(found[1]) if found else {}


def test_a_match_without_a_date_has_its_play_by_date(competition):
    upper, lower = stories.now(competition).matches["R1-M1"].pairs

    told = event(competition)

    assert (told["@type"], told["eventStatus"], told["endDate"]) == ("SportsEvent", SCHEDULED, "2030-05-31")
    assert "startDate" not in told
    assert [side["name"] for side in told["competitor"]] == [upper.name, lower.name]
    assert told["superEvent"]["url"] == "https://knockout.example.org/lakes/"


def test_an_overdue_match_without_a_date_is_not_an_event(competition):
    assert event(competition, now=datetime(2030, 7, 1, tzinfo=UTC)) == {}


def test_the_page_of_a_match_contains_its_event(client, competition):
    assert '<script type="application/ld+json">' in client.get(public("match", competition, "R1-M1")).content.decode()


def test_a_match_with_an_agreed_date_has_its_time_but_not_its_venue(competition):
    stories.agree(competition, at=AGREED, venue=HOME)

    told = event(competition)

    assert datetime.fromisoformat(told["startDate"]) == AGREED
    assert told["location"]["name"] == told["location"]["address"]["addressRegion"] == "Lakes and Plains"
    assert HOME not in json.dumps(told)


def test_a_match_decided_without_play_is_a_cancelled_event(competition):
    stories.agree(competition, at=AGREED, venue=HOME)

    for kind in (ResultKind.WALKOVER, ResultKind.DOUBLE_DEFAULT, ResultKind.RULING):
        stories.settle(competition, "R1-M1", kind=kind)
        told = event(competition)

        assert (datetime.fromisoformat(told["startDate"]), told["eventStatus"]) == (AGREED, CANCELLED)


def test_a_match_without_a_date_or_pairs_is_not_an_event(competition):
    stories.settle(competition, "R1-M1")

    assert (event(competition), event(competition, "R2-M1")) == ({}, {})


def test_a_played_match_starts_on_the_day_of_its_first_deal(competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 9), stories.deal("3NT", 9, "E"))
    Deal.objects.update(recorded_at=datetime(2026, 5, 9, 0, 10, tzinfo=timezone.get_default_timezone()))
    send_in(competition, "R1-M1")

    told = event(competition)

    assert (told["startDate"], told["eventStatus"]) == ("2026-05-09", SCHEDULED)
    assert "endDate" not in told


def test_a_match_without_deals_starts_on_its_report_day(competition):
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(4730, 3980))

    assert event(competition)["startDate"] == timezone.localdate().isoformat()


def test_an_opening_day_fixture_has_its_venue(competition):
    competition.opening_day, competition.opening_hour = AGREED.date(), time(13, 30)
    competition.opening_place = "Lakes Bridge Club"
    competition.pairs.update(attending=True)
    competition.save()
    clear_cache()
    before = event(competition)
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(4730, 3980))

    after = event(competition)

    assert before["location"]["name"] == after["location"]["name"] == "Lakes Bridge Club"
    assert before["startDate"] == after["startDate"]
    assert "T13:30" in after["startDate"]


def test_a_cancelled_competition_cancels_its_agreed_matches(competition):
    stories.agree(competition, at=AGREED, venue=HOME)
    stories.cancel(competition)

    competition.refresh_from_db()
    now = timezone.now()

    assert event(competition, now=now)["eventStatus"] == CANCELLED
    assert event(competition, "R1-M2", now=now) == {}


def test_a_competition_without_a_region_has_no_location(competition):
    competition.region = ""
    competition.save()
    clear_cache()

    assert "location" not in event(competition)


def test_names_are_escaped(competition):
    player = stories.now(competition).matches["R1-M1"].pairs[0].players.all()[0]
    player.name = "</script><b>Ann & Bob"
    player.save()
    clear_cache()

    assert event(competition)["competitor"][0]["name"].startswith("</script><b>Ann & Bob")
