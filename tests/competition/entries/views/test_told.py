"""Tests for choosing a pair's preferred channel."""

import pytest
from django.urls import reverse

from competition.entries.models import Pair
from competition.entries.private_links import link_key
from tests import stories
from tests.competition.desk_reading import desk


@pytest.fixture
def pair(client):
    pair = stories.published(2).pairs.first()
    client.post(reverse("link:open", args=[link_key(pair)]))
    return pair


def page(pair: Pair) -> str:
    return reverse("play:told", args=[pair.competition.slug])


def test_a_post_changes_the_channel(client, pair):
    assert page(pair) in client.get(reverse("play:home")).content.decode()

    client.post(page(pair), {"way": "telephone"})

    pair.refresh_from_db()
    line = pair.competition.log.first()
    assert (pair.way, line.pair, line.text.endswith("chose to be contacted: by phone.")) == ("telephone", pair, True)


def test_an_unchanged_channel_is_not_logged(client, pair):
    before = pair.competition.log.count()

    client.post(page(pair), {"way": "email"})

    assert pair.competition.log.count() == before


def test_an_empty_choice_is_refused(client, pair):
    answer = client.post(page(pair), {})

    assert (answer.status_code, "Choose one." in answer.content.decode()) == (422, True)


def test_an_accepted_pair_keeps_the_channel_from_its_entry(client, at_desk):
    competition = stories.taking_entries(0)
    sent = {"player1": "Ada Tern", "player2": "Ben Tern", "phone1": "07 555 0001", "way": "telephone"}

    client.post(reverse("entry:enter", args=[competition.slug]), sent)
    at_desk(competition).post(
        desk("application", competition, stories.applications(competition).get().reference), {"accept": 1}
    )

    assert competition.pairs.get().way == "telephone"
