"""What an organiser types to delete a competition."""

from django import forms
from django.core.exceptions import ValidationError

from competition.pages.fields import TextField


class DeleteForm(forms.Form):
    """The name of the competition, so that nobody deletes the wrong one."""

    name = TextField(label="Its name", max_length=120, error_messages={"required": "Type the name of the competition."})

    def __init__(self, *args, name: str, **kwargs):
        super().__init__(*args, **kwargs)
        self.wanted = name
        self.fields["name"].help_text = f"Type “{name}”, as it stands above."

    def clean_name(self) -> str:
        """The name, if it is this one."""
        if self.cleaned_data["name"].casefold() != " ".join(self.wanted.split()).casefold():
            raise ValidationError(f"This is not its name, which is “{self.wanted}”.")
        return self.cleaned_data["name"]
