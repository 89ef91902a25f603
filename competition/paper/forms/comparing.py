"""What a pair answers where two sheets of its match differ."""

from django import forms

from competition.pages.fields import KeyField
from competition.paper.actions.paper import Version


class AgreeForm(forms.Form):
    """Which sheet is right about which deal, and how that deal read there when it was shown."""

    number = KeyField()
    version = forms.TypedChoiceField(choices=[(version.value, version.value) for version in Version], coerce=Version)
    shown = forms.CharField(required=False, max_length=80)
