"""The code of a letter, typed in."""

from django import forms
from django.core.exceptions import ValidationError


class CodeForm(forms.Form):
    """The code from a pair's letter."""

    code = forms.CharField(
        label="Code",
        max_length=40,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
        help_text="Twelve digits, such as 4821 0937 7725. The spaces do not matter.",
        error_messages={"required": "Type the code from your letter."},
    )

    def clean_code(self) -> str:
        """The twelve digits, whatever stands between them."""
        typed = self.cleaned_data["code"]
        digits = "".join(sign for sign in typed if sign in "0123456789")
        if len(digits) != 12:
            raise ValidationError(f"The code has twelve digits; you typed {len(digits)}.")
        return digits
