"""What everybody reads of an organiser, and who is made a deputy."""

from django import forms
from django.core.exceptions import ValidationError

from competition.contest.models import Organiser
from competition.pages.fields import EmailField, TextField


class ContactForm(forms.ModelForm):
    """How pairs reach an organiser, which is public, and how the organiser is told what happens, which is not."""

    name = TextField(label="Your name", max_length=80, error_messages={"required": "Give the name the pairs know."})
    phone = TextField(
        label="Telephone",
        required=False,
        max_length=40,
        widget=forms.TextInput({"type": "tel"}),
        help_text="Leave it empty and nobody reads one.",
    )
    email = EmailField(label="E-mail", required=False, help_text="Leave it empty and nobody reads one.")

    own_email = EmailField(
        label="Your own e-mail, for us alone",
        required=False,
        max_length=254,
        help_text="For news of the competition, and for a new password if you lose yours.",
    )
    news = forms.ChoiceField(
        label="Entries, disputes, late matches and mails that came back: how shall we tell you?",
        required=False,
        choices=Organiser.News.choices,
        widget=forms.RadioSelect,
    )

    class Meta:
        model = Organiser
        fields = ("name", "phone", "email", "news")

    field_order = ("name", "phone", "email", "own_email", "news")

    def clean_news(self) -> str:
        """What was chosen; what was left open stays as it is."""
        return self.cleaned_data["news"] or self.instance.news


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
