"""What an organiser sends about the conditions of a round: which round, what it is played under, and why."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import cast

from django import forms

from competition.contest.forms.conditions import ContestForm
from competition.decisions.forms.rulings import GroundsForm
from competition.knockout.queries.states import RoundState
from scoring.rules.conditions import Conditions, TieBreak


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
