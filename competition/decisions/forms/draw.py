"""What an organiser sends about rounds and places of the draw: other days, other conditions, a late pair; and why."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date, timedelta
from typing import cast

from django import forms

from competition.contest.forms.conditions import ContestForm
from competition.decisions.forms.rulings import GroundsForm
from competition.entries.models.pair import Pair
from competition.knockout.queries.states import RoundState
from competition.pages.fields import DayField, NumberField
from scoring.rules.conditions import Conditions, TieBreak

LOT = "lot"


class DatesForm(GroundsForm):
    """By when each round is played, and why that changes."""

    def __init__(self, *args, rounds: Sequence[RoundState], season: int, **kwargs):
        super().__init__(*args, **kwargs)
        self.rounds = rounds
        for round in rounds:
            field = DayField(label=f"{round.name}: play by", initial=round.play_by)
            self.fields[f"round{round.number}"], field.season = field, season
        self.order_fields([*(f"round{round.number}" for round in rounds), "reason", "note"])

    def clean(self) -> dict:
        """The days, of which one must be another."""
        data = super().clean() or {}
        if not self.errors and not self.until:
            self.add_error(None, "Change the day of at least one round.")
        return data

    @property
    def until(self) -> dict[int | str, date]:
        """The new last day of each round that gets another."""
        days = {round.number: self.cleaned_data[f"round{round.number}"] for round in self.rounds}
        return {round.number: days[round.number] for round in self.rounds if days[round.number] != round.play_by}


class ExtendForm(GroundsForm):
    """Until when matches or rounds may be played: a day for all of them, or so many days more for each."""

    play_by = DayField(label="New play-by date", required=False, help_text="Either a day here, or so many days below.")
    days = NumberField(1, 365, label="Or so many days more", required=False, fault="Give 1 to 365 days.")
    field_order = ("play_by", "days", "reason", "note")

    def __init__(self, *args, season: int, **kwargs):
        super().__init__(*args, **kwargs)
        cast(DayField, self.fields["play_by"]).season = season

    def clean(self) -> dict:
        """The parts; one of the two ways to say until when."""
        data = super().clean() or {}
        if not self.errors and (data.get("play_by") is None) == (data.get("days") is None):
            self.add_error("play_by", "Give a day, or a number of days, not both.")
        return data

    def until(self, stands: date) -> date:
        """The day this makes of the one that stands."""
        return self.cleaned_data["play_by"] or stands + timedelta(days=self.cleaned_data["days"])


class RoundConditionsForm(GroundsForm):
    """Other conditions of play for one of these rounds, beginning with those of the last."""

    round = forms.TypedChoiceField(
        label="Which round?",
        widget=forms.RadioSelect,
        coerce=int,
        error_messages={"required": "Choose the round."},
    )
    deals = ContestForm.base_fields["deals"]
    extra_deals = ContestForm.base_fields["extra_deals"]
    tie_break = ContestForm.base_fields["tie_break"]
    only_partscore = ContestForm.base_fields["only_partscore"]
    field_order = ("round", "deals", "extra_deals", "tie_break", "only_partscore", "reason", "note")

    def __init__(self, *args, rounds: Sequence[RoundState], **kwargs) -> None:
        super().__init__(*args, **kwargs)
        cast(forms.ChoiceField, self.fields["round"]).choices = [(one.number, one.name) for one in rounds]
        stands = rounds[-1].terms.conditions
        self.initial = {"round": rounds[-1].number, **asdict(stands)}

    def conditions(self) -> Conditions:
        """The conditions as filled in."""
        data = self.cleaned_data
        return Conditions(data["deals"], data["extra_deals"], TieBreak(data["tie_break"]), data["only_partscore"])


class PlaceForm(GroundsForm):
    """Where a late pair comes in, and why."""

    where = forms.ChoiceField(
        label="Where do they come in?",
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose one of the list."),
        help_text="A pair that has played, or whose winner has begun the next match, can no longer be replaced.",
    )
    field_order = ("where", "reason", "note")

    def __init__(self, *args, byes: int, others: Sequence[Pair], **kwargs):
        super().__init__(*args, **kwargs)
        places = [(LOT, f"By lot, at {'the bye' if byes == 1 else f'one of the {byes} byes'}")] if byes else []
        for pair in others:
            withdrew = " (withdrew)" if pair.withdrawal else ""
            places.append((str(pair.number), f"In place of pair {pair.number}, {pair}{withdrew}"))
        self.fields["where"] = field = self.fields["where"]
        field.choices = places  # type: ignore[attr-defined]

    @property
    def instead_of(self) -> int | None:
        """The number of the pair whose place they get; None for the lot."""
        where = self.cleaned_data["where"]
        return None if where == LOT else int(where)
