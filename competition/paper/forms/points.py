"""A sheet that kept points only, as a form: a line for every deal, the credits last."""

import re
from functools import cached_property

from django import forms

from scoring.paper import points_sheet
from scoring.paper.points_sheet import Points, Typed
from scoring.rules.conditions import Conditions
from scoring.rules.words import listed

MOST_LINES = 99
_CELL = re.compile(r"(we|they)-(credits|[1-9][0-9]{0,5})", re.ASCII)

Lines = tuple[dict[int, Typed], Typed]
"""The lines as typed, by number, and the credits."""


class PointsForm(forms.Form):
    """What was typed, each line judged; `points` holds them all."""

    def __init__(self, *args, conditions: Conditions, kept: Lines | None = None, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.conditions = conditions
        self.too_many = 0
        self.typed, self.credits = self._lines() if self.is_bound else kept or ({}, Typed())

    @cached_property
    def points(self) -> Points:
        """Every line as typed, with its sum and its fault."""
        return points_sheet.check(self.typed, self.credits, self.conditions)

    @property
    def is_to_be_kept(self) -> bool:
        """Whether the button was pressed that keeps the lines."""
        # A check that is under way while the button is pressed brings the button along.
        return "save" in self.data and "check" not in self.data

    def _lines(self) -> Lines:
        lines: dict[int, Typed] = {}
        for key, value in self.data.items():
            if (cell := _CELL.fullmatch(key)) and value.strip():
                number = 0 if cell[2] == "credits" else int(cell[2])
                lines[number] = lines.get(number, Typed())._replace(**{cell[1]: value.strip()})
        credits = lines.pop(0, Typed())
        self.too_many = sum(number > MOST_LINES for number in lines)
        return {number: line for number, line in lines.items() if number <= MOST_LINES}, credits

    def clean(self) -> dict:
        """See to it that all lines can be kept."""
        if self.too_many:
            self.add_error(None, f"A sheet has at most {MOST_LINES} lines here; {self.too_many} more were sent.")
        if self.is_to_be_kept:
            self._must_be_right()
        return super().clean() or {}

    def _must_be_right(self) -> None:
        faulty = [f"deal {row.number}" if row.number else "the credits" for row in self.points.faults]
        if faulty:
            self.add_error(None, f"Nothing has been kept yet: look at {listed(faulty)}.")
        elif not self.points.lines:
            self.add_error(None, "No points have been typed yet.")
