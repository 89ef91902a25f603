"""What an organiser sends to publish the draw."""

from collections.abc import Sequence
from datetime import date

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField

from competition.lots.forms import AttemptForm
from competition.pages.fields import DayField, TextField


class PublishForm(AttemptForm):
    """The attempt that was looked at, with a play-by date for each round.

    `asked` is the fingerprint of the questions that stood on the page: whoever publishes all the same has read them.
    """

    asked = TextField(required=False, max_length=16, widget=forms.HiddenInput)

    def __init__(self, *args, rounds: Sequence[str], attempt: int, dates: Sequence[date], season: int, **kwargs):
        super().__init__(*args, **kwargs)
        self.latest = attempt
        for number, (name, day) in enumerate(zip(rounds, dates, strict=True), start=1):
            self.fields[f"round{number}"] = field = DayField(label=f"{name}: play by", initial=day)
            field.season = season

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

    @property
    def planned(self) -> list[date]:
        """The dates that are on the page: those sent, or before any were those proposed; none where one is wrong."""
        if not self.is_bound:
            return [self.fields[field.name].initial for field in self.days]
        return self.play_by if self.is_valid() else []

    def has_read(self, asked: str) -> bool:
        """Whether it was sent from a page with these questions; of none there is nothing to read."""
        return self.is_bound and self.is_valid() and asked in ("", self.cleaned_data["asked"])
