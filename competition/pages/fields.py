"""Fields that forms of several subjects share."""

from django import forms


def day_input() -> forms.DateInput:
    """A day, picked from a calendar where the browser has one."""
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


def number(label: str, low: int, high: int, help_text: str) -> forms.IntegerField:
    """A whole number between two bounds."""
    fault = f"Give a whole number from {low} to {high}."
    return forms.IntegerField(
        label=label,
        min_value=low,
        max_value=high,
        help_text=help_text,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), fault),
    )


class PointsField(forms.IntegerField):
    """Points as people write it: 4730, 4,730 or 4 730."""

    def __init__(self, *, fault: str = "Give the total in figures, such as 4730.", **options) -> None:
        super().__init__(
            min_value=0,
            max_value=99_990,
            widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), fault),
            **options,
        )

    def to_python(self, value) -> int | None:
        """The number without what parts its thousands."""
        return super().to_python("".join((value or "").replace(",", "").split()))
