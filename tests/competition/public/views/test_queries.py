"""Tests for the number of queries of public answers."""

import re
from html import unescape

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competition.knockout.rules.stages import Stage
from tests import bulk, stories
from tests.competition.addresses import addresses
from tests.competition.public_reading import public
from tests.forgetting import forget

pytestmark = pytest.mark.django_db
SIZES = (4, 16)


def queries(client, address: str) -> int:
    """Return the number of queries that an answer takes."""
    with CaptureQueriesContext(connection) as asked:
        # Ask for gzip like a browser. The tests check the HTML of uncompressed pages only, and a large one takes long.
        answer = client.get(address, headers={"accept-encoding": "gzip"})
    assert answer.status_code in (200, 302), address
    return len(asked)


def cold(client, address: str) -> int:
    """Return the number of queries that an answer takes with empty caches."""
    forget()
    return queries(client, address)


def polled(client, page: str) -> str:
    """Return the URL that a page polls."""
    return unescape(re.search(r'hx-get="(.*?)"', client.get(page).content.decode())[1])


def test_public_answers_take_the_same_queries_for_any_draw(client):
    taken: dict[str, list[int]] = {}
    for pairs in SIZES:
        for name, address in addresses(bulk.middle(pairs)).items():
            taken.setdefault(name, []).append(cold(client, address))

    assert {name: counts for name, counts in taken.items() if counts != [counts[0]] * len(SIZES)} == {}


def test_a_cached_public_answer_takes_one_query(client):
    found = addresses(bulk.middle(4))
    for address in found.values():
        client.get(address)

    taken = {name: queries(client, address) for name, address in found.items()}

    assert {name: count for name, count in taken.items() if count != 1} == {
        # These pages read the draw each time, including the score sheets in play.
        "in play: <slug:competition>/?find={name}": 2,
        "official: <slug:competition>/?find={name}": 2,
        "official: <slug:competition>/?find=a": 2,
        "official: <slug:competition>/reveal/?lot=99": 2,
        # These pages read the score sheet in play to see whether it has changed.
        "in play: <slug:competition>/matches/<code:code>/": 2,
        "in play: <slug:competition>/matches/<code:code>/live/": 2,
        "in play: <slug:competition>/matches/<code:code>.png": 2,
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
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(poll)
        assert (answer.status_code, answer.content, len(asked)) == (204, b"", 1)


@pytest.mark.parametrize("pairs", SIZES)
def test_pages_before_the_draw_take_a_fixed_number_of_queries(client, pairs):
    competition = stories.entered(pairs)

    assert [cold(client, public(page, competition)) for page in ("draw", "conditions")] == [6, 4]


@pytest.mark.parametrize("season", [bulk.middle, bulk.crowded, bulk.over])
def test_the_measured_seasons_are_consistent(season, capsys):
    season(8)

    call_command("check_integrity")

    assert capsys.readouterr().out == "All stored copies agree with the facts.\n"
