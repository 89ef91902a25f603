"""Forms for planning a competition, making the draw and swapping pairs."""

from collections.abc import Sequence
from datetime import date

from django import forms

from competition.contest.rules.conditions import MOST_PAIRS
from competition.drawing.rules.rehearsal import WEEKS_A_ROUND, Plan, plan
from competition.web.fields import DayField, NumberField, TextField

MOST_WEEKS = 26


class RehearsalForm(forms.Form):
    """Form for a plan: number of pairs, start date and weeks for each round."""

    pairs = NumberField(2, MOST_PAIRS, label="Pairs", help_text="The number of pairs entered or expected.")
    starts = DayField(label="Publication date of the draw")
    weeks = NumberField(1, MOST_WEEKS, label="Weeks for each round", help_text=f"Usual: {WEEKS_A_ROUND}.")

    @classmethod
    def of(cls, asked, *, entered: int, starts: date) -> "RehearsalForm":
        """Return the form with the values from the query string.

        The defaults are the number of `entered` pairs, the date `starts` and the usual weeks.
        """
        usual = {"pairs": max(entered, 2), "starts": starts.isoformat(), "weeks": WEEKS_A_ROUND}
        return cls({name: asked.get(name, value) for name, value in usual.items()})

    def plan(self) -> Plan | None:
        """Return the plan, or None if the form is invalid."""
        return plan(**self.cleaned_data) if self.is_valid() else None


class AttemptForm(forms.Form):
    """Form for making a draw.

    It contains the number of the draw, so that a second tap does not draw again, and any throws of dice.
    """

    attempt = NumberField(1, 32_000)
    dice = TextField(
        label="Dice",
        required=False,
        max_length=120,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
        help_text="If witnesses throw dice, type at least five throws, such as 4 1 6 2 3. "
        "The draw then depends on the dice too.",
    )


class SwapForm(forms.Form):
    """Form for swapping two pairs with a reason."""

    reason = TextField(
        label="Reason",
        max_length=500,
        widget=forms.Textarea({"rows": 2}),
        help_text="Shown in the public draw record.",
        error_messages={"required": "Enter the reason. The pairs want to know it."},
    )
    field_order = ("one", "other", "reason")

    def __init__(self, *args, entries: Sequence[dict], **kwargs):
        super().__init__(*args, **kwargs)
        choices = [("", "Choose a pair")] + [(row["number"], f"{row['number']} {row['pair']}") for row in entries]
        missing = {"required": "Choose a pair."}
        for name, label in (("one", "First pair"), ("other", "Second pair")):
            self.fields[name] = forms.TypedChoiceField(label=label, choices=choices, coerce=int, error_messages=missing)
        self.order_fields(self.field_order)
