"""Forms for offering a different number of deals, and for the reply."""

from django import forms

from competition.match.models import DealsOffer
from competition.web.fields import KeyField, NumberField
from scoring.rules.conditions import DEALS


class DealsOfferForm(forms.Form):
    """Form for offering a different number of deals."""

    deals = NumberField(*DEALS, label="How many deals?", help_text="Your opponents must agree.")


class DealsAnswerForm(forms.Form):
    """Form with the primary key of the offer on the page, and the answer from the chosen button."""

    offered = KeyField()
    answer = forms.ChoiceField(choices=DealsOffer.Answer.choices)
