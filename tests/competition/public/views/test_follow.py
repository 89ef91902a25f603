"""Tests for following a pair from season to season at one URL."""

import feedparser
import icalendar
import pytest

from competition.contest.rules.names import slug_of
from tests.competition.public_reading import public
from tests.competition.seasons import ADA, BEN, CYD, DAN, EVE, FAY, FOUR, GUS, HAL, REGION, beat, season

pytestmark = pytest.mark.django_db


def address(one: str, partner: str, file: str) -> str:
    return f"/players/{slug_of(one, REGION)}/{slug_of(partner, REGION)}/{file}"


def events(client) -> list[str]:
    answer = client.get(address(ADA, BEN, "calendar.ics"))
    return [str(event["UID"]) for event in icalendar.Calendar.from_ical(answer.content).walk("VEVENT")]


def results(client) -> list[str]:
    return [entry.title for entry in feedparser.parse(client.get(address(BEN, ADA, "feed.atom")).content).entries]


def test_a_followed_calendar_and_feed_include_the_next_season(client):
    first = season(*FOUR, region=REGION)
    assert len(before := events(client)) == 1
    beat(first, ADA, 4730, 3980)

    beat(season((BEN, ADA), (CYD, DAN), (EVE, GUS), (FAY, HAL), region=REGION, year=2027), ADA, 2000, 1000)

    assert len(now := events(client)) == 4
    assert {*before} < {*now}
    assert ["4,730" in title for title in results(client)] == [False, True]


def test_only_partners_can_be_followed_from_a_pair_page(client):
    page = client.get(public("pair", season(*FOUR, region=REGION), 1)).content.decode()
    assert address(ADA, BEN, "calendar.ics") in page
    assert address(ADA, BEN, "feed.atom") in page

    for one, other in ((ADA, CYD), (ADA, ADA), (ADA, "Nobody Here")):
        assert client.get(address(one, other, "calendar.ics")).status_code == 404
