"""Forms for messages and contact details."""

from django import forms

from competition.notifications.models import Told
from competition.notifications.queries.message_states import EMAIL
from competition.web.fields import EmailField, KeyField, TextField


class TellForm(forms.Form):
    """Form for the channel used to tell pairs, and optionally one pair."""

    way = forms.ChoiceField(
        choices=[(EMAIL, EMAIL), *Told.Way.choices],
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose how to tell them."),
    )
    # The number of a pair, or the reference of an entry.
    pair = TextField(max_length=12, required=False)


class AddressForm(forms.Form):
    """Form for correcting a player's email address."""

    player = KeyField()
    email = EmailField(
        max_length=254, error_messages={"invalid": "This is not an email address. It looks like name@example.org."}
    )


class TryAgainForm(forms.Form):
    """Form for trying a parked email again."""

    email = KeyField()


class WordingForm(forms.Form):
    """Form for the organiser's wording before and after the facts of a message."""

    before = TextField(
        label="Before the facts",
        help_text="After “Dear …”. For example: I hope you had a good summer.",
        max_length=600,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    after = TextField(
        label="After the facts",
        help_text="Before the private link. For example: Please phone me instead of writing.",
        max_length=600,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class NewMatchesForm(WordingForm):
    """Form for the wording of messages about new matches, and for how they are sent."""

    sends_new_matches = forms.BooleanField(
        label="Send these emails automatically, as soon as both pairs are known",
        help_text="Pairs without email still wait for you. The desk shows which pairs you have to tell.",
        required=False,
    )


class LostLinkForm(forms.Form):
    """Form for a player's email address."""

    email = EmailField(
        label="Your email address",
        max_length=254,
        error_messages={
            "required": "Type your email address.",
            "invalid": "This is not an email address. It looks like name@example.org.",
        },
    )


class LostPasswordForm(forms.Form):
    """Form for an organiser's username or email address."""

    name = TextField(
        label="Your username or email address",
        max_length=254,
        error_messages={"required": "Type your username or email address."},
    )
