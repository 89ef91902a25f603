"""Forms for a competition: its details and its conditions of contest."""

from dataclasses import dataclass
from datetime import time, timedelta
from typing import ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.forms import model_to_dict
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils import timezone
from django.utils.text import slugify

from competition.contest.forms.conditions import CONDITIONS, ConditionsForm
from competition.contest.models import Competition, Conditions
from competition.contest.queries import DETAILS
from competition.contest.rules.presets import PRESETS, Preset
from competition.contest.rules.seasons import Season, read
from competition.web.fields import DayField, TextField, near_season
from scoring.rules.refusal import Refused
from scoring.rules.words import quantity
from scoring.templatetags.bridge import day

_WRONG_SEASON = "Give the season as 2026, or as 2026/27 if it runs over two years."


class SeasonField(TextField):
    """Field for a season written as 2026 or 2026/27."""

    def __init__(self) -> None:
        super().__init__(
            label="Season",
            help_text="The year, such as 2026, or both years, such as 2026/27.",
            error_messages={"required": _WRONG_SEASON},
            widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": 20}),
        )

    def clean(self, value: str | None) -> Season:
        """Return the season. Raises ValidationError if the text is not a season."""
        try:
            return read(super().clean(value))
        except Refused as fault:
            raise ValidationError(str(fault)) from None


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """A group of fields for the conditions of contest under one heading."""

    heading: str
    fields: list[BoundField]

    @property
    def has_errors(self) -> bool:
        """True if a field has an error."""
        return any(field.errors for field in self.fields)

    @property
    def unusual(self) -> list[str]:
        """The labels of the fields with unusual values."""
        return [str(field.label) for field in self.fields if _value(field) != _usual_value(field.name)]

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Each label with its stored value as text. Values that are "No" or not set are left out."""
        named = [(str(field.label), _in_words(field)) for field in self.fields if field.initial]
        return [(label.removesuffix(" in hours"), value) for label, value in named]

    @property
    def unset(self) -> list[tuple[str, str]]:
        """The labels and values left out of `facts`."""
        return [(str(field.label), _in_words(field)) for field in self.fields if not field.initial]


def _value(field: BoundField) -> str:
    value = field.value()
    return "" if value in (None, "", []) else str(value)


def _usual_value(name: str) -> str:
    value = getattr(_USUAL, name)
    return "" if value in (None, "", []) else str(value)


_USUAL = Conditions()


# The conditions come first, because `ModelForm.clean` does not call the `clean` of a form after it.
class ContestForm(ConditionsForm, forms.ModelForm):
    """Form for a competition and its conditions of contest, with explanations."""

    presets = PRESETS
    preset: Preset | None = None

    season = SeasonField()

    class Meta:
        model = Competition
        fields = DETAILS
        labels = {"slug": "Web address", "opening_day": "Opening day", "opening_hour": "Start of the opening day"}
        labels |= {"opening_place": "Venue of the opening day", "entry_form": "Let pairs enter online"}
        labels |= {"is_practice": "Practice"}
        help_texts = {
            "name": "Without the year, such as “Lakes Rubber Knockout”.",
            "slug": "The last part of the web address. Use lower-case letters, digits and hyphens. "
            "If empty, it is made from the name and the season.",
            "region": "Shown under the name.",
            "closing_date": "The last day on which pairs can enter. You can add pairs after it.",
            "opening_day": "A day when many round 1 matches are played together.",
            "opening_hour": "Round 1 matches between pairs who attend are scheduled for this time.",
            "opening_place": "Shown on the public pages.",
            "entry_form": "Shows an entry form on the public page until the closing date. You accept or decline "
            "each entry.",
            "is_practice": "You can delete a practice competition at any time, even after matches have been played. "
            "Its pages say that it is practice. You cannot change this once the draw is published.",
        }
        widgets = {"opening_hour": forms.TimeInput(attrs={"type": "time"}, format="%H:%M")}
        field_classes: ClassVar[dict[str, type[forms.Field]]] = dict.fromkeys(
            ("name", "region", "opening_place"), TextField
        )
        field_classes |= {"closing_date": DayField, "opening_day": DayField}
        error_messages = {
            "opening_hour": {"invalid": "Give the time as 13:30."},
            "name": {"required": "Give the competition a name."},
            "closing_date": {"required": "Give the closing date."},
            "slug": {
                "unique": "Another competition already has this address. Choose another.",
                "invalid": "Use only lower-case letters, digits and hyphens, such as lakes-knockout-2026.",
            },
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.kept = getattr(self.instance, "conditions", None) or Conditions()
        self.initial = {**model_to_dict(self.kept, fields=CONDITIONS), **self.initial}
        self.fields["slug"].required = False
        if self.instance.pk and "season" not in (kwargs.get("initial") or {}):
            self.initial["season"] = self.instance.season_name
        if not self.instance.pk:
            closing = timezone.localdate() + timedelta(weeks=6)
            self.initial = {"season": str(closing.year), "closing_date": closing} | self.initial

    @classmethod
    def read(cls, data: QueryDict | None, instance: Competition | None = None) -> "ContestForm":
        """Return the submitted form.

        If a preset was chosen, return an unsaved form with the conditions of the preset and the typed details.
        """
        if not data or (preset := PRESETS.get(data.get("preset", ""))) is None:
            return cls(data, instance=instance)
        values = {**model_to_dict(Conditions(), fields=CONDITIONS), **preset.unlike}
        form = cls(instance=instance, initial={**{name: data.get(name, "") for name in DETAILS}, **values})
        form.preset = preset
        return form

    @property
    def filled(self) -> str:
        """The key of the preset that filled in the form, kept after errors."""
        chosen = next((key for key, preset in PRESETS.items() if preset is self.preset), "")
        return chosen or (self.data.get("filled", "") if self.is_bound else "")

    @property
    def details(self) -> list[BoundField]:
        """The fields for the details of the competition."""
        return [self[name] for name in DETAILS if name in self.fields]

    @property
    def groups(self) -> list[FieldGroup]:
        """The fields for the conditions of contest, in groups."""
        return [FieldGroup(heading, [self[name] for name in names]) for heading, names in self.GROUPS.items()]

    @property
    def set_groups(self) -> list[FieldGroup]:
        """The details, followed by the groups of conditions with a value.

        The plate's group is left out without a plate.
        """
        groups = [FieldGroup("Details", self.details), *self.groups]
        return [group for group in groups if group.facts and (self.kept.plate_rules or group.heading != "The plate")]

    @property
    def unset(self) -> list[tuple[str, str]]:
        """The label and value of each field that is not set."""
        groups = [FieldGroup("Details", self.details), *self.groups]
        no_plate = [] if self.kept.plate_rules else [("Plate", "No")]
        return no_plate + [
            fact for group in groups if group.heading != "The plate" or not no_plate for fact in group.unset
        ]

    @property
    def conditions(self) -> Conditions:
        """The conditions of contest from the cleaned data."""
        for name in CONDITIONS:
            setattr(self.kept, name, self.cleaned_data[name])
        return self.kept

    def clean_season(self) -> int:
        """Return the first year of the season, and limit the date fields to years near it."""
        season: Season = self.cleaned_data["season"]
        self.instance.over_two_years = season.over_two_years
        return near_season(self, season.year)

    def clean(self) -> dict:
        """Return the cleaned data. If the address is empty, build it from the name and the season."""
        super().clean()
        check_opening_day(self)
        data = self.cleaned_data
        if data.get("slug") == "":
            data["slug"] = slugify(f"{data.get('name', '')} {self._season_in_address()}")[:60].strip("-")
            if not data["slug"]:
                self.add_error("slug", "No address can be made from this name. Type an address.")
        return data

    def _season_in_address(self) -> str:
        year = self.cleaned_data.get("season")
        return Season(year, self.instance.over_two_years).address if year else ""


def check_opening_day(form: forms.BaseForm) -> None:
    """Add an error if a time or venue of the opening day is given without the day."""
    data = form.cleaned_data
    if not data.get("opening_day") and (data.get("opening_hour") or data.get("opening_place")):
        form.add_error("opening_day", "The opening day is missing. Give it, or clear its time and venue.")


def _in_words(field: BoundField) -> str:
    if field.initial in (None, ""):
        return "not set"
    if isinstance(field.field, forms.MultipleChoiceField):
        named = dict(field.field.widget.choices)
        return "; ".join(str(named[one]) for one in field.initial if one in named) or "none"
    if isinstance(field.field, forms.ChoiceField):
        return str(dict(field.field.widget.choices)[field.initial])
    if isinstance(field.field, forms.DateField):
        return day(field.initial)
    if isinstance(field.initial, time):
        return f"{field.initial:%H:%M}"
    if isinstance(field.field, forms.BooleanField):
        return "Yes" if field.initial else "No"
    # Add the unit that the label does not contain, such as "48 hours".
    unit = next((unit for ending, unit in _UNITS.items() if field.name.endswith(ending)), "")
    return quantity(field.initial, unit) if unit else str(field.initial)


_UNITS = {"_hours": "hour", "_days": "day"}
