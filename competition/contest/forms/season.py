"""Form field for the season of a competition."""

from django import forms
from django.core.exceptions import ValidationError

from competition.contest.rules.seasons import Season, read
from competition.web.fields import TextField
from scoring.rules.refusal import Refused

_WRONG = "Give the season as 2026, or as 2026/27 if it runs over two years."


class SeasonField(TextField):
    """Field for a season written as 2026 or 2026/27."""

    def __init__(self) -> None:
        super().__init__(
            label="Season",
            help_text="The year, such as 2026, or both years, such as 2026/27.",
            error_messages={"required": _WRONG},
            widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": 20}),
        )

    def clean(self, value: str | None) -> Season:
        """Return the season. Raise ValidationError if the text is not a season."""
        try:
            return read(super().clean(value))
        except Refused as fault:
            raise ValidationError(str(fault)) from None
