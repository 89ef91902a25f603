"""What an organiser sends about the draw and the matches."""

from collections.abc import Sequence
from datetime import date

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField

from competition.forms.contest import day_input
from competition.rules.rehearsal import play_by_dates


class AttemptForm(forms.Form):
    """Which attempt at the draw is wanted, so that a second tap does not draw once more; and the dice, if any."""

    attempt = forms.IntegerField(min_value=1, max_value=32_000)
    dice = forms.CharField(
        label="Dice",
        required=False,
        max_length=120,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
        help_text="If witnesses throw dice, type what they show, such as 4 1 6 2 3: five throws at least. "
        "The lots then hang on them as well.",
    )


class SwapForm(forms.Form):
    """Two pairs that change places by hand, and why."""

    reason = forms.CharField(
        label="Reason",
        max_length=500,
        widget=forms.Textarea({"rows": 2}),
        help_text="Everybody can read it on the record of the draw.",
        error_messages={"required": "Give the reason: everybody who was drawn will want to know it."},
    )
    field_order = ("one", "other", "reason")

    def __init__(self, *args, entries: Sequence[dict], **kwargs):
        super().__init__(*args, **kwargs)
        choices = [("", "Choose a pair")] + [(row["number"], f"{row['number']} {row['pair']}") for row in entries]
        missing = {"required": "Choose a pair."}
        for name, label in (("one", "This pair"), ("other", "changes places with")):
            self.fields[name] = forms.TypedChoiceField(label=label, choices=choices, coerce=int, error_messages=missing)
        self.order_fields(self.field_order)


class PublishForm(AttemptForm):
    """The attempt that was looked at, with a play-by date for each round."""

    def __init__(self, *args, rounds: Sequence[str], attempt: int, first_day: date, **kwargs):
        super().__init__(*args, **kwargs)
        self.latest = attempt
        for number, (name, day) in enumerate(zip(rounds, play_by_dates(first_day, len(rounds)), strict=True), start=1):
            self.fields[f"round{number}"] = forms.DateField(label=f"{name}: play by", widget=day_input(), initial=day)

    def clean_attempt(self) -> int:
        """The attempt, which must be the latest."""
        if self.cleaned_data["attempt"] != self.latest:
            raise ValidationError("There is a newer attempt than the one you looked at. Look at that one first.")
        return self.latest

    @property
    def days(self) -> list[BoundField]:
        """The fields of the rounds, first round first."""
        return [self[name] for name in self.fields if name.startswith("round")]

    @property
    def play_by(self) -> list[date]:
        """The date for each round, first round first."""
        return [self.cleaned_data[field.name] for field in self.days]
