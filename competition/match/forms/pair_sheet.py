"""Forms for a score sheet kept on paper: deals in shorthand with their sums, or points only."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import TypeVar

from django import forms

from competition.draw.forms import ask_about
from competition.draw.queries.states import PublishedMatch
from competition.match.actions.pair_sheet import RightSheet
from competition.match.forms.play import MatchSeatsForm
from competition.match.queries.paper import PaperContext
from competition.match.queries.play import PairView
from competition.web.fields import KeyField
from scoring.forms import DealForm
from scoring.paper import paper_sheet, points_sheet, shorthand
from scoring.presenters import csv_sheet
from scoring.presenters.csv_sheet import CsvRow
from scoring.rules.deal import DealResult
from scoring.rules.refusal import Refused
from scoring.rules.sides import Reader, Seat, Side
from scoring.rules.text import visible
from scoring.rules.words import listed

MOST_ROWS = 99
LARGEST_FILE = 100_000
MOST_MISDEALS = 20
LONGEST_NOTE = 200
_COUNT = re.compile(r"[0-9]{1,2}", re.ASCII)
_DEAL = re.compile(r"(deal|we|they|misdeals|note)-([1-9][0-9]{0,5})", re.ASCII)
_POINTS = re.compile(r"(we|they)-(credits|[1-9][0-9]{0,5})", re.ASCII)

Typed = TypeVar("Typed", paper_sheet.Typed, points_sheet.TypedPoints)
# The typed lines by deal number, and the typed credits.
Lines = tuple[dict[int, points_sheet.TypedPoints], points_sheet.TypedPoints]


def row_keys(match: PairView) -> DealForm:
    """Return the form with the buttons for a deal, labelled with the players or with the empty seats."""
    if match.sheet:
        return DealForm(**match.opened.seating)
    return DealForm(names={seat: seat.word for seat in Seat}, reader=Reader())


class PaperSeats(MatchSeatsForm):
    """Form for the seats and the first dealer. It suggests seats until the deals are saved."""

    def __init__(self, data: Mapping[str, str] | None, *, match: PairView) -> None:
        we, they = match.players
        super().__init__(data if data and "save" in data else None, we=we, they=they)
        self.initial = {**self.initial, **{name: data[name] for name in self.fields if data and name in data}}
        chosen = MatchSeatsForm(self.initial, we=we, they=they)
        side = Side.NS if self.initial["north"] in [str(player.pk) for player in we] else Side.EW
        dealer = chosen.arguments()["first_dealer"] if chosen.is_valid() else None
        self.ground = PaperContext(side, dealer, match.state.conditions)


def seats_as_open(match: PairView, data: Mapping[str, str] | None) -> PaperSeats:
    """Return the form for the seats, filled in from any score sheet of the match.

    Without a score sheet no seats are chosen, because the organiser reads them from the paper.
    """
    if data is None and match.sheet:
        seats = dict(zip("NESW", map(str, match.opened.meeting.seats), strict=True))
        data = {"north": seats["N"], "east": seats["E"], "dealer": seats[match.opened.row.first_dealer]}
    form = PaperSeats(data, match=match)
    form.initial = {name: data[name] for name in form.fields if data and name in data}
    form.fields["east"].help_text = "Choose North first. East is a player from the other pair."
    form.fields["dealer"].help_text = "The player who dealt deal 1."
    return form


class TypedForm(forms.Form):
    """Form for the rows typed from a score sheet, by deal number."""

    called = "rows"
    too_many = 0

    @property
    def is_to_be_saved(self) -> bool:
        """True if the user pressed the Save button."""
        # An automatic check at the same moment also sends the Save button, so exclude it.
        return "save" in self.data and "check" not in self.data

    def _rows(self, cells: re.Pattern[str], blank: Typed) -> dict[int, Typed]:
        """Return the rows by deal number. Each cell name has a column and a number. The credits have number 0."""
        rows: dict[int, Typed] = {}
        for key, value in self.data.items():
            if (cell := cells.fullmatch(key)) and value.strip():
                number = 0 if cell[2] == "credits" else int(cell[2])
                rows[number] = rows.get(number, blank)._replace(
                    **{cell[1]: _limit_hidden_value(cell[1], value.strip())}
                )
        self.too_many = sum(number > MOST_ROWS for number in rows)
        return {number: row for number, row in rows.items() if number <= MOST_ROWS}

    def clean(self) -> dict:
        """Add an error if there are more rows than a score sheet can have."""
        if self.too_many:
            self.add_error(None, f"A score sheet has at most {MOST_ROWS} {self.called}. You sent {self.too_many} more.")
        return super().clean() or {}


class PaperForm(TypedForm):
    """Form for the typed deals. `paper` holds each row with its points and its error."""

    file = forms.FileField(
        label="Score sheet as a file (CSV)",
        required=False,
        help_text="Columns: deal, declarer, contract, tricks, honours. Optional: dealer, misdeals, note. "
        "The file fills the empty rows.",
    )
    accept = forms.BooleanField(label="The deals are right and the sums on the paper are wrong", required=False)

    def __init__(
        self, *args, ground: PaperContext, typed: Mapping[int, paper_sheet.Typed] | None = None, **kwargs
    ) -> None:
        super().__init__(*args, **kwargs)
        self.ground = ground
        self.typed = self._rows(_DEAL, paper_sheet.Typed()) if self.is_bound else dict(typed or {})

    @cached_property
    def paper(self) -> paper_sheet.PaperSheet:
        """The typed rows and the resulting score sheet."""
        return paper_sheet.check(
            self.typed,
            recorded=self.ground.recorded,
            first_dealer=self.ground.first_dealer or Seat.N,
            conditions=self.ground.conditions,
            we=self.ground.we,
        )

    @property
    def has_slips(self) -> bool:
        """True if the sums on the paper differ and the user must confirm that they are wrong."""
        return bool(self.paper.slips) or "accept" in self.errors

    def clean(self) -> dict:
        """Fill the empty rows from the file, or check that all rows can be saved."""
        cleaned = super().clean()
        if "upload" in self.data:
            self._fill_from_file(cleaned)
        elif self.is_to_be_saved:
            self._require_valid_rows(cleaned)
        return cleaned

    def _fill_from_file(self, cleaned: dict) -> None:
        file = cleaned.get("file")
        if file is None or file.size > LARGEST_FILE:
            fault = "The file is too large for a score sheet. Choose another file." if file else "Choose a file first."
            return self.add_error("file", fault)
        try:
            rows = csv_sheet.parse(file.read(), self.ground.first_dealer)
        except csv_sheet.SheetFault as fault:
            return self.add_error("file", f"Line {fault.line}: {fault}")
        if len(rows) > MOST_ROWS:
            return self.add_error(
                "file", f"A score sheet has at most {MOST_ROWS} deals, but this file has {len(rows)}. Delete some rows."
            )
        for row in rows:
            if row.misdeals > MOST_MISDEALS or len(row.note) > LONGEST_NOTE:
                most = f"a deal can have at most {MOST_MISDEALS} misdeals and a note of {LONGEST_NOTE} characters."
                return self.add_error("file", f"Line {row.line}: {most}")
        return self._add_rows(rows)

    def _add_rows(self, rows: list[CsvRow]) -> None:
        deals_kept = []
        for row in rows:
            typed = self.typed.get(row.number, paper_sheet.Typed())
            if typed.deal and not self._is_typed_deal(typed, row.deal):
                deals_kept.append(str(row.number))
                continue
            noted = {"misdeals": str(row.misdeals or ""), "note": row.note}
            self.typed[row.number] = typed._replace(deal=typed.deal or shorthand.write(row.deal), **noted)
        if deals_kept:
            self.add_error(
                "file", f"The file has another score for deal {listed(deals_kept)}. The score that you typed was kept."
            )

    def _is_typed_deal(self, typed: paper_sheet.Typed, deal: DealResult) -> bool:
        try:
            return shorthand.parse(typed.deal, self.ground.we) == deal
        except Refused:
            return False

    def _require_valid_rows(self, cleaned: dict) -> None:
        paper = self.paper
        if faults := [str(row.number) for row in paper.faults]:
            deals = "deal" if len(faults) == 1 else "deals"
            self.add_error(None, f"Nothing was saved. Correct {deals} {listed(faults)}.")
        elif not any(row.deal and row.typed.deal for row in paper.rows):
            self.add_error(None, "Nothing was saved. Type in a deal first.")
        elif paper.slips and not cleaned.get("accept"):
            self.add_error("accept", "Nothing was saved. Correct the deals, or tick that they are right.")


class PointsForm(TypedForm):
    """Form for a paper sheet with points only. `points` holds each line with its error."""

    called = "lines"

    def __init__(self, *args, state: PublishedMatch, stored: Lines | None = None, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.state = state
        self.conditions = state.conditions
        self.typed, self.credits = stored or ({}, points_sheet.TypedPoints())
        if self.is_bound:
            self.typed = self._rows(_POINTS, points_sheet.TypedPoints())
            self.credits = self.typed.pop(0, points_sheet.TypedPoints())

    @cached_property
    def points(self) -> points_sheet.PaperPoints:
        """The typed lines, each with its running total and its error."""
        return points_sheet.check(self.typed, self.credits, self.conditions)

    def clean(self) -> dict:
        """Check that all lines can be saved."""
        cleaned = super().clean()
        if self.is_to_be_saved:
            self._require_valid_rows()
        return cleaned

    def _require_valid_rows(self) -> None:
        faulty = [f"deal {row.number}" if row.number else "the credits" for row in self.points.faults]
        if faulty:
            self.add_error(None, f"Nothing was saved. Correct {listed(faulty)}.")
        elif not self.points.lines:
            self.add_error(None, "Nothing was saved. Type in the points of a deal first.")
        else:
            ask_about(self, self.state, self.points.total.seen_from(Side.NS))


def _limit_hidden_value(column: str, value: str) -> str:
    """Return the value, shortened to the maximum length of a hidden field on the page."""
    if column == "misdeals":
        return value if _COUNT.fullmatch(value) and int(value) <= MOST_MISDEALS else ""
    return visible(value)[:LONGEST_NOTE] if column == "note" else value


class AgreeForm(forms.Form):
    """Form for choosing the score sheet that is right about a deal, with the text of the deal that was shown."""

    number = KeyField()
    version = forms.TypedChoiceField(
        choices=[(version.value, version.value) for version in RightSheet], coerce=RightSheet
    )
    shown = forms.CharField(required=False, max_length=80)
