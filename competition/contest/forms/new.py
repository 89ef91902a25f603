"""Form for a new competition: a few fields, a preset for the conditions, and a fold with all other fields."""

from collections.abc import Mapping
from datetime import time
from typing import Any, ClassVar, Self

from django import forms
from django.forms import model_to_dict
from django.forms.boundfield import BoundField, BoundWidget
from django.http import QueryDict

from competition.contest.forms.conditions import CONDITIONS
from competition.contest.forms.contest import ContestForm
from competition.contest.models import Conditions
from competition.contest.rules.division import WHOLE, Division
from competition.contest.rules.plate import PlateRules
from competition.contest.rules.presets import PRESETS

_USUAL = "usual"


class NewContestForm(ContestForm):
    """Form for a new competition. Conditions that the organiser does not change follow the preset in `start`."""

    start = forms.ChoiceField(
        label="How does your region play?",
        required=False,
        widget=forms.RadioSelect,
        choices=[(key, preset.title) for key, preset in PRESETS.items()],
        initial=_USUAL,
    )

    FIRST: ClassVar[tuple[str, ...]] = ("name", "season", "closing_date", "region")
    # The choice of plate is outside the fold.
    GROUPS: ClassVar[dict[str, tuple[str, ...]]] = {
        **ContestForm.GROUPS,
        "The plate": ("plate_conceded", "plate_walkover", "plate_open_until"),
    }
    # These texts are shorter than in the conditions, because the page shows a picture of each.
    SHAPES: ClassVar[dict[str, tuple[str, str]]] = {
        Conditions.Plate.NONE: ("A knockout", "A pair that loses is out."),
        Conditions.Plate.FIRST_MATCH: ("With a plate", "A pair that loses its first match plays on in a second draw."),
        Conditions.Plate.ROUND_1: ("With a plate after round 1", "Only pairs that lose in round 1 play on."),
    }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["name"].help_text = "Without the year."
        self.fields["season"].help_text = "2027, or 2027/28."
        self.fields["closing_date"].help_text = "Pairs enter until this day."

    @classmethod
    def submitted(cls, data: QueryDict | None) -> Self:
        """Return the form. Conditions still equal to the previous preset change to those of the newly chosen preset."""
        if not data:
            return cls(data)
        data = data.copy()
        chosen, before = data.get("start", ""), data.get("filled", "")
        if chosen in PRESETS and before in PRESETS:
            for name in CONDITIONS:
                if _typed(cls, name, data) == _text(_preset_values(before)[name]):
                    data[name] = _text(_preset_values(chosen)[name])
                    if not data[name]:
                        del data[name]
            data["filled"] = chosen
        return cls(data)

    def unsaved(self) -> Self:
        """Return a form with the same values but without errors."""
        names = [*self.base_fields, "filled"]
        values = {name: _value(type(self), name, self.data) for name in names}
        return type(self)(initial=values)

    @property
    def filled(self) -> str:
        """The key of the preset that filled in the conditions."""
        return self.data.get("filled", "") if self.is_bound else self.initial.get("filled", _USUAL)

    @property
    def cards(self) -> list[tuple[BoundWidget, str]]:
        """The preset choices, each with its description."""
        return [(option, PRESETS[option.data["value"]].brief) for option in self["start"]]

    @property
    def shapes(self) -> list[tuple[BoundWidget, str, str]]:
        """The plate choices, each with a title and a description."""
        return [(option, *self.SHAPES[option.data["value"]]) for option in self["plate"]]

    @property
    def plate_rules(self) -> PlateRules | None:
        """The rules for entering the plate with the current values, or None without a plate."""
        names = ("plate", "plate_walkover", "plate_conceded")
        return Conditions(**{name: self[name].value() for name in names}).plate_rules

    @property
    def division(self) -> Division:
        """The sections of the draw with the current values, or one section if their numbers are not possible."""
        values = {name: str(self[name].value() or "") for name in ("join_places", "join_left", "sections")}
        numbers = {name: int(value) for name, value in values.items() if value.isdecimal()}
        division = Conditions(drawn_by_round=bool(self["drawn_by_round"].value()), **numbers).division
        return division if division.is_possible else WHOLE

    @property
    def details(self) -> list[BoundField]:
        """The fields in the fold for details of the competition."""
        return [field for field in super().details if field.name not in self.FIRST]

    @property
    def has_folded_errors(self) -> bool:
        """True if a field in the fold has an error."""
        return bool({*self.errors} - {*self.FIRST, "plate", "__all__"})

    @property
    def summary(self) -> str:
        """The main values in the fold, in short sentences."""
        deals, extra = self["deals"].value(), self["extra_deals"].value()
        online = "entry_form" in self.fields and self["entry_form"].value()
        entry = "Pairs enter online." if online else "You enter the pairs."
        opening = "An opening day." if self["opening_day"].value() else "No opening day."
        return f"{deals} deals, {extra} more if level. {entry} {opening}"


def _preset_values(key: str) -> dict[str, object]:
    return {**model_to_dict(Conditions(), fields=CONDITIONS), **PRESETS[key].unlike}


def _value(form: type[ContestForm], name: str, data: Mapping[str, Any]) -> object:
    field = form.base_fields.get(name)
    return field.widget.value_from_datadict(data, {}, name) if field else data.get(name, "")


def _typed(form: type[ContestForm], name: str, data: QueryDict) -> str:
    return _text(_value(form, name, data))


def _text(value: object) -> str:
    """Return a value as a browser submits it: "on" for a ticked box, and "" for no value."""
    if isinstance(value, time):
        return f"{value:%H:%M}"
    return "on" if value is True else "" if value in (None, False, []) else str(value)
