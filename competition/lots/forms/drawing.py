"""What an organiser sends about the draw and the matches."""

from collections.abc import Sequence

from django import forms

from competition.pages.fields import NumberField, TextField


class AttemptForm(forms.Form):
    """Which attempt at the draw is wanted, so that a second tap does not draw once more; and the dice, if any."""

    attempt = NumberField(1, 32_000)
    dice = TextField(
        label="Dice",
        required=False,
        max_length=120,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
        help_text="If witnesses throw dice, type what they show, such as 4 1 6 2 3: five throws at least. "
        "The lots then hang on them as well.",
    )


class SwapForm(forms.Form):
    """Two pairs that change places by hand, and why."""

    reason = TextField(
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
