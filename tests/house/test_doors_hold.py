"""What is behind each door answers nobody else, whether they look (GET) or try to change something (POST)."""

import re

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from competition import access
from tests import stories
from tests.factories import OrganiserFactory
from tests.house.test_views_have_doors import addresses

pytestmark = pytest.mark.django_db
SIGN_IN, NOTHING = 302, 404


@pytest.fixture
def competition():
    return stories.published(4)


def answers(client: Client, competition, *doors: str) -> dict[str, int]:
    """What this visitor gets at every address behind these doors, about a competition that is real."""
    examples = {"competition": competition.slug, "code": "R1-M1", "key": "no-such-key"}
    found = {}
    for pattern, view in addresses(get_resolver()):
        if view.callback.door in doors:
            address = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: examples.get(part[1], "1"), pattern)
            found[f"GET {address}"] = client.get(address).status_code
            found[f"POST {address}"] = client.post(address).status_code
    return found


def test_a_stranger_is_asked_to_sign_in_at_the_organisers_doors(client, competition):
    assert set(answers(client, competition, "organiser", "signed-in").values()) == {SIGN_IN}


def test_a_stranger_finds_nothing_at_the_pairs_doors(client, competition):
    assert set(answers(client, competition, "pair", "link").values()) == {NOTHING}


def test_another_competitions_organiser_finds_nothing(client, competition):
    client.force_login(OrganiserFactory())

    assert set(answers(client, competition, "organiser", "pair", "link").values()) == {NOTHING}


def test_another_competitions_pair_finds_nothing_of_this_one(client, competition):
    pair = stories.published(2).pairs.first()
    client.post(reverse("link:open", args=[access.link_key(pair)]))

    found = answers(client, competition, "pair")
    assert found.pop("GET /play/") == 200
    assert {status for request, status in found.items() if competition.slug in request} == {NOTHING}


def test_a_pair_of_another_match_finds_nothing_of_this_one(client, competition):
    pair = stories.tables(competition, "R1-M2")[0].pair
    client.post(reverse("link:open", args=[access.link_key(pair)]))

    found = answers(client, competition, "pair")
    assert found.pop("GET /play/") == 200
    assert {status for request, status in found.items() if competition.slug in request} == {NOTHING}
