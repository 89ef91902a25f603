"""Tests of the page for a lost letter or link."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from competition.contest.models import Organiser
from tests import stories
from tests.competition.pair_reading import text

LOST = reverse("link:lost")
pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    """Publish a draw whose owner has a public phone number."""
    found = stories.published(4)
    Organiser.objects.filter(competition=found).update(name="Winifred Tansley", phone="07 555 0100")
    return found


def test_the_page_is_the_same_for_everybody(client, phone, competition):
    pair = stories.place(competition).pair

    stranger, own = (text(browser.get(LOST)) for browser in (client, phone(pair)))

    assert stranger == own
    assert "Winifred Tansley, 07 555 0100" in stranger
    assert not [player.name for each in competition.pairs.all() for player in each.players.all() if player.name in own]


def test_an_organiser_of_an_old_season_is_not_named(client, competition):
    competition.season = timezone.localdate().year - 2
    competition.closing_date = timezone.localdate() - timedelta(days=500)
    competition.save()

    assert "Winifred Tansley" not in text(client.get(LOST))


def test_the_page_takes_one_query(client, competition, django_assert_num_queries):
    client.get(LOST)
    with django_assert_num_queries(1):
        client.get(LOST)
    Organiser.objects.filter(competition=stories.published(2)).update(
        name="Hester Vale", email="hester@lakemail.example"
    )

    with django_assert_num_queries(1):
        assert "Hester Vale" in text(client.get(LOST))


@pytest.mark.parametrize("page", ["link:code", "play:home"])
def test_the_page_for_entry_codes_leads_to_it(client, page):
    assert f'href="{LOST}"' in client.get(reverse(page), follow=True).content.decode()
