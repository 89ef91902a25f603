"""Every page of the desk asks the database a fixed number of questions, and looking at it changes nothing."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competition.actions import play
from tests import stories
from tests.competition.views.organiser.reading import desk

pytestmark = pytest.mark.django_db
MOST = 12

RUNNING = [
    ("competition",),
    ("conditions",),
    ("pairs",),
    ("new-pair",),
    ("import",),
    ("clubs",),
    ("rehearsal",),
    ("attendance",),
    ("forget-contacts",),
    ("substitute", 1),
    ("pair", 1),
    ("remove-pair", 1),
    ("withdraw-pair", 1),
    ("pair-link", 1),
    ("draw",),
    ("publish",),
    ("match", "R1-M1"),
    ("match", "R2-M1"),
    ("rule", "R1-M1"),
    ("undo", "R1-M2"),
    ("key-in", "R1-M1"),
    ("key-points", "R1-M1"),
    ("key-totals", "R1-M1"),
    ("extend?match=R1-M1&match=R2-M1",),
    ("extend?round=1",),
    ("take-back-extension?match=R2-M1",),
    ("confirm?match=R1-M1",),
    ("remind?match=R1-M1&match=R2-M1",),
    ("log",),
    ("organisers",),
    ("letters",),
    ("renew-links",),
]


def running(pairs: int):
    competition = stories.published(pairs, deals=2)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("3NT", 9), stories.deal("2H", 8, "E"))
    play.submit_sheet(stories.tables(competition, "R1-M1")[0])
    play.dispute(stories.tables(competition, "R1-M1")[1], outcome=1, reason="We won.")
    for position in range(2, min(pairs // 2, 8) + 1):
        stories.settle(competition, f"R1-M{position}")
    stories.extend(competition, "R2-M1")
    return competition


def entered(pairs: int):
    competition = stories.entered(pairs)
    stories.draw_lots(competition)
    return competition


def asked(client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    assert [query["sql"] for query in queries if query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))] == []
    return len(queries)


def counts(at_desk, competition, pages) -> dict[tuple, int]:
    client = at_desk(competition)
    return {page: asked(client, address(competition, *page)) for page in pages}


def address(competition, page: str, *rest) -> str:
    name, mark, query = page.partition("?")
    return desk(name, competition, *rest) + mark + query


def test_a_running_competition_of_256_pairs_asks_no_more_than_one_of_4(at_desk):
    few, many = (counts(at_desk, running(pairs), RUNNING) for pairs in (4, 256))

    assert many == few
    assert max(many.values()) <= MOST


def test_64_entries_ask_no_more_than_4(at_desk):
    pages = [
        ("competition",),
        ("pairs",),
        ("areas",),
        ("draw",),
        ("publish",),
        ("import",),
        ("pair", 1),
        ("conditions",),
    ]
    few, many = (counts(at_desk, entered(pairs), pages) for pairs in (4, 64))

    assert many == few
    assert max(many.values()) <= MOST


def test_three_competitions_ask_no_more_than_one(at_desk):
    first = running(4)
    client, home = at_desk(first), reverse("desk:home")
    one = asked(client, home)

    for competition in (running(8), running(4)):
        competition.organisers.add(first.organisers.get())

    assert asked(client, home) == one <= MOST
