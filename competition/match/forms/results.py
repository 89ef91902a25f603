"""Forms for results typed in by the organiser: one match, a whole round, and pasted results."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import timezone

from competition.draw.forms import ask_about, ask_if_unlikely
from competition.draw.models.result_entry import ResultEntry
from competition.draw.rules.result import MarginRecord, impossible_total
from competition.entries.rules.grammar import read_day
from competition.match.actions import results
from competition.match.forms.pair_sheet import PaperForm, PaperSeats, PointsForm
from competition.match.queries.play import PairView
from competition.match.rules.match_result import WITH_TOTALS, MatchResult, RoundFixture, WayToEnd
from competition.match.rules.pasted import Pasted, read_results
from competition.rulings.forms.decisions import GroundsForm
from competition.web.fields import MarginField, PointsField, TextField
from scoring.paper import shorthand
from scoring.paper.paper_sheet import Typed
from scoring.rules.refusal import Refused
from scoring.rules.sides import NOTHING

AT_ONCE, WAITS = "at once", "waits"
CORRECTED = "corrected"


class ReportForm(GroundsForm):
    """Form for a result's source and reason, and the choice between counting at once and waiting for a reply."""

    source = forms.ChoiceField(
        label="How did the result reach you?",
        widget=forms.RadioSelect,
        choices=[
            (ResultEntry.Source.TELEPHONE.value, "By phone"),
            (ResultEntry.Source.LETTER.value, "By letter"),
            (ResultEntry.Source.EMAIL.value, "By email"),
            (CORRECTED, "It did not: I am correcting the current result"),
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

    def __init__(self, *args, match: PairView, by: str = "", **kwargs):
        """Create the form for a result of this match. `by` is the channel if the page is for one channel only."""
        super().__init__(*args, **kwargs)
        reason = results.REASONS.get(by)
        known = {"source": by, "counts": WAITS, "reason": reason} if reason else {}
        self.initial = {"counts": AT_ONCE, "reason": "The result as it was reported.", **known, **self.initial}
        self.match = match

    def report(self, content: results.Content) -> results.Report:
        """Return the report with this content."""
        form_data = self.cleaned_data
        source = "" if form_data["source"] == CORRECTED else form_data["source"]
        return results.Report(content, self.match.pair, source, form_data["counts"] == AT_ONCE)


class SumsForm(forms.Form):
    """Form for the totals of both pairs."""

    total_upper = PointsField()
    total_lower = PointsField()

    def __init__(self, *args, match: PairView, **kwargs):
        super().__init__(*args, **kwargs)
        self._match = match
        for name, side in zip(("total_upper", "total_lower"), match.state.sides, strict=True):
            self.fields[name].label = f"Total of {side.text}"

    def clean(self) -> dict:
        """Ask the user once to confirm very unlikely totals."""
        form_data = self.cleaned_data
        if {"total_upper", "total_lower"} <= form_data.keys():
            ask_about(self, self._match.state, (form_data["total_upper"], form_data["total_lower"]))
        return form_data

    def content(self) -> results.Sums:
        """Return both totals."""
        return results.Sums(self.cleaned_data["total_upper"], self.cleaned_data["total_lower"])


class TypeInWinnerForm(forms.Form):
    """Form for the winner of a match without known totals."""

    winner = forms.TypedChoiceField(
        label="Who won?",
        widget=forms.RadioSelect,
        coerce=int,
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose who won."),
    )

    def __init__(self, *args, match: PairView, **kwargs):
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

    def content(self) -> results.Won:
        """Return the winner, and the margin if the form has one."""
        form_data = self.cleaned_data
        return results.Won(form_data["winner"] == self._match.state.numbers[0], form_data.get("margin"))


class TypeInMarginForm(TypeInWinnerForm):
    """Form for the winner and the margin of a match without known totals."""

    margin = MarginField()


def deals_as_written(match: PairView) -> dict[int, Typed]:
    """Return the recorded deals in shorthand, by number, with their notes."""
    return {
        row.number: Typed(shorthand.write(row.facts()), misdeals=str(row.misdeals or ""), note=row.note)
        for row in (match.sheet.deals if match.sheet else ())
    }


def deals_of(form: PaperForm, seats: PaperSeats) -> results.Deals:
    """Return the typed score sheet."""
    order = seats.arguments()
    return results.Deals(form.paper.deals, order["seats"], order["first_dealer"], form.paper.noted)


def points_of(form: PointsForm, match: PairView) -> results.TypedPointsSheet:
    """Return the typed points. "We" is the pair that kept the sheet."""
    return results.TypedPointsSheet.seen_by(match, form.points.lines, form.points.credits.points or NOTHING)


# Value of a row to leave out. It undoes an accidental choice of winners.
NO_RESULT = "none"
_WAYS = [
    (WayToEnd.PLAYED.value, "Played"),
    (WayToEnd.NOT_RECORDED.value, "Score not recorded"),
    (WayToEnd.WALKOVER.value, "Walkover"),
    (WayToEnd.CONCEDED.value, "Conceded"),
    (WayToEnd.DOUBLE_DEFAULT.value, "Double default"),
    (NO_RESULT, "No result yet"),
]
_MOST_PASTED = 40_000
LargestMargin = Callable[[], MarginRecord | None]
"""A query for the largest known margin. It runs only if a row has totals."""


class PastDayField(TextField):
    """Field for a day in the past, typed as "12 Sep" or "12/9/2026"."""

    def to_python(self, value: str | None) -> date | None:  # type: ignore[override]
        """Return the day, or None for an empty field."""
        text = super().to_python(value)
        if not text:
            return None
        today = timezone.localdate()
        day = read_day(text, today)
        if day is None:
            raise ValidationError("Enter the day as 12 Sep or 12/9/2026.")
        if day > today:
            raise ValidationError("This day is in the future. Enter the day when they played.")
        return day


class RowForm(forms.Form):
    """Form for the result of one match. `result` is None if the row is empty or unchanged.

    `is_removed` is True if the organiser deletes the entered result.
    """

    seen = TextField(required=False, widget=forms.HiddenInput)
    winner = forms.TypedChoiceField(required=False, coerce=int, empty_value=None, widget=forms.RadioSelect)
    winners = PointsField(required=False)
    losers = PointsField(required=False)
    day = PastDayField(required=False)
    # Number of the winning pair and its margin, such as "12 1240", from a pasted line. Used if there are no totals.
    margin = TextField(required=False, max_length=12, widget=forms.HiddenInput)
    how = forms.ChoiceField(required=False, choices=_WAYS)

    def __init__(
        self,
        data: Mapping[str, str] | None,
        fixture: RoundFixture,
        *,
        deals: int,
        record: Callable[[], MarginRecord | None],
    ) -> None:
        entered = typed(fixture.entered) if fixture.entered else {"how": WayToEnd.PLAYED.value}
        super().__init__(data, prefix=fixture.code, initial={"seen": fixture.seen, **entered})
        self.fixture, self._deals, self._record = fixture, fixture.deals or deals, record
        self.result: MatchResult | None = None
        self.is_removed = False
        cast(forms.ChoiceField, self.fields["winner"]).choices = [*zip(fixture.numbers, fixture.names, strict=True)]

    def clean(self) -> dict:
        """Check that the row is empty or a possible result."""
        form_data = super().clean() or {}
        if self.errors:
            return form_data
        totals = [form_data["winners"], form_data["losers"]]
        how = form_data["how"] or WayToEnd.PLAYED.value
        winner = form_data["winner"]
        if self.fixture.entered and not form_data["how"]:
            # The row was not sent, because its result has been entered since the page was shown.
            return form_data
        if how == NO_RESULT:
            self._remove()
            return form_data
        is_empty = how == WayToEnd.PLAYED and winner is None and totals == [None, None] and not form_data["day"]
        if is_empty and not self.fixture.entered:
            return form_data
        fault = _fault(WayToEnd(how), winner, totals)
        both = (totals[0], totals[1]) if None not in totals else None
        margin = _margin(form_data["margin"], winner) if how == WayToEnd.NOT_RECORDED else None
        result = MatchResult(
            WayToEnd(how), None if how == WayToEnd.DOUBLE_DEFAULT else winner, both, form_data["day"], margin
        )
        if not fault and result == self.fixture.entered:
            return form_data
        if fault := self._changed() or fault:
            self.add_error(None, fault)
        else:
            self._note_result(result)
        return form_data

    def _remove(self) -> None:
        if self.fixture.entered and (fault := self._changed()):
            self.add_error(None, fault)
        self.is_removed = bool(self.fixture.entered)

    def _changed(self) -> str:
        if "" in (self.fixture.seen, seen := self.cleaned_data["seen"]) or seen == self.fixture.seen:
            return ""
        now = self.fixture.note or "The pairs or the result of this match have changed."
        return f"This match has changed since you opened the page. {now} Check this row, then save again."

    def _note_result(self, result: MatchResult) -> None:
        try:
            result.result(self.fixture)
        except Refused as refusal:
            self.add_error(None, str(refusal))
            return
        if result.totals and (fault := impossible_total(result.totals)):
            self.add_error(None, fault)
        elif result.totals or result.margin:
            ask_if_unlikely(self, self._deals, self._record, result.totals, result.margin)
        if not self.errors:
            self.result = result

    @property
    def is_typed(self) -> bool:
        """True if the row has typed values."""
        typed = [self[name].value() for name in ("winner", "winners", "losers", "day")]
        return any(typed) or self["how"].value() not in ("", None, WayToEnd.PLAYED.value, NO_RESULT)

    @property
    def is_saved(self) -> bool:
        """True if the row shows the stored result unchanged."""
        entered = self.fixture.entered
        if entered is None:
            return False
        return all((self[name].value() or "") == value for name, value in typed(entered).items())

    @property
    def shown_margin(self) -> int | None:
        """The margin of a result without recorded totals."""
        winner = str(self["winner"].value() or "")
        return _margin(self["margin"].value() or "", int(winner) if winner.isdecimal() else None)

    @property
    def as_typed(self) -> str:
        """The fields of this row in one line, for a match that can no longer be entered here."""
        winner = next((name for _, name, is_chosen in self.sides if is_chosen), "")
        totals = " to ".join(filter(None, (self["winners"].value(), self["losers"].value())))
        return ", ".join(filter(None, (winner, totals, self["day"].value(), dict(_WAYS).get(self["how"].value(), ""))))

    @property
    def faults(self) -> list[str]:
        """The errors of this row as sentences."""
        return [str(fault) for errors in self.errors.values() for fault in errors] if self.is_bound else []

    @property
    def is_locked(self) -> bool:
        """True if the result is disputed, and no result is typed or pasted in this row."""
        return self.fixture.is_disputed and not any(self[name].value() for name in ("winner", "winners", "losers"))

    @property
    def ways(self) -> list[tuple[str, str, bool, bool]]:
        """The ways to end a match, as (value, name, True if chosen, True if the way has totals)."""
        chosen = self["how"].value() or WayToEnd.PLAYED.value
        return [(way, name, way == chosen, way in WITH_TOTALS) for way, name in _WAYS]

    @property
    def sides(self) -> list[tuple[int, str, bool]]:
        """Both pairs, as (number, name, True if chosen as the winner).

        A name can break into two lines only before the "&".
        """
        chosen = str(self["winner"].value() or "")
        both = zip(self.fixture.numbers, self.fixture.names, strict=True)
        return [(number, name.replace("& ", "&\N{NO-BREAK SPACE}"), str(number) == chosen) for number, name in both]


def _margin(text: str, winner: int | None) -> int | None:
    number, _, margin = text.partition(" ")
    is_margin = number == str(winner) and bool(re.fullmatch(r"[1-9]\d*0", margin))
    return int(margin) if is_margin else None


def _fault(how: WayToEnd, winner: int | None, totals: Sequence[int | None]) -> str:
    """Return a sentence about the missing or impossible part of a row, or "" if the row is complete."""
    if winner is None and how is not WayToEnd.DOUBLE_DEFAULT:
        return "Choose the pair that won."
    if how not in WITH_TOTALS:
        return "" if totals == [None, None] else "Delete the two totals, or choose “Played”."
    if totals == [None, None]:
        return "" if how is WayToEnd.CONCEDED else "Enter both totals, or choose “Score not recorded”."
    won, lost = totals
    if won is None or lost is None:
        return "Enter both totals, or neither."
    if how is WayToEnd.PLAYED and won < lost:
        return "The winners have fewer points than the losers. Choose the other pair, or swap the two totals."
    return ""


class RoundForm(forms.Form):
    """Form for the results of a round. The view decides where to store them.

    `deals` is the number of deals in a match, and `record` returns the largest known margin in such matches. If
    `is_from_paper` is True, the form does not ask for the channel of the results.
    """

    source = forms.ChoiceField(
        label="How did these results reach you?",
        choices=[
            (ResultEntry.Source.PAPER.value, "On paper"),
            (ResultEntry.Source.TELEPHONE.value, "By phone"),
            (ResultEntry.Source.LETTER.value, "By letter"),
            (ResultEntry.Source.EMAIL.value, "By email"),
        ],
        initial=ResultEntry.Source.PAPER.value,
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose how the results reached you."),
    )
    text = TextField(
        label="Results from a spreadsheet or an email",
        required=False,
        max_length=_MOST_PASTED,
        widget=forms.Textarea({"rows": 6}),
        help_text="One match per line: Smith & Jones 4520 Brown & Lee 3310.",
    )

    def __init__(
        self,
        data: QueryDict | None,
        *,
        fixtures: Sequence[RoundFixture],
        deals: int,
        record: LargestMargin = lambda: None,
        is_from_paper: bool = False,
    ) -> None:
        super().__init__(data)
        self.is_from_paper = is_from_paper
        self.fields["source"].required = not is_from_paper
        self.fixtures, self._deals, self._record = fixtures, deals, record
        self.pasted = Pasted({}, [])

    @cached_property
    def rows(self) -> list[RowForm]:
        """The rows of the round."""
        data = self.data if self.is_bound else None
        return [RowForm(data, fixture, deals=self._deals, record=self._record) for fixture in self.fixtures]

    def fill(self) -> None:
        """Fill in the rows with pasted results. The other rows stay unchanged."""
        data = cast(QueryDict, self.data).copy()
        self.pasted = read_results(data.get("text", "")[:_MOST_PASTED], self.fixtures, timezone.localdate())
        for code, result in self.pasted.results.items():
            for name, value in typed(result).items():
                data[f"{code}-{name}"] = value
        faulty = [fault.text for fault in self.pasted.faults]
        # The faulty lines keep the names of their columns.
        data["text"] = "\n".join([*filter(None, [self.pasted.heading]), *faulty] if faulty else [])
        self.data = data

    def is_valid(self) -> bool:
        """Return True if the form and every row are valid."""
        return all([super().is_valid(), *(row.is_valid() for row in self.rows)])

    @property
    def faulty(self) -> list[RowForm]:
        """The rows with an error."""
        return [row for row in self.rows if row.faults]

    @property
    def to_enter(self) -> int:
        """The number of rows that can be entered."""
        return sum(not row.is_locked for row in self.rows)

    @property
    def has_entered(self) -> bool:
        """True if a row has a stored result that can be changed."""
        return any(fixture.entered for fixture in self.fixtures)

    @property
    def results(self) -> dict[str, MatchResult]:
        """The results of the rows that have been filled in or changed, by match code."""
        return {row.fixture.code: row.result for row in self.rows if row.result}

    @property
    def removed(self) -> list[str]:
        """The codes of the matches for which the organiser deletes the entered result."""
        return [row.fixture.code for row in self.rows if row.is_removed]


def typed(result: MatchResult) -> dict[str, str]:
    """Return the values of a row's fields for this result."""
    winners, losers = result.totals or ("", "")
    day = ""
    if result.day:
        day = f"{result.day.day} {result.day:%b}"
        day = day if read_day(day, timezone.localdate()) == result.day else f"{day} {result.day.year}"
    return {
        "winner": str(result.winner or ""),
        "winners": str(winners),
        "losers": str(losers),
        "day": day,
        "how": result.how.value,
        "margin": f"{result.winner} {result.margin}" if result.margin else "",
    }
