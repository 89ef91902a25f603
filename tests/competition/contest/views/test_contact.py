"""Tests of the public contact details of organisers."""

import pytest
from django.urls import reverse

from competition.contest.queries import organiser_names
from tests import stories
from tests.competition.desk_reading import desk, errors, text
from tests.competition.public_reading import public

pytestmark = pytest.mark.django_db
TOLD = "Organisers to ask: Winifred Tansley, 07 555 0100, winifred@lakemail.example."


@pytest.fixture
def competition():
    return stories.published(2)


@pytest.fixture
def client(at_desk, competition):
    return at_desk(competition)


def give(client, competition, **said):
    return client.post(desk("contact", competition), {"name": "Winifred Tansley", "phone": "", "email": ""} | said)


def test_contact_details_appear_on_all_pages_for_pairs(client, phone, competition):
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


def test_entry_form_shows_the_contact(at_desk):
    competition = stories.taking_entries(2)
    client = at_desk(competition)
    give(client, competition)

    assert "Organisers to ask: Winifred Tansley." in said(client, reverse("entry:enter", args=[competition.slug]))


def test_a_username_is_never_shown_as_a_name(client, competition):
    competition.organisers.update(first_name="", last_name="")

    assert "Organisers to ask" not in said(client, public("conditions", competition))
    assert organiser_names(competition) == []
    give(client, competition)
    assert organiser_names(competition) == ["Winifred Tansley"]


def test_changing_contact_details_does_not_log_them(client, competition):
    answer = give(client, competition, email="nowhere")
    give(client, competition, phone="07 555 0100")

    assert errors(answer) == ["Email: Enter a valid email address."]
    assert [line.text for line in competition.log.all()[:1]] == ["Changed the contact details of Winifred Tansley."]


def said(browser, address: str) -> str:
    return text(browser.get(address)).replace(" ,", ",").replace(" .", ".")
