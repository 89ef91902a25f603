"""Tests for the files that offer a published draw to other programs."""

import csv
import io
import json
from datetime import datetime, timedelta
from xml.etree import ElementTree

import feedparser
import icalendar
import pytest
from django.urls import reverse
from django.utils import timezone

from competition.entries.actions.pairs import renew_link
from competition.entries.private_links import calendar_key, link_key
from tests import bulk, stories
from tests.competition.addresses import addresses
from tests.competition.public_reading import public
from tests.scoring.presenters.pbn_reader import read_pbn

pytestmark = pytest.mark.published(4)

ATOM = "{http://www.w3.org/2005/Atom}"
KINDS = {
    "draw-csv": "text/csv",
    "draw-svg": "image/svg+xml",
    "feed": "application/atom+xml",
    "calendar": "text/calendar",
    "pair-calendar": "text/calendar",
}


def fetch(client, name: str, competition, **options):
    rest = [1] if name == "pair-calendar" else []
    return client.get(public(name, competition, *rest), **options)


def is_calendar(content: bytes) -> bool:
    """Return True if a calendar follows RFC 5545, which limits lines to 75 octets."""
    found, lines = icalendar.Calendar.from_ical(content), content.split(b"\r\n")
    assert (lines[-1], b"\n" in b"".join(lines), max(map(len, lines)) <= 75) == (b"", False, True)
    assert {"PRODID", "VERSION"} <= set(found)
    assert all({"UID", "DTSTAMP", "DTSTART", "SUMMARY"} <= set(event) for event in found.events)
    assert len({event["UID"] for event in found.events}) == len(found.events)
    return (found.errors, [event.errors for event in found.events if event.errors]) == ([], []) and bool(found.events)


def is_feed(content: bytes) -> bool:
    """Return True if a feed follows RFC 4287.

    It requires an author, and an id, a title and a time for each entry.
    """
    found, root = feedparser.parse(content), ElementTree.fromstring(content)
    entries = root.findall(f"{ATOM}entry")
    for part in (root, *entries):
        assert [len(part.findall(f"{ATOM}{name}")) for name in ("id", "title", "updated")] == [1, 1, 1]
        assert datetime.fromisoformat(part.findtext(f"{ATOM}updated")).tzinfo
    assert root.find(f"{ATOM}author/{ATOM}name") is not None
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == len(entries)
    return (found.version, found.bozo) == ("atom10", False) and bool(found.entries)


# Checks for each type of file, by the ending of its URL.
READERS = {
    "atom": is_feed,
    "csv": lambda content: len({len(row) for row in csv.reader(io.StringIO(content.decode("utf-8-sig")))}) == 1,
    "ics": is_calendar,
    "json": lambda content: bool(json.loads(content)),
    "pbn": lambda content: bool(read_pbn(content)[1]),
    "png": lambda content: content.startswith(b"\x89PNG\r\n\x1a\n"),
    "svg": lambda content: ElementTree.fromstring(content).tag == "{http://www.w3.org/2000/svg}svg",
    "txt": lambda content: bool(content.decode("ascii")),
    "webmanifest": lambda content: bool(json.loads(content)["name"]),
    "xml": lambda content: ElementTree.fromstring(content).tag.endswith("}urlset"),
}
# URLs for monitoring and redirects, which are not files.
NO_FILES = {"/healthz", "/favicon.ico", "/.well-known/change-password", "/.well-known/security.txt"}


def test_other_programs_can_read_every_file(client):
    found = addresses(bulk.middle(4)).values()
    files = [address for address in found if not address.partition("?")[0].endswith("/")]

    kinds = {address: address.rpartition(".")[2] for address in files if address not in NO_FILES}

    assert [file for file, kind in kinds.items() if not READERS[kind](client.get(file, follow=True).content)] == []
    assert {*kinds.values()} == {*READERS}


def test_a_spreadsheet_has_the_name_of_the_competition(client, competition):
    disposition = fetch(client, "draw-csv", competition)["Content-Disposition"]

    assert disposition == f'attachment; filename="{competition.slug}.csv"'


def test_there_are_no_files_before_publication(client):
    competition = stories.entered(2)

    assert {fetch(client, name, competition).status_code for name in KINDS} == {404}


def test_a_pair_that_is_not_in_the_draw_has_no_calendar(client, competition):
    assert client.get(public("pair-calendar", competition, 5)).status_code == 404


def test_only_the_pairs_own_calendar_has_the_venue(client, competition):
    plays_at = timezone.now().replace(microsecond=0) + timedelta(days=2)
    stories.agree(competition, at=plays_at, venue="12 Lake Road, by the pond")
    upper, lower = stories.now(competition).matches["R1-M1"].pairs

    own = {pair: client.get(reverse("link:calendar", args=[calendar_key(pair)])) for pair in (upper, lower)}
    everybodys = client.get(public("pair-calendar", competition, upper.number))
    guessed = [link_key(upper), calendar_key(upper).replace(f"{upper.pk}~", f"{lower.pk}~")]

    for answer in own.values():
        event = icalendar.Calendar.from_ical(answer.content).events[0]
        assert (event["location"], event.start, answer["Cache-Control"].count("no-store")) == (
            "12 Lake Road, by the pond",
            plays_at,
            1,
        )
    assert b"Lake Road" not in everybodys.content
    assert [client.get(reverse("link:calendar", args=[key])).status_code for key in guessed] == [404, 404]
    old = reverse("link:calendar", args=[calendar_key(upper)])
    renew_link(upper, by=stories.organiser_of(competition))
    assert client.get(old).status_code == 404
    assert client.get(reverse("link:open", args=[calendar_key(lower)])).status_code == 404


def test_every_url_in_a_file_is_complete(client, competition):
    stories.settle(competition, "R1-M1")
    site = {"headers": {"host": "localhost"}, "secure": True}
    draw = f"https://localhost{public('draw', competition)}"

    atom = feedparser.parse(fetch(client, "feed", competition, **site).content)
    ics = icalendar.Calendar.from_ical(fetch(client, "calendar", competition, **site).content)

    assert [link.href for link in atom.feed.links] == [draw, f"{draw}feed.atom"]
    assert [entry.link for entry in atom.entries] == [f"{draw}matches/R1-M1/"]
    assert {event["url"] for event in ics.events} == {draw}
    assert f": {draw}<" in fetch(client, "draw-svg", competition, **site).content.decode()


def test_a_file_uses_the_host_name_of_its_request(client, competition):
    answers = [fetch(client, "feed", competition, headers={"host": host}) for host in ("localhost", "127.0.0.1")]

    assert [host in answer.content.decode() for answer in answers for host in ("localhost", "127.0.0.1")] == [
        *(True, False),
        *(False, True),
    ]


def test_a_spreadsheet_has_every_match(client, competition):
    text = fetch(client, "draw-csv", competition).content.decode("utf-8-sig")

    assert [row["code"] for row in csv.DictReader(io.StringIO(text, newline=""))] == ["R1-M1", "R1-M2", "R2-M1"]


def test_a_file_has_its_content_type_and_changes_after_a_result(client, competition):
    before = {name: fetch(client, name, competition) for name in KINDS}
    for code in ("R1-M1", "R1-M2"):
        stories.settle(competition, code)

    types = {name: (answer.status_code, answer["Content-Type"]) for name, answer in before.items()}
    assert types == {name: (200, f"{kind}; charset=utf-8") for name, kind in KINDS.items()}
    assert [name for name in KINDS if fetch(client, name, competition).content == before[name].content] == []
