"""Forms for the public contact details of organisers and for inviting deputies."""

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from competition.accounts.forms import right_password
from competition.contest.models import Organiser
from competition.web.fields import EmailField, TextField


class ContactForm(forms.ModelForm):
    """Form for an organiser's public contact details and private notification choice."""

    name = TextField(label="Your name", max_length=80, error_messages={"required": "Give the name the pairs know."})
    phone = TextField(
        label="Telephone",
        required=False,
        max_length=40,
        widget=forms.TextInput({"type": "tel"}),
        help_text="Optional. Shown on the public pages.",
    )
    email = EmailField(label="Email", required=False, help_text="Optional. Shown on the public pages.")

    own_email = EmailField(
        label="Email address of your account",
        required=False,
        max_length=254,
        help_text="Not public. We use it for news of the competition, and for a new password if you lose yours.",
    )
    password = forms.CharField(
        label="Your password",
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        help_text="Needed only if you change the email address of your account.",
    )
    news = forms.ChoiceField(
        label="How do you want to hear of entries, disputes, overdue matches and failed emails?",
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

        Whoever receives the emails of an account can take it over.
        """
        known = super().clean() or self.cleaned_data
        user = self.instance.user
        if known.get("own_email", user.email) != user.email:
            try:
                self._check_password(user, known.get("password", ""))
            except ValidationError as fault:
                self.add_error("password", fault)
        return known

    def _check_password(self, user: User, password: str) -> None:
        if not password:
            raise ValidationError("Type your password: it is needed to change the email address of your account.")
        right_password(user, password)

    def clean_news(self) -> str:
        """Return the choice. If nothing was chosen, return the previous choice."""
        return self.cleaned_data["news"] or self.instance.news


class DeputyForm(forms.Form):
    """Form for inviting a deputy."""

    name = TextField(
        label="Their name",
        max_length=80,
        help_text="As the log will call them. You get an invitation for them.",
        error_messages={"required": "Give the name of the deputy."},
    )

    def clean_name(self) -> str:
        """Return the name. Raise ValidationError if it contains no letters."""
        name = self.cleaned_data["name"]
        if not (name.isprintable() and any(letter.isalpha() for letter in name)):
            raise ValidationError("A name is written in letters: please look at it again.")
        return name
