"""Forms for planning a competition, making and publishing the draw, swapping pairs, and unlikely scores."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.http import HttpRequest

from competition.contest.models import Competition
from competition.contest.rules.conditions import MOST_PAIRS
from competition.contest.rules.division import FEWEST_IN_SECTION, Division
from competition.contest.rules.plate import PlateRules
from competition.draw.queries.results import largest_margin
from competition.draw.queries.states import PublishedMatch, SetDay
from competition.draw.rules import result
from competition.draw.rules.drawing import objection
from competition.draw.rules.pairing import DrawnEntry
from competition.draw.rules.rehearsal import WEEKS_A_ROUND, SeasonPlan, plan
from competition.draw.rules.result import difference
from competition.web.fields import DayField, NumberField, TextField
from scoring.rules.conditions import DEALS

MOST_WEEKS = 26
# The usual number of pairs, for a picture.
USUAL_PAIRS = 22


def _plan(form: forms.Form, plate: PlateRules | None, division: Division, weeks: int) -> SeasonPlan | None:
    """Return the plan for the values of a form. If so many pairs cannot be drawn, return None and add the error.

    `weeks` is the number of weeks for each round if the form does not ask for it.
    """
    if not form.is_valid():
        return None
    if why := objection([DrawnEntry(number) for number in range(1, form.cleaned_data["pairs"] + 1)], division):
        form.add_error("pairs", why)
        return None
    return plan(**{"weeks": weeks, **form.cleaned_data}, plate=plate, division=division)


def fewest_pairs(division: Division) -> int:
    """Return the smallest number of pairs that can be drawn in these sections."""
    return max(2, division.sections + 1 if division.has_final else FEWEST_IN_SECTION * division.left)


class RehearsalForm(forms.Form):
    """Form for a plan: number of pairs, start date and number of weeks for each round."""

    pairs = NumberField(2, MOST_PAIRS, label="Pairs", help_text="The number of pairs entered or expected.")
    starts = DayField(label="Publication date of the draw", help_text="Round 1 can start on this day.")
    weeks = NumberField(1, MOST_WEEKS, label="Weeks for each round", help_text=f"Usual: {WEEKS_A_ROUND}.")

    @classmethod
    def of(cls, query, *, pairs: int, starts: date, on_one_day: bool = False) -> "RehearsalForm":
        """Return the form with the values from the query string.

        The defaults are the usual weeks, this number of pairs and this start date. If all rounds are on one day, the
        form has no weeks.
        """
        usual = {"pairs": pairs, "starts": starts.isoformat(), "weeks": WEEKS_A_ROUND}
        form = cls({name: query.get(name, value) for name, value in usual.items()})
        if on_one_day:
            del form.fields["weeks"]
        return form

    def plan(self, plate: PlateRules | None, division: Division) -> SeasonPlan | None:
        """Return the plan, or None if the form is invalid."""
        return _plan(self, plate, division, 0)


class ExpectedForm(forms.Form):
    """Form for the number of pairs that an organiser expects before creating the competition."""

    pairs = NumberField(2, MOST_PAIRS, label="How many pairs?", help_text="Roughly. Not saved.")
    starts = DayField()

    @classmethod
    def of(cls, data: Mapping[str, Any], *, starts: object) -> "ExpectedForm":
        """Return the form with the submitted number of pairs, for a draw published on the closing date `starts`."""
        return cls({"pairs": data.get("pairs", USUAL_PAIRS), "starts": starts})

    def plan(self, plate: PlateRules | None, division: Division, *, on_one_day: bool = False) -> SeasonPlan | None:
        """Return the plan, or None if the number or the date is invalid.

        Each round has the usual weeks unless all rounds are on one day.
        """
        return _plan(self, plate, division, 0 if on_one_day else WEEKS_A_ROUND)


class AttemptForm(forms.Form):
    """Form for making a draw.

    It contains the number of the draw, so that a second tap does not draw again, and optional dice throws.
    """

    attempt = NumberField(1, 32_000)
    dice = TextField(
        label="Dice",
        required=False,
        max_length=120,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
        help_text="If witnesses throw dice, type at least five throws, such as 4 1 6 2 3. "
        "The draw then also depends on the dice.",
    )


class SwapForm(forms.Form):
    """Form for swapping two pairs with a reason."""

    reason = TextField(
        label="Reason",
        max_length=500,
        widget=forms.Textarea({"rows": 2}),
        help_text="Shown in the public draw record.",
        error_messages={"required": "Enter the reason. The pairs want to know it."},
    )
    # The number of swaps shown on the page.
    after = NumberField(0, 9999, required=False, widget=forms.HiddenInput)
    field_order = ("one", "other", "reason")

    def __init__(self, *args, entries: Sequence[dict], **kwargs):
        super().__init__(*args, **kwargs)
        choices = [("", "Choose a pair")] + [(row["number"], f"{row['number']} {row['pair']}") for row in entries]
        missing = {"required": "Choose a pair."}
        for name, label in (("one", "First pair"), ("other", "Second pair")):
            self.fields[name] = forms.TypedChoiceField(label=label, choices=choices, coerce=int, error_messages=missing)
        self.order_fields(self.field_order)


def known_score(request: HttpRequest) -> str:
    """Return the known part of a score from the query string: "margin", "winner" or the default "totals"."""
    known_part = request.GET.get("known")
    return known_part if known_part in ("margin", "winner") else "totals"


class Checkbox(forms.CheckboxInput):
    """A checkbox that counts as ticked only if the browser sent exactly its value."""

    def __init__(self, value: str) -> None:
        super().__init__(attrs={"value": value}, check_test=lambda sent: sent == value)

    def value_from_datadict(self, data: Mapping[str, Any], files: object, name: str) -> Any:
        """Return the submitted value, or "" if the box was not ticked."""
        return data.get(name, "")


def ask_about(
    form: forms.BaseForm,
    state: PublishedMatch,
    totals: tuple[int, int] | None,
    margin: int | None = None,
    *,
    is_penalised: bool = False,
) -> None:
    """Add an error for an impossible score, or a checkbox that confirms an unlikely score. Call this from `clean`.

    A ticked checkbox confirms only this score. Another unlikely score needs its own confirmation.
    """
    if totals and not is_penalised and (fault := result.impossible_total(totals)):
        form.add_error(None, fault)
        return
    deals = state.conditions.deals
    ask_if_unlikely(form, deals, lambda: largest_margin(state.competition, deals), totals, margin)


def ask_if_unlikely(
    form: forms.BaseForm,
    deals: int,
    record: Callable[[], result.MarginRecord | None],
    totals: tuple[int, int] | None,
    margin: int | None = None,
) -> None:
    """Add a checkbox that confirms an unlikely score, and an error until it is ticked. Call this from `clean`."""
    question = result.doubtful_total(totals, deals) if totals else ""
    margin = difference(totals) if totals else margin
    if margin and not question:
        question = result.doubtful_margin(margin, deals, record())
    if not question:
        return
    score = " ".join(map(str, totals or (margin,)))
    box = forms.CharField(label=result.SURE, help_text=question, required=False, widget=Checkbox(score))
    form.fields["certain"] = box
    if form.data.get(form.add_prefix("certain")) != score:
        form.add_error(None, question)


@dataclass(frozen=True, slots=True)
class RoundFields:
    """The form fields for one round: its play-by date, number of deals, and the day, time and place of a set day."""

    play_by: BoundField
    deals: BoundField
    set_day: Sequence[BoundField]

    @property
    def is_open(self) -> bool:
        """True if the set day was filled in."""
        return any(field.value() for field in self.set_day)


class PublishForm(AttemptForm):
    """Form for publishing the latest draw: play-by dates, and optional numbers of deals and set days of play.

    `asked` is the fingerprint of the questions on the page. It shows that the organiser has seen them.
    """

    asked = TextField(required=False, max_length=16, widget=forms.HiddenInput)

    def __init__(
        self, *args, rounds: Sequence[str], attempt: int, dates: Sequence[date], competition: Competition, **kwargs
    ):
        super().__init__(*args, **kwargs)
        self.latest = attempt
        usual = f"Empty: {competition.conditions.deals}, as in the conditions."
        for number, (name, day) in enumerate(zip(rounds, dates, strict=True), start=1):
            self.fields[f"round{number}"] = field = DayField(label=f"{name}: play by", initial=day)
            field.season = competition.season
            deals = NumberField(*DEALS, label=f"{name}: deals", required=False, help_text=usual)
            self.fields[f"deals{number}"] = deals
            self.fields[f"day{number}"] = set_day = DayField(label=f"{name}: day of play", required=False)
            set_day.season = competition.season
            self.fields[f"hour{number}"] = forms.TimeField(
                label="Time", required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
            )
            self.fields[f"place{number}"] = TextField(
                label="Place", required=False, max_length=120, help_text="Shown on the public pages."
            )

    def clean(self) -> dict:
        """Check that each time or place has a day."""
        form_data = super().clean() or {}
        for row in self.rows:
            day, hour, place = (form_data.get(field.name) for field in row.set_day)
            if (hour or place) and not day:
                self.add_error(row.set_day[0].name, "Enter the day, or clear its time and place.")
        return form_data

    def clean_attempt(self) -> int:
        """Return the number of the draw. Raises ValidationError if there is a newer draw."""
        if self.cleaned_data["attempt"] != self.latest:
            raise ValidationError("There is a newer draw than the one you saw. Check the new draw first.")
        return self.latest

    @property
    def days(self) -> list[BoundField]:
        """The date fields of the rounds, in round order."""
        return [self[name] for name in self.fields if name.startswith("round")]

    @property
    def rows(self) -> list[RoundFields]:
        """The fields of each round, in round order."""
        return [
            RoundFields(
                self[f"round{number}"],
                self[f"deals{number}"],
                [self[f"{name}{number}"] for name in ("day", "hour", "place")],
            )
            for number, _ in enumerate(self.days, start=1)
        ]

    @property
    def deals(self) -> list[int | None]:
        """The number of deals in each round, in round order, or None for the usual number in the conditions."""
        return [self.cleaned_data[row.deals.name] for row in self.rows]

    @property
    def set_days(self) -> dict[int, SetDay]:
        """The day, time and place for each round on a set day, by round number."""
        values = [[self.cleaned_data[field.name] for field in row.set_day] for row in self.rows]
        return {number: SetDay(*row) for number, row in enumerate(values, start=1) if row[0]}

    @property
    def play_by(self) -> list[date]:
        """The play-by dates, in round order."""
        return [self.cleaned_data[field.name] for field in self.days]

    @property
    def planned(self) -> list[date]:
        """The dates shown on the page, submitted or proposed. Empty if a submitted date is invalid."""
        if not self.is_bound:
            return [self.fields[field.name].initial for field in self.days]
        return self.play_by if self.is_valid() else []

    def has_read(self, questions_mark: str) -> bool:
        """Return True if the organiser sent the form from a page with these questions, or if there are none."""
        return self.is_bound and self.is_valid() and questions_mark in ("", self.cleaned_data["asked"])
