"""Tests for the number of database queries on the pages of a pair."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from competition.match.actions import play
from scoring.models import DealCorrection
from tests import stories
from tests.caches import clear_caches
from tests.competition.pair_reading import JSON, address, said

MOST = 14


def playing(pairs: int, deals: int):
    """Create a match with this many deals and an open request, in a draw of this many pairs."""
    competition = stories.published(pairs)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, *[stories.deal()] * deals)
    stories.correct_deal(stories.tables(competition, "R1-M1")[0], number=1, deal=stories.deal(tricks=9))
    return competition


def asked(client: Client, page: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(page).status_code == 200
    assert [query["sql"] for query in queries if query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))] == []
    return len(queries)


def counts(phone, competition, deals: int) -> list[int]:
    client = phone(stories.tables(competition, "R1-M1")[1].pair)
    pages = [
        "/play/",
        address("match", competition),
        address("card", competition),
        address("deal", competition, 1),
        address("insert-deal", competition, 1),
        address("delete-deal", competition, deals),
        address("correction", competition, DealCorrection.objects.latest("pk").pk),
        address("honours", competition, 1),
        address("totals", competition),
    ]
    return [asked(client, page) for page in pages]


def test_match_pages_take_a_fixed_number_of_queries(phone):
    few = counts(phone, playing(pairs=4, deals=3), deals=3)
    many = counts(phone, playing(pairs=8, deals=12), deals=12)

    assert few == many
    assert max(many) <= MOST


def answered(phone, pairs: int) -> list[int]:
    competition = stories.published(pairs, deals=2)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal(), stories.deal("3NT", 9))
    client = phone(lower.pair)
    before = asked(client, address("submit", competition))
    play.submit_sheet(stories.tables(competition, "R1-M1")[0])
    return [before, *(asked(client, address(name, competition)) for name in ("match", "dispute"))]


def test_result_pages_take_a_fixed_number_of_queries(phone):
    assert answered(phone, pairs=4) == answered(phone, pairs=8)


def recorded(phone, competition, deals: int) -> int:
    """Return the number of queries for recording the last deal."""
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, *[stories.deal()] * (deals - 1))
    client = phone(upper.pair)
    client.get(address("match", competition))
    sent = said(deals, submission=uuid4(), asks="yes")
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(address("record", competition), sent, headers=JSON)
    assert answer.status_code == 200
    return len(queries)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("pairs", "deals"), [(4, 1), (8, 12)])
def test_recording_a_deal_takes_at_most_twelve_queries(phone, pairs, deals):
    assert recorded(phone, stories.published(pairs), deals) <= 12


def test_an_unchanged_poll_takes_one_query(phone):
    competition = stories.published(4)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    client, poll = phone(upper.pair), address("card", competition, shown=upper.version)
    clear_caches()

    for most in (9, 1):
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(poll)
        assert (answer.status_code, answer.content) == (204, b"")
        assert len(queries) <= most
