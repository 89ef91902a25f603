"""Whom to ask: an organiser's name, and telephone and mail by choice, wherever pairs may want them."""

import pytest
from django.urls import reverse

from competition.contest.queries import organiser_names
from tests import stories
from tests.competition.desk_reading import desk, errors, text
from tests.competition.public_reading import public

pytestmark = pytest.mark.django_db
TOLD = "Who to ask: Winifred Tansley, 07 555 0100, winifred@lakemail.example."


@pytest.fixture
def competition():
    return stories.published(2)


@pytest.fixture
def client(at_desk, competition):
    return at_desk(competition)


def give(client, competition, **said):
    return client.post(desk("contact", competition), {"name": "Winifred Tansley", "phone": "", "email": ""} | said)


def test_what_an_organiser_gives_stands_wherever_pairs_may_want_to_ask(client, phone, competition):
    pair = competition.pairs.first()
    pages = {
        "conditions": (client, public("conditions", competition)),
        "my matches": (phone(pair), reverse("play:home")),
        "my match": (phone(pair), reverse("play:match", args=[competition.slug, "R1-M1"])),
        "closed entries": (client, reverse("entry:enter", args=[competition.slug])),
        "letters": (client, desk("letters", competition)),
    }
    for browser, address in pages.values():
        browser.get(address)

    give(client, competition, phone="07 555 0100", email="winifred@lakemail.example")

    assert {name for name, (browser, address) in pages.items() if TOLD not in said(browser, address)} == set()


def test_the_entry_form_says_whom_to_ask(at_desk):
    competition = stories.taking_entries(2)
    client = at_desk(competition)
    give(client, competition)

    assert "Who to ask: Winifred Tansley." in said(client, reverse("entry:enter", args=[competition.slug]))


def test_no_sign_in_is_told_in_place_of_a_name(client, competition):
    competition.organisers.update(first_name="", last_name="")

    assert "Who to ask" not in said(client, public("conditions", competition))
    assert organiser_names(competition) == []
    give(client, competition)
    assert organiser_names(competition) == ["Winifred Tansley"]


def test_only_the_organisers_own_is_changed_and_the_log_keeps_no_contact(client, competition):
    answer = give(client, competition, email="nowhere")
    give(client, competition, phone="07 555 0100")

    assert errors(answer) == ["Email: Enter a valid email address."]
    assert [line.text for line in competition.log.all()[:1]] == ["Changed how pairs reach Winifred Tansley."]


def said(browser, address: str) -> str:
    return text(browser.get(address)).replace(" ,", ",").replace(" .", ".")
