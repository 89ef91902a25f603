"""Agreeing to a result, and the draw after a deal and after that, take as many queries for 32 pairs as for 4."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competition.match.actions import play
from competition.pages.cached_page import MOMENT
from tests import stories
from tests.competition.pair_reading import play as address
from tests.competition.public_reading import public

pytestmark = [pytest.mark.django_db, pytest.mark.counts]
# After a deal: how often the draw has changed, and the sheets that have.
CONFIRMED, DEAL, RESULT = 7, 2, 8


@pytest.fixture(params=[4, 32])
def competition(request):
    return stories.published(request.param)


def asked(get, *where, status: int = 200) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert get(*where).status_code == status
    return len(queries)


def test_the_draw_after_a_deal_asks_for_the_sheets_alone(client, competition, monkeypatch):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    client.get(public("draw", competition))

    stories.record(upper, stories.deal())
    later = timezone.now() + MOMENT
    monkeypatch.setattr(timezone, "now", lambda: later)

    assert asked(client.get, public("draw", competition)) == DEAL


def test_agreeing_to_a_result_asks_as_much_in_any_draw_and_so_does_the_draw_after_it(client, phone, competition):
    upper, lower = stories.tables(competition, "R1-M1")
    play.submit_totals(upper, ours=4730, theirs=3980)
    client.get(public("draw", competition))

    its, sent = phone(lower.pair), {"outcome": 1}

    assert asked(its.post, address("confirm", competition), sent, status=302) == CONFIRMED
    assert asked(client.get, public("draw", competition)) == RESULT
