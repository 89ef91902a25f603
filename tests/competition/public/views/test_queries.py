"""Tests for the number of queries for public responses."""

import re
from html import unescape

from django.core.management import call_command

from competition.draw.rules.result import Stage
from tests import bulk, stories
from tests.caches import clear_caches
from tests.competition.addresses import addresses
from tests.competition.public_reading import public
from tests.queries import asked, in_a_loop

# Query count of the most expensive page, with empty caches.
MOST = 22


def queries(client, address: str) -> int:
    """Return the number of queries for a response. Fail if it runs a query in a loop."""
    # Request gzip like a browser. The tests check the HTML of uncompressed pages only, and a large page takes long.
    answer, statements = asked(client.get, address, headers={"accept-encoding": "gzip"})
    assert answer.status_code in (200, 302), address
    assert in_a_loop(statements) == [], address
    return len(statements)


def cold(client, address: str) -> int:
    """Return the number of queries for a response with empty caches."""
    clear_caches()
    return queries(client, address)


def polled(client, page: str) -> str:
    """Return the URL that a page polls."""
    return unescape(re.search(r'hx-get="(.*?)"', client.get(page).content.decode())[1])


def test_cached_public_pages_take_one_query(client, monkeypatch):
    # Drawing pictures takes longer than everything else, but no queries.
    monkeypatch.setattr("resvg_py.svg_to_bytes", lambda **how: b"")
    found = {
        name: (cold(client, one), queries(client, one))
        for name, one in addresses(bulk.middle(8, plate="first match")).items()
        # A competition on one day has no plate, so its large screen has a test of its own.
        if "/screen/" not in name
    }
    cached = {name: count for name, (_, count) in found.items()}

    assert {name: count for name, (count, _) in found.items() if count > MOST} == {}
    assert {name: count for name, count in cached.items() if count != 1} == {
        # These pages read the draw each time, including the score sheets in play.
        "in play: <slug:competition>/?find={name}": 2,
        "official: <slug:competition>/?find={name}": 2,
        "official: <slug:competition>/?find=a": 2,
        "official: <slug:competition>/reveal/?lot=99": 2,
        # These pages read the score sheet in play to see whether it has changed, and one reads the latest log entry.
        "in play: <slug:competition>/matches/<code:code>/": 2,
        "in play: <slug:competition>/matches/<code:code>/live/": 3,
        "official: <slug:competition>/matches/<code:code>/live/": 2,
        "in play: <slug:competition>/matches/<code:code>.png": 2,
        # The health check also looks for the last backup.
        "official: healthz": 2,
        "official: favicon.ico": 0,
        "official: robots.txt": 0,
        "official: site.webmanifest": 0,
        "official: .well-known/security.txt": 0,
        "official: .well-known/change-password": 0,
    }


def test_a_poll_without_a_change_takes_one_query(client):
    competition = bulk.middle(4)
    in_play = next(state.code for state in stories.now(competition).matches.values() if state.stage is Stage.IN_PLAY)

    for page in (public("draw", competition), public("match", competition, in_play)):
        poll = polled(client, page)
        client.get(poll)
        answer, statements = asked(client.get, poll)
        assert (answer.status_code, answer.content, len(statements)) == (204, b"", 1)


def test_pages_before_the_draw_take_a_fixed_number_of_queries(client):
    for competition in map(stories.entered, (2, 4)):
        assert [cold(client, public(page, competition)) for page in ("draw", "conditions")] == [7, 7]


def test_the_measured_seasons_are_consistent(capsys):
    for season in (bulk.middle, bulk.crowded, bulk.over):
        season(8)

    call_command("check_integrity")

    assert capsys.readouterr().out == "No fault found. All stored totals and summaries are correct.\n"
