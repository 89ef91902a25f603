"""No text that is kept holds what nobody sees: it could turn a line round, or make two names look like one."""

import pytest
from django import forms
from django.contrib.auth.forms import UsernameField

from competition.pages.fields import EmailField, TextField
from scoring.forms import DealForm, NextDealForm
from scoring.rules.sides import Reader, Seat
from tests import stories
from tests.house.test_bounds import every_form, fields


def test_a_text_of_one_line_stays_on_one_line_and_one_of_several_keeps_them():
    assert TextField().clean(" The\tHarbour\r\n\u2028\v\x85Club\f") == "The Harbour Club"
    assert TextField(widget=forms.Textarea).clean("One.\r\nTwo.\tThree.") == "One.\nTwo. Three."


def test_what_only_seemed_to_be_there_is_missing():
    with pytest.raises(forms.ValidationError, match="required"):
        TextField().clean("\u200b\u202e")


def test_an_address_of_mail_hides_nothing():
    assert EmailField().clean("\u202aada@exam\u200bple.org\u202c") == "ada@example.org"


def test_every_text_of_a_form_is_of_this_kind():
    apart = (TextField, EmailField, forms.UUIDField, forms.SlugField, forms.RegexField, UsernameField)
    texts = fields(forms.CharField)
    unlike = {name for name, field in texts.items() if not isinstance(field, apart)}
    # A note on a deal goes through the same rule in a room below the pages.
    unlike -= {f"{form.__name__}.note" for form in (DealForm, *every_form(DealForm))}

    assert texts
    # Passwords are as they are typed; these are read on and never kept.
    assert {name for name in unlike if not isinstance(texts[name].widget, forms.PasswordInput)} == {
        "CodeForm.code",
        "PassForm.code",
        "AgreeForm.shown",
        "ImportForm.seen",
        "ImportForm.text",
        # Django's own field of usernames.
        "FirstRunForm.username",
    }


@pytest.mark.django_db
def test_a_club_and_an_area_are_taken_without_it(client):
    competition = stories.entered(1)
    client.force_login(competition.owner)
    page = client.get(f"/desk/{competition.slug}/pairs/new/").context["form"]
    filled_in = {field.name: field.value() or "" for field in page}
    hidden = {"player1": "Ida\u200b Tern", "player2": "Jon Tern", "club": "\u202eHarbour\u202c", "area": "North\u2066"}

    client.post(f"/desk/{competition.slug}/pairs/new/", filled_in | hidden)

    pair = competition.pairs.last()
    assert (pair.club, pair.area, pair.name) == ("Harbour", "North", "Ida Tern & Jon Tern")


@pytest.mark.django_db
def test_neither_is_a_list_of_entries(client):
    competition = stories.entered(0)
    client.force_login(competition.owner)
    text = "player1,player2,club\nIda\u200b Tern,Jon Tern,\u202eHarbour\u202c\n"
    address = f"/desk/{competition.slug}/pairs/import/"
    seen = client.post(address, {"text": text, "look": "1"}).context

    assert [line.entry.club for line in seen["preview"].good] == ["Harbour"]


def test_neither_is_a_note_on_a_deal():
    sent = {"number": 1, "passed_in": "on", "note": "Late\u202e."}
    form = NextDealForm(sent, names=dict.fromkeys(Seat, "Ada"), reader=Reader())

    assert form.is_valid()
    assert form.order()["note"] == "Late."
