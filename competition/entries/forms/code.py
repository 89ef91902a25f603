"""Form for the entry code of a letter."""

from django import forms
from django.core.exceptions import ValidationError

from competition.entries.models.pair import Pair
from competition.entries.rules.spellings import is_same_name
from competition.web.fields import TextField
from scoring.rules.spoken import quantity


class CodeForm(forms.Form):
    """Form for a pair's entry code.

    The form also asks for a name if many wrong codes came from one network. The network stays unblocked, so that a pair
    with a letter can always sign in. Nobody can guess a code together with the right name.
    """

    code = forms.CharField(
        label="Entry code",
        max_length=40,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
        help_text="Twelve digits, such as 4821 0937 7725. Spaces do not matter.",
        error_messages={"required": "Type the entry code from your letter."},
    )
    name = TextField(
        label="Your name, or your partner’s",
        max_length=80,
        help_text="Your first name and surname, as in the letter.",
        error_messages={
            "required": "There were too many wrong codes from your network. Type your name from the letter too."
        },
    )

    def __init__(self, *args, asks_name: bool, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.asks_name = asks_name
        if not asks_name:
            del self.fields["name"]

    def clean_code(self) -> str:
        """Return the twelve digits without other characters. Raises ValidationError for another number of digits."""
        typed = self.cleaned_data["code"]
        digits = "".join(sign for sign in typed if sign in "0123456789")
        if len(digits) != 12:
            raise ValidationError(
                f"You typed {quantity(len(digits), 'digit')}. The code has twelve. Check your letter."
            )
        return digits

    def is_of(self, pair: Pair) -> bool:
        """Return True if the name belongs to this pair, or if the form does not ask for a name."""
        return not self.asks_name or any(is_same_name(self.cleaned_data["name"], one.name) for one in pair.present)
