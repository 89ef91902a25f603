"""Forms for organisers: their contact details, and deputies."""

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from competition.accounts.forms import right_password
from competition.contest.models import Organiser
from competition.web.fields import EmailField, TextField


class ContactForm(forms.ModelForm):
    """Form for an organiser's public contact details and private notification choice."""

    name = TextField(
        label="Your name", max_length=80, error_messages={"required": "Give the name that the pairs know."}
    )
    phone = TextField(
        label="Phone",
        required=False,
        max_length=40,
        widget=forms.TextInput({"type": "tel"}),
        help_text="Shown on the public pages.",
    )
    email = EmailField(label="Email", required=False, help_text="Shown on the public pages.")

    own_email = EmailField(
        label="Email address of your account",
        required=False,
        max_length=254,
        help_text="Not public. If the site sends email, we use it for news of the competition, and for a link if you "
        "forget your password.",
    )
    password = forms.CharField(
        label="Your password",
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        help_text="Needed only if you change the email address of your account.",
    )
    news = forms.ChoiceField(
        label="Emails to you about entries, disputes, overdue matches and failed emails",
        required=False,
        choices=Organiser.News.choices,
        widget=forms.RadioSelect,
    )

    class Meta:
        model = Organiser
        fields = ("name", "phone", "email", "news")

    field_order = ("name", "phone", "email", "own_email", "password", "news")

    @property
    def contact(self) -> dict[str, str]:
        """The cleaned values to save, without the password."""
        return {name: value for name, value in self.cleaned_data.items() if name != "password"}

    def clean(self) -> dict:
        """Require the password if the email address of the account changes.

        Anyone who receives the account's emails can choose a new password for it.
        """
        form_data = super().clean() or self.cleaned_data
        user = self.instance.user
        if form_data.get("own_email", user.email) != user.email:
            try:
                self._check_password(user, form_data.get("password", ""))
            except ValidationError as fault:
                self.add_error("password", fault)
        return form_data

    def _check_password(self, user: User, password: str) -> None:
        if not password:
            raise ValidationError("Your password is missing. Type it to change the email address of your account.")
        right_password(user, password)

    def clean_news(self) -> str:
        """Return the choice. If nothing was chosen, return the previous choice."""
        return self.cleaned_data["news"] or self.instance.news


class DeputyForm(forms.Form):
    """Form for inviting a deputy."""

    name = TextField(
        label="Name of the deputy",
        max_length=80,
        help_text="Shown in the log. You get an invitation to give to the deputy.",
        error_messages={"required": "Give the name of the deputy."},
    )

    def clean_name(self) -> str:
        """Return the name. Raises ValidationError if it contains no letters."""
        name = self.cleaned_data["name"]
        if not (name.isprintable() and any(letter.isalpha() for letter in name)):
            raise ValidationError("A name needs letters. Correct the name.")
        return name
