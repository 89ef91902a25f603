"""What everybody reads of an organiser."""

from django import forms

from competition.contest.models import Organiser
from competition.pages.fields import EmailField, TextField


class ContactForm(forms.ModelForm):
    """How pairs reach an organiser; all of it is public."""

    name = TextField(label="Your name", max_length=80, error_messages={"required": "Give the name the pairs know."})
    phone = TextField(
        label="Telephone",
        required=False,
        max_length=40,
        widget=forms.TextInput({"type": "tel"}),
        help_text="Leave it empty and nobody reads one.",
    )
    email = EmailField(label="E-mail", required=False, help_text="Leave it empty and nobody reads one.")

    class Meta:
        model = Organiser
        fields = ("name", "phone", "email")
