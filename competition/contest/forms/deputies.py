"""Who is made a deputy."""

from django import forms
from django.core.exceptions import ValidationError

from competition.pages.fields import TextField


class DeputyForm(forms.Form):
    """Who becomes a deputy."""

    name = TextField(
        label="Their name",
        max_length=80,
        help_text="As the log will call them. You get an invitation for them.",
        error_messages={"required": "Give the name of the deputy."},
    )

    def clean_name(self) -> str:
        """The name, if it is one."""
        name = self.cleaned_data["name"]
        if not (name.isprintable() and any(letter.isalpha() for letter in name)):
            raise ValidationError("A name is written in letters: please look at it again.")
        return name
