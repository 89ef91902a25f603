"""Form fields shared by several packages, and the renderer for their widgets."""

from datetime import date
from html import escape

from django import forms
from django.core.exceptions import ValidationError
from django.forms.renderers import DjangoTemplates
from django.utils import timezone

from competition.web.rules import FIGURES, days_around
from scoring.rules.text import visible


class TextField(forms.CharField):
    """Text field without invisible characters. Unless it is a text area, its value is one line with single spaces."""

    def to_python(self, value: str | None) -> str:
        """Return the visible part of the text."""
        text = visible(value or "")
        return text.strip() if isinstance(self.widget, forms.Textarea) else " ".join(text.split())

    def bound_data(self, data: str | None, initial: str | None) -> str:
        """Return the visible part of the submitted text, for showing the form again."""
        return visible(data or "")


class EmailField(forms.EmailField):
    """Email field without invisible characters, which messaging apps add to copied addresses."""

    def to_python(self, value: str | None) -> str:
        """Return the visible part of the address."""
        return str(super().to_python(visible(value or "")))


class DayField(forms.DateField):
    """Field for a date near today or near its `season`. The browser may offer a calendar."""

    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    default_error_messages = {"invalid": "Give the day as 30/05/2026."}
    season: int | None = None

    def validate(self, value: date | None) -> None:
        """Raise ValidationError if the date is too far away."""
        super().validate(value)
        today = timezone.localdate().year
        first, last = days_around(self.season or today, today)
        if value and not first <= value <= last:
            raise ValidationError(f"Give a day of the years {first.year} to {last.year}.")


def near_season(form: forms.BaseForm, season: int) -> int:
    """Set the season of every date field in the form, and return it."""
    for field in form.fields.values():
        if isinstance(field, DayField):
            field.season = season
    return season


class NumberField(forms.IntegerField):
    """Field for a whole number between two limits."""

    def __init__(self, low: int, high: int, *, fault: str = "", **options) -> None:
        fault = fault or f"Give a whole number from {low} to {high}."
        messages = dict.fromkeys(("invalid", "min_value", "max_value"), fault)
        super().__init__(min_value=low, max_value=high, error_messages=messages, **options)


class KeyField(forms.IntegerField):
    """Hidden field for the primary key of the object shown on the page."""

    def __init__(self, **options) -> None:
        super().__init__(min_value=1, max_value=10**FIGURES - 1, widget=forms.HiddenInput, **options)


class PointsField(forms.IntegerField):
    """Field for points, typed as 4730, 4,730 or 4 730."""

    def __init__(self, *, fault: str = "", **options) -> None:
        message = fault or "Give the total in digits, such as 4730."
        too_many = fault or "A total is at most 99,990 points. Check the score sheet."
        super().__init__(
            min_value=0,
            max_value=99_990,
            widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            error_messages={**dict.fromkeys(("required", "invalid", "min_value"), message), "max_value": too_many},
            **options,
        )

    def to_python(self, value) -> int | None:
        """Return the number, ignoring commas and spaces between the thousands."""
        return super().to_python("".join((value or "").replace(",", "").split()))


class MarginField(PointsField):
    """Field for the winner's margin, which is positive."""

    def __init__(self, **options) -> None:
        fault = "Give the margin in digits, such as 110. It must be more than 0 and end in 0."
        super().__init__(label="By how many points?", fault=fault, **options)

    def validate(self, value: int | None) -> None:
        """Raise ValidationError if this margin is impossible between two totals."""
        super().validate(value)
        if value is not None and (value <= 0 or value % 10):
            raise ValidationError(self.error_messages["invalid"])


_KINDS = ("text", "number", "email", "password", "date", "hidden", "checkbox", "radio_option", "checkbox_option")
_INPUTS = {f"django/forms/widgets/{kind}.html" for kind in _KINDS}


class _BoundField(forms.BoundField):
    """Bound field that browsers announce as invalid only after an error, and not while it is still empty."""

    def build_widget_attrs(self, attrs, widget=None):
        attrs = super().build_widget_attrs(attrs, widget)
        return {**attrs, "aria-invalid": "false"} if "required" in attrs and "aria-invalid" not in attrs else attrs


class Renderer(DjangoTemplates):
    """Form renderer that writes input elements itself.

    The form for a deal has fifty inputs, and each would need five of Django's templates.
    """

    bound_field_class = _BoundField

    def render(self, template_name: str, context: dict, request=None) -> str:
        """Return the HTML of a field."""
        widget = context.get("widget", {})
        if template_name not in _INPUTS or widget.get("wrap_label"):
            return super().render(template_name, context, request)
        text = widget["value"]
        value = {} if text is None else {"value": str(text)}
        return (
            f"<input{_write_attributes({'type': widget['type'], 'name': widget['name'], **value, **widget['attrs']})}>"
        )


def _write_attributes(attributes: dict) -> str:
    return "".join(
        f" {name}" if value is True else f' {name}="{escape(str(value))}"'
        for name, value in attributes.items()
        if value is not False
    )
