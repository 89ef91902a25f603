"""What an organiser says about the post and the contacts."""

from django import forms

from competition.pages.fields import EmailField, KeyField, TextField
from competition.post.models import Told
from competition.post.queries.tellings import MAIL


class TellForm(forms.Form):
    """By which way pairs are told: all of that way, or one."""

    way = forms.ChoiceField(
        choices=[(MAIL, MAIL), *Told.Way.choices],
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose a way to tell them."),
    )
    # The number of a pair, or the reference of an entry.
    pair = TextField(max_length=12, required=False)


class AddressForm(forms.Form):
    """Another address of a player."""

    player = KeyField()
    email = EmailField(max_length=254, error_messages={"invalid": "This is not an email address."})


class TryAgainForm(forms.Form):
    """A parked email that is tried again."""

    mail = KeyField()


class WordingForm(forms.Form):
    """What the organiser says of one occasion, before the facts and after them."""

    before = TextField(
        label="Before the facts",
        help_text="After “Dear …”. For example: I hope you had a good summer.",
        max_length=600,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    after = TextField(
        label="After the facts",
        help_text="Before the private link. For example: Please ring me rather than write.",
        max_length=600,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class LostPasswordForm(forms.Form):
    """By what an organiser is known."""

    name = TextField(
        label="Your username or email address",
        max_length=254,
        error_messages={"required": "Say by what we know you."},
    )
