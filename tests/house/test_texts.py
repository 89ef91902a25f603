"""Tests that stored texts contain no invisible characters, which could reverse a line or imitate a name."""

import pytest
from django import forms
from django.contrib.auth.forms import UsernameField

from competition.web.fields import EmailField, TextField
from scoring.forms import DealForm, NextDealForm
from scoring.rules.sides import Reader, Seat
from tests import stories
from tests.house.test_bounds import every_form, fields


def test_only_a_text_area_keeps_line_breaks():
    assert TextField().clean(" The\tHarbour\r\n\u2028\v\x85Club\f") == "The Harbour Club"
    assert TextField(widget=forms.Textarea).clean("One.\r\nTwo.\tThree.") == "One.\nTwo. Three."


def test_a_text_with_only_invisible_characters_counts_as_missing():
    with pytest.raises(forms.ValidationError, match="required"):
        TextField().clean("\u200b\u202e")


def test_invisible_characters_in_an_email_address_are_removed():
    assert EmailField().clean("\u202aada@exam\u200bple.org\u202c") == "ada@example.org"


def test_every_text_in_a_form_is_cleaned():
    apart = (TextField, EmailField, forms.UUIDField, forms.SlugField, forms.RegexField, UsernameField)
    texts = fields(forms.CharField)
    unlike = {name for name, field in texts.items() if not isinstance(field, apart)}
    # A package that cannot import this field cleans the note on a deal in the same way.
    unlike -= {f"{form.__name__}.note" for form in (DealForm, *every_form(DealForm))}

    assert texts
    # Passwords stay as typed. The other fields are parsed and not stored.
    assert {name for name in unlike if not isinstance(texts[name].widget, forms.PasswordInput)} == {
        "CodeForm.code",
        "ReplyCodeForm.code",
        "PassForm.code",
        "AgreeForm.shown",
        "ImportForm.seen",
        "ImportForm.text",
        "SeasonForm.shown",
        "TableForm.seen",
        "TableForm.text",
        # This is Django's own field for usernames.
        "FirstRunForm.username",
    }


@pytest.mark.django_db
def test_clubs_and_areas_have_no_invisible_characters(client):
    competition = stories.entered(1)
    client.force_login(competition.owner)
    page = client.get(f"/desk/{competition.slug}/pairs/new/").context["form"]
    filled_in = {field.name: field.value() or "" for field in page}
    hidden = {"player1": "Ida\u200b Tern", "player2": "Jon Tern", "club": "\u202eHarbour\u202c", "area": "North\u2066"}

    client.post(f"/desk/{competition.slug}/pairs/new/", filled_in | hidden)

    pair = competition.pairs.last()
    assert (pair.club, pair.area, pair.name) == ("Harbour", "North", "Ida Tern & Jon Tern")


@pytest.mark.django_db
def test_lists_of_pairs_have_no_invisible_characters(client):
    competition = stories.entered(0)
    client.force_login(competition.owner)
    text = "player1,player2,club\nIda\u200b Tern,Jon Tern,\u202eHarbour\u202c\n"
    address = f"/desk/{competition.slug}/pairs/import/"
    seen = client.post(address, {"text": text, "look": "1"}).context

    assert [line.entry.club for line in seen["preview"].good] == ["Harbour"]


def test_notes_on_deals_have_no_invisible_characters():
    sent = {"number": 1, "passed_in": "on", "note": "Late\u202e."}
    form = NextDealForm(sent, names=dict.fromkeys(Seat, "Ada"), reader=Reader())

    assert form.is_valid()
    assert form.arguments()["note"] == "Late."
