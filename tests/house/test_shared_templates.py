import re

import pytest
from django import forms
from django.contrib.auth import get_user
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.core.exceptions import ImproperlyConfigured
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.functional import SimpleLazyObject

from tests.valid_html import faults


class Questionnaire(forms.Form):
    """A form with a field of each kind, each with a help text."""

    name = forms.CharField(label="Name", help_text="Yours.")
    email = forms.EmailField(label="Email", help_text="Yours.", required=False)
    seat = forms.ChoiceField(label="Seat", help_text="One.", choices=["NN", "EE"], widget=forms.RadioSelect)
    days = forms.MultipleChoiceField(
        label="Days", help_text="Some.", choices=["11", "22"], widget=forms.CheckboxSelectMultiple
    )
    opening = forms.BooleanField(label="Opening day", help_text="Tick it.")


def field(name: str, data: dict | None = None) -> str:
    return render_to_string("_field.html", {"field": Questionnaire(data)[name], "columns": 4})


def test_a_field_refers_to_its_help_text_and_its_error():
    for name in Questionnaire.base_fields:
        for data in (None, {}):
            html = field(name, data)

            pointed_to = set(" ".join(re.findall(r'aria-describedby="([^"]+)"', html)).split())
            assert pointed_to == set(re.findall(r'<p[^>]* id="([^"]+)"', html)), (name, data)


def test_only_an_optional_field_is_marked():
    assert ["(optional)" in field(name) for name in Questionnaire.base_fields] == [False, True, False, False, False]


def test_the_error_list_links_to_each_control():
    form = Questionnaire({})

    leads = re.findall(r'href="#([^"]+)"', render_to_string("_errors.html", {"form": form}))
    controls = "".join(field(name, {}) for name in form.fields)
    assert leads == [lead for lead in re.findall(r'<input[^>]* id="([^"]+)"', controls) if lead in leads]
    assert len(leads) == 4
    assert render_to_string("_errors.html", {"form": Questionnaire()}).strip() == ""


def test_the_base_page_uses_neither_session_nor_csrf_token(rf):
    # Pages such as the draw are cached for all readers, so they must not depend on the reader.
    request = rf.get("/")
    request.session = SessionStore()
    request.user = SimpleLazyObject(lambda: get_user(request))

    page = render(request, "base.html").content.decode()

    assert (request.session.accessed, "CSRF_COOKIE" in request.META, faults(page)) == (False, False, [])


def test_a_page_cached_for_all_readers_cannot_have_a_form_that_posts():
    with pytest.raises(ImproperlyConfigured, match="cached for all readers"):
        render_to_string("_form.html", {"form": Questionnaire()})
