"""Tests for the public contact details of organisers."""

import pytest
from django.urls import reverse

from competition.contest.queries import organiser_names
from tests import stories
from tests.competition.desk_reading import desk, errors, text
from tests.competition.public_reading import public

pytestmark = pytest.mark.published(2)
TOLD = "Organisers to ask: Winifred Tansley, 07 555 0100, winifred@lakemail.example."


def give(organiser, competition, **said):
    return organiser.post(desk("contact", competition), {"name": "Winifred Tansley", "phone": "", "email": ""} | said)


def test_contact_details_appear_on_all_pages_for_pairs(organiser, phone, competition):
    pair = competition.pairs.first()
    pages = {
        "conditions": (organiser, public("conditions", competition)),
        "my matches": (phone(pair), reverse("play:home")),
        "my match": (phone(pair), reverse("play:match", args=[competition.slug, "R1-M1"])),
        "closed entries": (organiser, reverse("entry:enter", args=[competition.slug])),
        "letters": (organiser, desk("letters", competition)),
    }
    for browser, address in pages.values():
        browser.get(address)

    give(organiser, competition, phone="07 555 0100", email="winifred@lakemail.example")

    assert {name for name, (browser, address) in pages.items() if TOLD not in said(browser, address)} == set()


def test_entry_form_shows_the_contact(at_desk):
    competition = stories.taking_entries(2)
    organiser = at_desk(competition)
    give(organiser, competition)

    assert "Organisers to ask: Winifred Tansley." in said(organiser, reverse("entry:enter", args=[competition.slug]))


def test_a_username_is_never_shown_as_a_name(organiser, competition):
    competition.organisers.update(first_name="", last_name="")

    assert "Organisers to ask" not in said(organiser, public("conditions", competition))
    assert organiser_names(competition) == []
    give(organiser, competition)
    assert organiser_names(competition) == ["Winifred Tansley"]


def test_changing_contact_details_does_not_log_them(organiser, competition):
    answer = give(organiser, competition, email="nowhere")
    give(organiser, competition, phone="07 555 0100")

    assert errors(answer) == ["Email: Enter a valid email address."]
    assert [line.text for line in competition.log.all()[:1]] == ["Changed the contact details of Winifred Tansley."]


def said(browser, address: str) -> str:
    return text(browser.get(address)).replace(" ,", ",").replace(" .", ".")


def test_the_organiser_is_asked_for_contact_details_before_publishing(at_desk):
    competition = stories.entered(4)
    stories.draw_lots(competition)
    organiser = at_desk(competition)
    publishing = desk("publish", competition)
    address = f"{desk('contact', competition)}?then=publish"

    assert f'href="{address}"' in organiser.get(publishing).content.decode()
    answer = organiser.post(address, {"name": "Winifred Tansley", "phone": "07 555 0100", "email": ""})

    assert answer.url == publishing
    assert "Whom can the pairs ask?" not in text(organiser.get(publishing))


def test_letters_ask_for_a_call_only_if_an_organiser_has_a_number(organiser, competition):
    letters = desk("letters", competition)
    without = text(organiser.get(letters))

    give(organiser, competition, phone="07 555 0100")

    assert "Score on paper, then give the score sheet to the organiser." in without
    assert "then phone the organiser with both totals or post the score sheet." in text(organiser.get(letters))
