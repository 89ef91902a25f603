"""Tests that each stored text is classified as personal or not, and that the personal ones can be removed."""

from django.apps import apps
from django.db import models

from competition.rulings import queries
from competition.rulings.rules import IMPERSONAL_TEXTS, PERSONAL_TEXTS, Removal
from scoring.models import Deal, DealCorrection

TEXTS = (models.CharField, models.TextField, models.JSONField)
# The organiser can remove parts of these texts.
IN_PARTS = {"LogEntry.text", "LogEntry.detail", "DetailsCorrection.before", "DetailsCorrection.after"}


def stored_texts() -> set[str]:
    """Return the text columns, except those with a fixed set of values."""
    kinds = [*apps.get_app_config("competition").get_models(), *apps.get_app_config("scoring").get_models()]
    return {
        f"{model.__name__}.{field.name}"
        for model in [*kinds, apps.get_model("auth", "User")]
        for field in model._meta.concrete_fields
        if isinstance(field, TEXTS) and not field.choices
    }


def test_every_stored_text_is_listed_once():
    assert {*PERSONAL_TEXTS} | IMPERSONAL_TEXTS == stored_texts()
    assert {*PERSONAL_TEXTS} & IMPERSONAL_TEXTS == set()


def test_the_organiser_can_remove_every_text_listed_as_removable():
    listed = {f"{model}.{column}" for model, (_, words) in queries._WORDS.items() for column in words}
    listed |= {f"{model.__name__}.note" for model in (Deal, DealCorrection)}

    assert {text for text, removal in PERSONAL_TEXTS.items() if removal is Removal.TEXT} == listed | IN_PARTS
