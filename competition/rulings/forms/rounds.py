"""Forms for the organiser's decisions about dates, conditions of play and home pairs."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date, timedelta
from typing import cast

from django import forms
from django.core.exceptions import ValidationError

from competition.contest.forms.contest import ContestForm
from competition.draw.models.rounds import Slot
from competition.draw.queries.states import PublishedRound
from competition.rulings.forms.decisions import LOT, GroundsForm
from competition.web.fields import DayField, NumberField, PointsField, TextField
from scoring.rules.conditions import DEALS, ScoringConditions, TieBreak


class PlayByDatesForm(GroundsForm):
    """Form for changing the play-by dates of the rounds."""

    def __init__(self, *args, rounds: Sequence[PublishedRound], season: int, **kwargs):
        super().__init__(*args, **kwargs)
        self.rounds = rounds
        for round in rounds:
            field = DayField(label=f"{round.name}: play by", initial=round.play_by)
            field.season = season
            self.fields[f"round{round.number}"] = field
        self.order_fields([*(f"round{round.number}" for round in rounds), "reason", "note"])

    def clean(self) -> dict:
        """Check that at least one date changes."""
        data = super().clean() or {}
        if not self.errors and not self.until:
            self.add_error(None, "Change the date of at least one round.")
        return data

    @property
    def until(self) -> dict[int | str, date]:
        """The new play-by date of each round that changes."""
        days = {round.number: self.cleaned_data[f"round{round.number}"] for round in self.rounds}
        return {round.number: days[round.number] for round in self.rounds if days[round.number] != round.play_by}


class ExtendForm(GroundsForm):
    """Form for extending matches or rounds to a date, or by a number of days."""

    play_by = DayField(
        label="New play-by date", required=False, help_text="Enter a date here or a number of days below."
    )
    days = NumberField(1, 365, label="Or this many days more", required=False, fault="Enter a number from 1 to 365.")
    field_order = ("play_by", "days", "reason", "note")

    def __init__(self, *args, season: int, **kwargs):
        super().__init__(*args, **kwargs)
        cast(DayField, self.fields["play_by"]).season = season

    def clean(self) -> dict:
        """Check that the form has either a date or a number of days."""
        data = super().clean() or {}
        if not self.errors and (data.get("play_by") is None) == (data.get("days") is None):
            self.add_error("play_by", "Enter either a date or a number of days.")
        return data

    def until(self, stands: date) -> date:
        """Return the new date to replace the current date `stands`."""
        return self.cleaned_data["play_by"] or stands + timedelta(days=self.cleaned_data["days"])


class FixedDayForm(GroundsForm):
    """Form for the day, time and place of a round or of single matches. A single match needs a time."""

    day = DayField(label="Day of play", error_messages={"required": "Enter the day of play."})
    hour = forms.TimeField(
        label="Time",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"required": "Enter the time of play.", "invalid": "Enter the time as 19:30."},
    )
    place = TextField(label="Place", required=False, max_length=120, help_text="Optional. Shown on the public pages.")
    field_order = ("day", "hour", "place", "reason", "note")

    def __init__(self, *args, season: int, is_of_matches: bool, **kwargs):
        super().__init__(*args, **kwargs)
        cast(DayField, self.fields["day"]).season = season
        self.fields["hour"].required = is_of_matches
        if is_of_matches:
            self.fields["place"].help_text = "Optional. Shown only to both pairs and the organiser."


class RoundConditionsForm(GroundsForm):
    """Form for correcting the conditions of a round. It starts with the conditions of the last round."""

    round = forms.TypedChoiceField(
        label="Which round?",
        widget=forms.RadioSelect,
        coerce=int,
        error_messages={"required": "Choose a round."},
    )
    deals = ContestForm.base_fields["deals"]
    extra_deals = ContestForm.base_fields["extra_deals"]
    tie_break = ContestForm.base_fields["tie_break"]
    only_partscore = ContestForm.base_fields["only_partscore"]
    field_order = ("round", "deals", "extra_deals", "tie_break", "only_partscore", "reason", "note")

    def __init__(self, *args, rounds: Sequence[PublishedRound], **kwargs) -> None:
        super().__init__(*args, **kwargs)
        cast(forms.ChoiceField, self.fields["round"]).choices = [(round.number, round.name) for round in rounds]
        stands = rounds[-1].conditions
        self.initial = {"round": rounds[-1].number, **asdict(stands)}

    def conditions(self) -> ScoringConditions:
        """Return the conditions."""
        data = self.cleaned_data
        return ScoringConditions(
            data["deals"], data["extra_deals"], TieBreak(data["tie_break"]), data["only_partscore"]
        )


class DealsForm(GroundsForm):
    """Form for the number of deals in one match."""

    deals = NumberField(*DEALS, label="How many deals?", help_text="The tie-break stays the same.")
    field_order = ("deals", "reason", "note")


class HomePairForm(GroundsForm):
    """Form for the home pair of a match: one of the two pairs, or a random pick."""

    home = forms.ChoiceField(
        label="Which pair plays at home?",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose a pair, or a random pick."},
        help_text="The pairs may agree on another venue.",
    )
    field_order = ("home", "reason", "note")

    def __init__(self, *args, names: Sequence[str], **kwargs):
        super().__init__(*args, **kwargs)
        choices = [*zip(Slot.values, names, strict=True), (LOT, "Pick one of the pairs at random")]
        cast(forms.ChoiceField, self.fields["home"]).choices = choices


class NotedPenaltyForm(GroundsForm):
    """Form for penalty points noted before the result."""

    penalised = forms.ChoiceField(
        label="Which pair gets the penalty?",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose a pair."},
    )
    points = PointsField(
        label="How many points?",
        help_text="A number that ends in 0. You deduct them from the total after the match.",
        fault="Enter the points in figures, such as 300.",
    )
    field_order = ("penalised", "points", "reason", "note")

    def __init__(self, *args, names: Sequence[str], **kwargs):
        super().__init__(*args, **kwargs)
        choices = [*zip(Slot.values, names, strict=True)]
        cast(forms.ChoiceField, self.fields["penalised"]).choices = choices

    def clean_points(self) -> int:
        """Return the points. Raises ValidationError if they do not end in 0."""
        points = self.cleaned_data["points"]
        if points <= 0 or points % 10:
            raise ValidationError("Penalty points must be more than 0 and end in 0.")
        return points
