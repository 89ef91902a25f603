"""Forms for a result that the organiser types in for a pair."""

from collections.abc import Mapping
from typing import cast

from django import forms

from competition.knockout.forms import ask_about
from competition.knockout.models.result_entry import ResultEntry
from competition.match.queries import Table
from competition.paper.actions import organiser_result
from competition.paper.forms.pair_sheet import PaperForm, PaperSeats, PointsForm
from competition.rulings.forms import GroundsForm
from competition.web.fields import MarginField, PointsField
from scoring.paper import shorthand
from scoring.paper.paper_sheet import Typed
from scoring.rules.sides import NOTHING

AT_ONCE, WAITS = "at once", "waits"
CORRECTED = "corrected"


class ReportForm(GroundsForm):
    """Form for the source of a result, the reason, and the choice between counting at once and waiting."""

    source = forms.ChoiceField(
        label="How did the result reach you?",
        widget=forms.RadioSelect,
        choices=[
            (ResultEntry.Source.TELEPHONE.value, "By phone"),
            (ResultEntry.Source.LETTER.value, "By letter"),
            (ResultEntry.Source.EMAIL.value, "By email"),
            (CORRECTED, "It did not: I am correcting the present result"),
        ],
        error_messages={"required": "Choose how the result reached you."},
    )
    counts = forms.ChoiceField(
        label="Does it count at once?",
        widget=forms.RadioSelect,
        choices=[(AT_ONCE, "Yes, it counts at once"), (WAITS, "No, ask the other pair to confirm it")],
        error_messages={"required": "Choose whether it counts at once."},
    )
    field_order = ("source", "counts", "reason", "note")

    def __init__(self, *args, match: Table, **kwargs):
        super().__init__(*args, **kwargs)
        self.initial = {"counts": AT_ONCE, "reason": "The result as it was reported.", **self.initial}
        self.match = match

    def report(self, content: organiser_result.Content) -> organiser_result.Report:
        """Return the report with this content."""
        said = self.cleaned_data
        source = "" if said["source"] == CORRECTED else said["source"]
        return organiser_result.Report(content, self.match.pair, source, said["counts"] == AT_ONCE)


class SumsForm(forms.Form):
    """Form for the totals of both pairs."""

    total_upper = PointsField()
    total_lower = PointsField()

    def __init__(self, *args, match: Table, **kwargs):
        super().__init__(*args, **kwargs)
        self._match = match
        for name, side in zip(("total_upper", "total_lower"), match.state.sides, strict=True):
            self.fields[name].label = f"Total of {side.text}"

    def clean(self) -> dict:
        """Ask the user once to confirm very unlikely totals."""
        said = self.cleaned_data
        if {"total_upper", "total_lower"} <= said.keys():
            ask_about(self, self._match.state, (said["total_upper"], said["total_lower"]))
        return said

    def content(self) -> organiser_result.Sums:
        """Return both totals."""
        return organiser_result.Sums(self.cleaned_data["total_upper"], self.cleaned_data["total_lower"])


class WonForm(forms.Form):
    """Form for the winner of a match whose totals are not known."""

    winner = forms.TypedChoiceField(
        label="Who won?",
        widget=forms.RadioSelect,
        coerce=int,
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose who won."),
    )

    def __init__(self, *args, match: Table, **kwargs):
        super().__init__(*args, **kwargs)
        self._match = match
        cast(forms.ChoiceField, self.fields["winner"]).choices = [
            (side.pair.number, f"{side.text} won") for side in match.state.sides if side.pair
        ]

    def clean(self) -> dict:
        """Ask the user once to confirm a very unlikely margin."""
        if margin := self.cleaned_data.get("margin"):
            ask_about(self, self._match.state, None, margin)
        return self.cleaned_data

    def content(self) -> organiser_result.Won:
        """Return the winner, with the margin if the form has a margin."""
        said = self.cleaned_data
        return organiser_result.Won(said["winner"] == self._match.state.numbers[0], said.get("margin"))


class WonByForm(WonForm):
    """Form for the winner and the margin of a match whose totals are not known."""

    margin = MarginField()


def seats_as_open(match: Table, data: Mapping[str, str] | None) -> PaperSeats:
    """Return the form for the seats, filled in from any score sheet of the match."""
    if data is None and match.sheet:
        seats = dict(zip("NESW", map(str, match.opened.meeting.seats), strict=True))
        data = {"north": seats["N"], "east": seats["E"], "dealer": seats[match.opened.row.first_dealer]}
    return PaperSeats(data, match=match)


def deals_as_written(match: Table) -> dict[int, Typed]:
    """Return the recorded deals in shorthand, by number, with their notes."""
    return {
        row.number: Typed(shorthand.write(row.facts()), misdeals=str(row.misdeals or ""), note=row.note)
        for row in (match.sheet.deals if match.sheet else ())
    }


def deals_of(form: PaperForm, seats: PaperSeats) -> organiser_result.Deals:
    """Return the typed score sheet."""
    order = seats.order()
    return organiser_result.Deals(form.paper.deals, order["seats"], order["first_dealer"], form.paper.noted)


def points_of(form: PointsForm, match: Table) -> organiser_result.Points:
    """Return the typed points. "We" is the pair whose sheet is typed in."""
    return organiser_result.Points.seen_by(match, form.points.lines, form.points.credits.points or NOTHING)
