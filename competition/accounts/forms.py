"""Forms for signing in and for choosing passwords."""

from typing import cast

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from competition.accounts import password_limits
from competition.accounts.actions import KEPT
from competition.web.fields import TextField
from competition.web.rate_limit import TOO_MANY

_ADVICE = "At least 8 characters. Three or four unrelated words make a good password."
_DIFFERENT = "The two passwords are different. Type the new password twice."


class SignInForm(AuthenticationForm):
    """Form for an organiser's username and password."""

    keep = forms.BooleanField(required=False, label=f"Keep me signed in on this device for {KEPT.days} days")
    email = TextField(
        required=False,
        max_length=254,
        label="Email address of your account",
        widget=forms.EmailInput({"autocomplete": "email"}),
        help_text="Leave it empty if your account has none.",
    )

    error_messages = {
        "email_needed": "Many wrong passwords were typed recently. To show that it is you, type the email address of "
        "your account too.",
        "wrong_with_email": "The username, the password or the email address is wrong. Check them and try again.",
        "invalid_login": "The username or password is wrong. Check your capital letters and try again.",
        "inactive": "This account is closed. Ask the person who runs this site.",
    }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.asks_email = False
        _set_required_errors(self, {"username": "Type your username.", "password": "Type your password."})

    def clean(self) -> dict:
        """Return the cleaned data if the organiser may sign in.

        Raises ValidationError otherwise. Above a rate limit, the form neither looks up the account nor hashes the
        password.
        """
        if self.errors:
            return self.cleaned_data
        return password_limits.within(password_limits.at_sign_in(self._asked, self.name), self._look_up)

    @property
    def _asked(self) -> HttpRequest:
        return cast(HttpRequest, self.request)

    def _look_up(self) -> dict:
        without_email = password_limits.before_email(self._asked, self.name)
        if not without_email.take():
            self._check_email()
        cleaned = super().clean()
        without_email.refund()
        return cleaned

    def _check_email(self) -> None:
        """Raise ValidationError unless this is the account's email address."""
        self.asks_email = True
        typed = self.cleaned_data["email"].strip()
        stored = User.objects.filter(username=self.name).values_list("email", flat=True).first()
        if stored is None or stored.casefold() != typed.casefold():
            raise ValidationError(self.error_messages["wrong_with_email" if typed else "email_needed"], TOO_MANY)

    @property
    def name(self) -> str:
        """The cleaned username, which may differ from the typed text."""
        return self.cleaned_data["username"]


def _set_required_errors(form: forms.BaseForm, missing: dict[str, str]) -> None:
    for name, sentence in missing.items():
        form.fields[name].error_messages["required"] = sentence


def new_password_fields(form: forms.BaseForm, first: str, again: str, label: str = "Password") -> None:
    """Set the labels and help texts of the two fields for a new password."""
    form.fields[first].label = label
    form.fields[first].help_text = _ADVICE
    form.fields[again].label = "Repeat the password"
    form.fields[again].help_text = ""
    _set_required_errors(form, {first: "Choose a password.", again: "Type the password again."})


def _set_wording(form: forms.BaseForm) -> None:
    new_password_fields(form, "new_password1", "new_password2", "New password")


class FirstPasswordForm(SetPasswordForm):
    """Form for an organiser's first password."""

    error_messages = {"password_mismatch": _DIFFERENT}

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        _set_wording(self)


class PasswordForm(PasswordChangeForm):
    """Form for changing a password."""

    error_messages = {
        "password_mismatch": _DIFFERENT,
        "password_incorrect": "This is not your current password. Check your capital letters and try again.",
    }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["old_password"].label = "Current password"
        _set_required_errors(self, {"old_password": "Type your current password."})
        _set_wording(self)

    def clean_old_password(self) -> str:
        """Return the current password. Raises ValidationError if it is wrong."""
        return password_limits.within(password_limits.of_organiser(self.user), super().clean_old_password)


class PasswordAgainForm(forms.Form):
    """Form for confirming a password, so that strangers cannot read private data on an unattended computer."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": "Type your password."},
    )

    def __init__(self, organiser: User, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.organiser = organiser

    def clean_password(self) -> str:
        """Return the organiser's password. Raises ValidationError if it is wrong."""
        return right_password(self.organiser, self.cleaned_data["password"])


class CreatorForm(forms.Form):
    """Form for giving an account the permission to create competitions, or removing it."""

    account = forms.ModelChoiceField(
        User.objects.filter(is_active=True),
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(("required", "invalid_choice"), "This account is closed. Reload the page."),
    )
    is_allowed = forms.BooleanField(required=False, widget=forms.HiddenInput)


def right_password(organiser: User, password: str) -> str:
    """Return the organiser's password.

    Raises ValidationError if it is wrong, or after too many wrong passwords.
    """

    def right() -> str:
        if not organiser.check_password(password):
            raise ValidationError("This is not your password. Check your capital letters and try again.")
        return password

    return password_limits.within(password_limits.of_organiser(organiser), right)
