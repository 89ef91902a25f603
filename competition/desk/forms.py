"""Form for searching the log."""

import re
from collections.abc import Sequence

from django import forms
from django.contrib.auth.models import User

from competition.draw.rules.layout import CODE, code
from competition.web.fields import NumberField

_WORDS = r"match (?P<position>\d{1,3}) of round (?P<round>\d{1,2})"


class LogForm(forms.Form):
    """Form for filtering the log by match, pair and author. Every field is optional."""

    match = forms.RegexField(
        rf"(?i)^({CODE}|{_WORDS})$",
        label="Match",
        required=False,
        max_length=30,
        widget=forms.TextInput({"placeholder": "match 5 of Round 2", "autocomplete": "off"}),
        error_messages={"invalid": "Write the match like “match 5 of Round 2”."},
    )
    pair = NumberField(1, 32_000, label="Pair", required=False, fault="Give a pair’s number.")

    def __init__(self, *args, organisers: Sequence[User], **kwargs):
        super().__init__(*args, **kwargs)
        theirs = [(str(one.pk), one.get_full_name() or one.get_username()) for one in organisers]
        who = [("", "Anyone"), *theirs, ("pairs", "The pairs")]
        self.fields["who"] = forms.ChoiceField(label="Who did it", required=False, choices=who)

    def clean_match(self) -> str:
        """Return the code of the match. Accept small letters and other spellings."""
        text = self.cleaned_data["match"]
        found = re.fullmatch(_WORDS, text, re.IGNORECASE)
        return code(int(found["round"]), int(found["position"])) if found else text.upper()

    @property
    def wanted(self) -> dict:
        """The filters, or an empty dict if the form is invalid."""
        return self.cleaned_data if self.is_valid() else {}
