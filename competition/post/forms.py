"""What an organiser says before the contacts are deleted."""

from django import forms


class ForgetForm(forms.Form):
    """Whether the competition has come to its end before its final."""

    cancelled = forms.BooleanField(
        label="It was cancelled: no more matches are played",
        required=False,
        help_text="Only needed where the final has not been decided.",
    )
