"""What an organiser tries out before the draw."""

from datetime import date

from django import forms

from competition.contest.rules.limits import MOST_PAIRS
from competition.lots.rules.rehearsal import WEEKS_A_ROUND, Plan, plan
from competition.pages.fields import DayField, NumberField

MOST_WEEKS = 26


class RehearsalForm(forms.Form):
    """How many pairs, from when, and how many weeks for a round."""

    pairs = NumberField(2, MOST_PAIRS, label="Pairs", help_text="As many as are entered, or as you expect.")
    starts = DayField(label="The draw is published on")
    weeks = NumberField(1, MOST_WEEKS, label="Weeks for a round", help_text=f"Usual: {WEEKS_A_ROUND}.")

    @classmethod
    def of(cls, asked, *, entered: int, starts: date) -> "RehearsalForm":
        """The form as asked for in the address; else for the pairs entered, from this day."""
        usual = {"pairs": max(entered, 2), "starts": starts.isoformat(), "weeks": WEEKS_A_ROUND}
        return cls({name: asked.get(name, value) for name, value in usual.items()})

    def plan(self) -> Plan | None:
        """How it would run; None when it cannot be said."""
        return plan(**self.cleaned_data) if self.is_valid() else None
