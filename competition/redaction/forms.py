"""What an organiser sends to take words out: which, and why in a fixed choice of words."""

from django import forms

from competition.redaction.actions import Why


class RedactForm(forms.Form):
    """The wording, by what it is known by, and why it goes."""

    words = forms.RegexField(r"^\w+$", max_length=64, widget=forms.HiddenInput)
    why = forms.TypedChoiceField(
        label="Why? Everybody reads this in place of the words",
        choices=Why.choices,
        coerce=Why,
        widget=forms.RadioSelect,
        error_messages={"required": "Say why the words go."},
    )
