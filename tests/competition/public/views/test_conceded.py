"""Tests for pages about a conceded match."""

import pytest
from django.urls import reverse

from competition.match.actions import play
from tests import stories
from tests.competition.public_reading import block, public, text

pytestmark = pytest.mark.published(4)


@pytest.fixture
def tables(competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("3NT", 9))
    play.concede(upper)
    return upper, lower


def test_the_pages_show_who_conceded(client, competition, tables):
    upper, lower = tables

    words = text(client.get(public("match", competition, "R1-M1")))

    assert f"{upper.pair} conceded to {lower.pair}, 0 to 400." in words
    assert f"Conceded by {upper.pair} after 1 deal, " in words
    assert "The match was conceded, so the deals on the score sheet do not decide it." in words
    assert "No more deals were played." in words
    assert "No rubber was finished in one deal." in words
    assert ("29 not played" in words, "29 to play" in words) == (True, False)
    assert "Totals only" not in words
    assert "Provisional" not in words
    assert str(lower.pair) in block(client.get(public("draw", competition)), "R2-M1")
    assert "conceded" not in text(client.get(public("record", competition)))


def test_the_organiser_sees_who_conceded(client, competition, tables):
    upper, lower = tables
    client.force_login(competition.organisers.first())

    words = text(client.get(reverse("desk:match", args=[competition.slug, "R1-M1"])))

    assert f"{upper.pair} conceded to {lower.pair}, 0 to 400." in words
    assert f"“conceded by {upper.pair} after 1 deal”" in words
