"""When a pair is away, as it says so itself."""

from typing import cast

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField

from competition.entries.actions.away import Spans
from competition.pages.fields import DayField

_ROWS = range(1, 5)


class AwayForm(forms.Form):
    """Up to four times away, each from a first day to a last; a last day that is left empty is the first."""

    def __init__(self, *args, spans: Spans = (), season: int | None = None, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        for row in _ROWS:
            for name, label in (("from", "Away from"), ("to", "to")):
                field = DayField(label=label if row == 1 else f"{label} ({row})", required=False)
                field.season = season
                self.fields[f"{name}{row}"] = field
        for row, (first, last) in zip(_ROWS, spans, strict=False):
            self.initial[f"from{row}"], self.initial[f"to{row}"] = first, last

    @property
    def rows(self) -> list[tuple[BoundField, BoundField]]:
        """The first and the last day of each."""
        return [(self[f"from{row}"], self[f"to{row}"]) for row in _ROWS]

    @property
    def spans(self) -> Spans:
        """Each time away as filled in."""
        said = ((self.cleaned_data.get(f"from{row}"), self.cleaned_data.get(f"to{row}")) for row in _ROWS)
        return [(first, last or first) for first, last in said if first]

    def clean(self) -> dict:
        """Every time away begins before it ends."""
        said = super().clean() or {}
        for row in _ROWS:
            first, last = said.get(f"from{row}"), said.get(f"to{row}")
            if last and not first and f"from{row}" not in self.errors:
                self.add_error(f"from{row}", "Say from which day.")
            if first and last and last < first:
                self.add_error(f"to{row}", ValidationError("The last day comes before the first."))
        return cast(dict, said)
