"""Tests that the form renderer writes the same HTML as Django's templates."""

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates

from competition.web.fields import Renderer

NASTY = """<"&'>"""
CHOICES = [("", "none"), (0, "zero"), (True, "yes"), (NASTY, NASTY)]


class Every(forms.Form):
    """A form with a field of each kind used on the pages."""

    text = forms.CharField(max_length=200, label=NASTY, help_text="Helps.")
    number = forms.IntegerField(min_value=0, max_value=20, required=False)
    email = forms.EmailField()
    password = forms.CharField(widget=forms.PasswordInput)
    day = forms.DateField(widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "data-off": False}))
    hidden = forms.CharField(widget=forms.HiddenInput)
    tick = forms.BooleanField(disabled=True)
    one = forms.ChoiceField(choices=CHOICES, widget=forms.RadioSelect)
    some = forms.MultipleChoiceField(choices=CHOICES, widget=forms.CheckboxSelectMultiple)
    listed = forms.ChoiceField(choices=CHOICES)
    long = forms.CharField(widget=forms.Textarea(attrs={"data-nasty": NASTY}))


def written(data: dict | None, renderer: DjangoTemplates) -> list[str]:
    form = Every(data, renderer=renderer)
    keys = [key.tag() for name in ("one", "some") for key in form[name]]
    return [*keys, *(str(field) for field in form)]


@pytest.mark.parametrize("said", [None, dict.fromkeys(Every.base_fields, ""), dict.fromkeys(Every.base_fields, NASTY)])
def test_fields_have_the_same_html_as_with_djangos_templates(said):
    ours = [field.replace(' aria-invalid="false"', "") for field in written(said, Renderer())]

    assert ours == written(said, DjangoTemplates())


def test_a_required_field_is_invalid_only_after_submission():
    class Deal(forms.Form):
        declarer = forms.ChoiceField(choices=CHOICES, widget=forms.RadioSelect)
        note = forms.CharField(required=False)

    untouched, sent = Deal(renderer=Renderer()), Deal({}, renderer=Renderer())

    assert all('required aria-invalid="false"' in key.tag() for key in untouched["declarer"])
    assert all('aria-invalid="true"' in key.tag() for key in sent["declarer"])
    assert "aria-invalid" not in str(untouched["note"])
