"""Forms for publishing the draw, and a check for unlikely scores."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.http import HttpRequest

from competition.drawing.forms import AttemptForm
from competition.knockout.queries.results import largest_margin
from competition.knockout.queries.states import MatchState
from competition.knockout.rules import result
from competition.knockout.rules.result import difference
from competition.web.fields import DayField, TextField


def known_score(request: HttpRequest) -> str:
    """Return the known part of a score from the query string: "margin", "winner" or the default "totals"."""
    asked = request.GET.get("known")
    return asked if asked in ("margin", "winner") else "totals"


class Checkbox(forms.CheckboxInput):
    """A checkbox that counts as ticked only if exactly this value was sent."""

    def __init__(self, value: str) -> None:
        super().__init__(attrs={"value": value}, check_test=lambda sent: sent == value)

    def value_from_datadict(self, data: Mapping[str, Any], files: object, name: str) -> Any:
        """Return the submitted value, or "" if the box was not ticked."""
        return data.get(name, "")


def ask_about(
    form: forms.BaseForm,
    state: MatchState,
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
    ask_if_unlikely(form, deals, lambda: largest_margin(state.terms.slug, deals), totals, margin)


def ask_if_unlikely(
    form: forms.BaseForm,
    deals: int,
    record: Callable[[], result.Record | None],
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


class PublishForm(AttemptForm):
    """Form for publishing the latest draw, with a play-by date for each round.

    `asked` is the fingerprint of the questions on the page. It shows that the organiser has seen them.
    """

    asked = TextField(required=False, max_length=16, widget=forms.HiddenInput)

    def __init__(self, *args, rounds: Sequence[str], attempt: int, dates: Sequence[date], season: int, **kwargs):
        super().__init__(*args, **kwargs)
        self.latest = attempt
        for number, (name, day) in enumerate(zip(rounds, dates, strict=True), start=1):
            self.fields[f"round{number}"] = field = DayField(label=f"{name}: play by", initial=day)
            field.season = season

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
    def play_by(self) -> list[date]:
        """The play-by dates, in round order."""
        return [self.cleaned_data[field.name] for field in self.days]

    @property
    def planned(self) -> list[date]:
        """The dates shown on the page: the submitted or the proposed dates. Empty if a submitted date is invalid."""
        if not self.is_bound:
            return [self.fields[field.name].initial for field in self.days]
        return self.play_by if self.is_valid() else []

    def has_read(self, asked: str) -> bool:
        """Return True if the form was sent from a page with these questions, or if there are none."""
        return self.is_bound and self.is_valid() and asked in ("", self.cleaned_data["asked"])
