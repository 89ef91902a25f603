"""Forms for the first account, the site's name and a test email."""

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from competition.accounts.forms import new_password_fields
from competition.web.fields import EmailField, TextField
from competition.web.models import Site

_LONGEST_NAME = Site._meta.get_field("name").max_length


def _site_name_field() -> TextField:
    return TextField(
        label="Name of the site",
        max_length=_LONGEST_NAME,
        help_text="Shown at the top of every page, in page titles and as the sender of emails.",
        error_messages={"required": "Give the site a name, such as Lakes Bridge."},
    )


def _check_site_name(name: str) -> str:
    if not (name.isprintable() and any(letter.isalnum() for letter in name)):
        raise ValidationError("A name needs a letter or a number. Give the site another name.")
    return name


class FirstRunForm(UserCreationForm):
    """Form for the first account of the site and the site's name."""

    site_name = _site_name_field()
    first_name = TextField(
        label="Your name", required=False, max_length=80, help_text="Shown to your deputies and in the log."
    )
    email = EmailField(
        label="Email address",
        required=False,
        max_length=254,
        help_text="Not public. We use it for news of your competitions, and for a new password if you lose yours.",
    )
    field_order = ("site_name", "username", "password1", "password2", "first_name", "email")

    class Meta:
        model = User
        fields = ("username", "first_name", "email")

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        username = self.fields["username"]
        username.help_text = "You sign in with it. Letters, digits and the signs @ . + - _"
        username.error_messages["required"] = "Choose a username."
        new_password_fields(self, "password1", "password2")

    def clean_site_name(self) -> str:
        """Return the name. Raises ValidationError if no character of it is visible."""
        return _check_site_name(self.cleaned_data["site_name"])


class SiteNameForm(forms.Form):
    """Form for renaming the site."""

    name = _site_name_field()

    def clean_name(self) -> str:
        """Return the name. Raises ValidationError if no character of it is visible."""
        return _check_site_name(self.cleaned_data["name"])


class TestEmailForm(forms.Form):
    """Form for the address of a test email."""

    address = EmailField(
        label="Send a test email to", max_length=254, error_messages={"required": "Type an email address."}
    )
