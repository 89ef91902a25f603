"""Forms for searching the log, and for the first account, the name of the site and a test email."""

import re
from collections.abc import Sequence

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from competition.accounts.forms import new_password_fields
from competition.draw.rules.layout import CODE, code
from competition.web.fields import EmailField, NumberField, TextField
from competition.web.models import Site
from competition.web.rules import whole_number

_WORDS = r"(?:match (?P<position>\d{1,3}) of )?(?:the )?(?P<round>[a-z-]+(?: \d{1,2})?)"
_WRONG_MATCH = "Write the match like “match 5 of Round 2”."


class LogForm(forms.Form):
    """Form for filtering the log by match, pair and author. Every field is optional."""

    match = forms.RegexField(
        rf"(?i)^({CODE}|{_WORDS})$",
        label="Match",
        required=False,
        max_length=30,
        widget=forms.TextInput({"placeholder": "match 5 of Round 2", "autocomplete": "off"}),
        error_messages={"invalid": _WRONG_MATCH},
    )
    pair = NumberField(1, 32_000, label="Pair", required=False, fault="Give a pair’s number.")

    def __init__(self, *args, organisers: Sequence[User], rounds: Sequence[str], **kwargs):
        super().__init__(*args, **kwargs)
        self.rounds = {name.lower(): number for number, name in enumerate(rounds, start=1)}
        theirs = [(str(user.pk), user.get_full_name() or user.get_username()) for user in organisers]
        who = [("", "Anyone"), *theirs, ("pairs", "The pairs")]
        self.fields["who"] = forms.ChoiceField(label="Who did it", required=False, choices=who)

    def clean_match(self) -> str:
        """Return the code of the match. Accept lower case, and the name or number of the round."""
        text = self.cleaned_data["match"].lower()
        if not (words := re.fullmatch(_WORDS, text)):
            return text.upper()
        name = words["round"]
        number = self.rounds.get(name) or whole_number(name.removeprefix("round "))
        if not number or (not words["position"] and name != "final"):
            raise ValidationError(_WRONG_MATCH)
        return code(number, int(words["position"] or 1))

    @property
    def wanted(self) -> dict:
        """The filters, or an empty dict if the form is invalid."""
        return self.cleaned_data if self.is_valid() else {}


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
        """Return the name. Raises ValidationError if it has no visible characters."""
        return _check_site_name(self.cleaned_data["site_name"])


class SiteNameForm(forms.Form):
    """Form for renaming the site."""

    name = _site_name_field()

    def clean_name(self) -> str:
        """Return the name. Raises ValidationError if it has no visible characters."""
        return _check_site_name(self.cleaned_data["name"])


class TestEmailForm(forms.Form):
    """Form for the address of a test email."""

    address = EmailField(
        label="Send a test email to", max_length=254, error_messages={"required": "Type an email address."}
    )
