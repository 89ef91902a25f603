"""Tests that the number of queries after a change is the same for 4 and 16 pairs."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competition.match.actions import play
from competition.web.cached_page import MOMENT
from tests import stories
from tests.competition.pair_reading import address
from tests.competition.public_reading import public

pytestmark = pytest.mark.counts
# Query counts: for a confirmation, for the draw after a deal and for the draw after a result.
CONFIRMED, DEAL, RESULT = 6, 2, 8


@pytest.fixture(params=[4, 16])
def competition(request):
    return stories.published(request.param)


def asked(get, *where, status: int = 200) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert get(*where).status_code == status
    return len(queries)


def test_the_draw_page_rereads_only_the_score_sheets_after_a_deal(client, competition, monkeypatch):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    client.get(public("draw", competition))

    stories.record(upper, stories.deal())
    later = timezone.now() + MOMENT
    monkeypatch.setattr(timezone, "now", lambda: later)

    assert asked(client.get, public("draw", competition)) == DEAL


def test_a_confirmation_takes_the_same_number_of_queries_in_any_draw(client, phone, competition):
    upper, lower = stories.tables(competition, "R1-M1")
    play.submit_totals(upper, ours=4730, theirs=3980)
    client.get(public("draw", competition))

    its, sent = phone(lower.pair), {"outcome": 1}

    assert asked(its.post, address("confirm", competition), sent, status=302) == CONFIRMED
    assert asked(client.get, public("draw", competition)) == RESULT
