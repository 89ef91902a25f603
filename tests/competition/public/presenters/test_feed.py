"""Tests for the feed of results, read with an independent parser."""

import html
from datetime import UTC, datetime
from xml.etree import ElementTree

import feedparser
import pytest
from django.utils import timezone

from competition.draw.rules.result import ResultKind
from competition.public.presenters import feed
from competition.public.queries import last_change_at
from tests import stories
from tests.competition.worlds import ADDRESS, agree, at, rename, send_in

pytestmark = [pytest.mark.django_db, pytest.mark.published(4)]

ATOM = "{http://www.w3.org/2005/Atom}"


def read(now):
    found = feedparser.parse(feed.feed(now, ADDRESS))
    assert (found.version, found.bozo) == ("atom10", False)
    return found


def entries(competition) -> list:
    return read(stories.now(competition)).entries


def links(competition) -> list[str]:
    return [entry.link for entry in entries(competition)]


def parsed(moment: datetime) -> tuple:
    return moment.astimezone(UTC).timetuple()[:6]


def test_the_newest_result_is_first(competition):
    for code in ("R1-M2", "R1-M1", "R2-M1"):
        stories.settle(competition, code)

    assert links(competition) == [f"{ADDRESS}matches/{code}/" for code in ("R2-M1", "R1-M1", "R1-M2")]


def test_an_entry_names_who_reported_and_confirmed(competition):
    send_in(competition, "R1-M1")
    agree(competition, "R1-M1")
    state = stories.now(competition).matches["R1-M1"]
    winner, loser = state.pairs

    [entry] = entries(competition)
    assert entry.title == f"{winner.name} beat {loser.name} by 4,730 to 3,980."
    assert html.unescape(entry.summary).startswith(f"Semi-finals. Reported by {winner.name}, ")
    assert f"confirmed by {loser.name}" in html.unescape(entry.summary)


def test_the_entry_of_the_final_names_the_champions():
    competition = stories.published(2)
    stories.settle(competition, "R1-M1")

    [entry] = entries(competition)
    assert f"Champions: {stories.now(competition).champion.name}." in html.unescape(entry.summary)
    assert entry.summary.endswith(": decided for the test")


def test_an_unofficial_result_is_not_in_the_feed(competition):
    send_in(competition, "R1-M1")
    stories.open_sheet(competition, "R1-M2")

    assert links(competition) == []


def test_automatic_confirmation_adds_an_entry(competition):
    send_in(competition, "R1-M1")
    stories.notify(competition)

    now = at(competition, timezone.now() + stories.AFTER_REPLY_TIME)
    [entry] = read(now).entries
    assert entry.updated_parsed[:6] == parsed(now.matches["R1-M1"].last.reply_deadline)


def test_a_corrected_result_updates_its_entry(competition):
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(900, 800))
    [before] = entries(competition)
    stories.settle(competition, "R1-M1", upper_wins=False, kind=ResultKind.PLAYED, totals=(900, 980))

    [after] = entries(competition)
    now = stories.now(competition)
    assert read(now).feed.updated_parsed[:6] == parsed(last_change_at(now))
    assert (after.id, after.title != before.title) == (before.id, True)
    assert after.updated_parsed[:6] == parsed(now.matches["R1-M1"].decided_at)


def test_a_feed_entry_no_longer_superseded_returns_unchanged(competition):
    stories.settle_round(competition, 1)
    stories.settle(competition, "R2-M1")
    before = entries(competition)[0]

    stories.settle(competition, "R1-M1", upper_wins=False)
    without = links(competition)
    stories.settle(competition, "R2-M1")
    other = entries(competition)[0]
    assert (other.link, other.id == before.id) == (before.link, False)
    stories.settle(competition, "R1-M1")

    after = next(entry for entry in entries(competition) if entry.link == before.link)
    assert before.link not in without
    assert (after.id, after.title, after.updated) == (before.id, before.title, before.updated)


def test_an_empty_feed_has_the_date_of_publication():
    now = stories.now(stories.published(2))

    assert read(now).feed.updated_parsed[:6] == parsed(now.row.published_at)


def test_a_feed_has_all_required_elements(competition):
    stories.settle_round(competition, 1)

    root = ElementTree.fromstring(feed.feed(stories.now(competition), ADDRESS).encode())
    for element in [root, *root.iter(f"{ATOM}entry")]:
        for name in ("id", "title", "updated"):
            assert len([child.text for child in element.findall(f"{ATOM}{name}") if child.text]) == 1
    assert [name.text for name in root.findall(f"{ATOM}author/{ATOM}name")] == [str(competition)]
    assert [(link.get("rel"), link.get("href")) for link in root.findall(f"{ATOM}link")] == [
        ("alternate", ADDRESS),
        ("self", f"{ADDRESS}feed.atom"),
    ]
    ids = [element.text for element in root.iter(f"{ATOM}id")]
    assert (len(set(ids)), {text[:9] for text in ids}) == (3, {"urn:uuid:"})


def test_names_are_escaped():
    competition = stories.published(2)
    rename(competition, 1, "<b>Ann</b>", "Tom & Jerry\x07 &amp;")
    stories.settle(competition, "R1-M1")

    [entry] = entries(competition)
    root = ElementTree.fromstring(feed.feed(stories.now(competition), ADDRESS).encode())
    assert "<b>Ann</b> & Tom & Jerry &amp;" in root.find(f"{ATOM}entry/{ATOM}title").text
    assert "<b>" not in entry.summary


def test_a_long_feed_has_the_newest_entries(monkeypatch):
    monkeypatch.setattr(feed, "MOST_ITEMS", 2)
    competition = stories.published(4)
    stories.leave(competition.pairs.exclude(number=1))

    found = links(competition)
    assert (len(found), found[0]) == (2, f"{ADDRESS}matches/R2-M1/")


def test_a_pairs_feed_has_only_its_matches(competition):
    for code in ("R1-M1", "R1-M2"):
        stories.settle(competition, code)
    now = stories.now(competition)
    pair = now.matches["R1-M2"].pairs[0]

    found = feedparser.parse(feed.feed(now, ADDRESS, pair))

    assert (found.version, found.feed.title) == ("atom10", f"{pair.name} in {competition}: results")
    assert [entry.link for entry in found.entries] == [f"{ADDRESS}matches/R1-M2/"]
    assert found.feed.id != read(now).feed.id
