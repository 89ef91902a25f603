"""Form for searching the log."""

from collections.abc import Sequence

from django import forms
from django.contrib.auth.models import User

from competition.drawing.rules.layout import CODE
from competition.web.fields import NumberField


class LogForm(forms.Form):
    """Form for filtering the log by match, pair and author. Every field is optional."""

    match = forms.RegexField(
        f"^{CODE}$",
        label="Match",
        required=False,
        max_length=10,
        widget=forms.TextInput({"placeholder": "R2-M5", "autocomplete": "off"}),
        error_messages={"invalid": "A match is written like R2-M5: round 2, match 5."},
    )
    pair = NumberField(1, 32_000, label="Pair", required=False, fault="Give a pair’s number.")

    def __init__(self, *args, organisers: Sequence[User], **kwargs):
        super().__init__(*args, **kwargs)
        theirs = [(str(one.pk), one.get_full_name() or one.get_username()) for one in organisers]
        who = [("", "Anyone"), *theirs, ("pairs", "The pairs")]
        self.fields["who"] = forms.ChoiceField(label="Who did it", required=False, choices=who)

    @property
    def wanted(self) -> dict:
        """The filters, or an empty dict if the form is invalid."""
        return self.cleaned_data if self.is_valid() else {}
