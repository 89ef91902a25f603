"""Tests for following a pair from season to season at one URL."""

import feedparser
import icalendar
import pytest

from competition.contest.rules.names import slug_of
from competition.entries.queries.pairs import PlayerEntry
from tests import stories
from tests.competition.public_reading import public
from tests.competition.seasons import ADA, BEN, CYD, DAN, EVE, FAY, FOUR, GUS, HAL, REGION, beat, season


def address(one: str, partner: str, file: str) -> str:
    return f"/players/{slug_of(one, REGION)}/{slug_of(partner, REGION)}/{file}"


def events(client) -> list[str]:
    return events_at(client, client.get(address(ADA, BEN, "calendar.ics")).url)


def results(client) -> list[str]:
    feed = client.get(address(BEN, ADA, "feed.atom"), follow=True)
    return [entry.title for entry in feedparser.parse(feed.content).entries]


def test_a_followed_calendar_and_feed_include_the_next_season(client):
    first = season(*FOUR, region=REGION)
    assert len(before := events(client)) == 1
    beat(first, ADA, 4730, 3980)

    beat(season((BEN, ADA), (CYD, DAN), (EVE, GUS), (FAY, HAL), region=REGION, year=2027), ADA, 2000, 1000)

    assert len(now := events(client)) == 4
    assert {*before} < {*now}
    assert ["4,730" in title for title in results(client)] == [False, True]


def test_only_partners_can_be_followed_from_a_pair_page(client):
    competition = season(*FOUR, region=REGION)
    page = client.get(public("pair", competition, 1)).content.decode()
    assert ('href="seasons.ics"' in page, 'href="seasons.atom"' in page) == (True, True)

    for one, other in ((ADA, CYD), (ADA, ADA), (ADA, "Nobody Here")):
        assert client.get(address(one, other, "calendar.ics")).status_code == 404
    assert client.get(public("follow-calendar", competition, 99)).status_code == 404


def substituted(competition) -> None:
    stories.substitute(competition.pairs.get(number=1), PlayerEntry("Zoe Substitute"), leaving=2)


def respelled(competition) -> None:
    stories.respell(competition.pairs.get(number=1), "Adah Northe")


def moved_to_another_region(competition) -> None:
    stories.correct_details(competition, region="Another Region")


@pytest.mark.parametrize("change", [substituted, respelled, moved_to_another_region])
def test_a_followed_address_still_works_after_a_change_of_names(client, change):
    last, this = season(*FOUR, region=REGION), season(*FOUR, region=REGION, year=2027)
    lasting = public("follow-calendar", this, 1)
    before = events_at(client, lasting)

    change(this)

    assert len(before) == 2
    assert {*events_at(client, lasting)} == {*before}
    by_names = client.get(address(ADA, BEN, "calendar.ics"))
    assert (by_names.status_code, by_names.url) == (302, lasting)
    assert client.get(address(ADA, BEN, "feed.atom")).url == public("follow-feed", this, 1)
    assert {*events_at(client, public("follow-calendar", last, 1))} == {*before}


def events_at(client, where: str) -> list[str]:
    return [str(event["UID"]) for event in icalendar.Calendar.from_ical(client.get(where).content).walk("VEVENT")]
