"""What an organiser sends about the draw and the matches."""

from collections.abc import Sequence
from datetime import date, timedelta

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField

from competition.actions.rulings import Ruling
from competition.forms.contest import day_input
from competition.queries import MatchState
from competition.rules.outcome import Kind

REOPEN = "reopen"
WEEKS_A_ROUND = 6


class AttemptForm(forms.Form):
    """Which attempt at the draw is wanted, so that a second tap does not draw once more."""

    attempt = forms.IntegerField(min_value=1, max_value=32_000)


class PublishForm(AttemptForm):
    """The attempt that was looked at, with a play-by date for each round."""

    def __init__(self, *args, rounds: Sequence[str], attempt: int, first_day: date, **kwargs):
        super().__init__(*args, **kwargs)
        self.latest = attempt
        for number, name in enumerate(rounds, start=1):
            self.fields[f"round{number}"] = forms.DateField(
                label=f"{name}: play by",
                widget=day_input(),
                initial=first_day + timedelta(weeks=WEEKS_A_ROUND * number),
            )

    def clean_attempt(self) -> int:
        """The attempt, which must be the latest."""
        if self.cleaned_data["attempt"] != self.latest:
            raise ValidationError("There is a newer attempt than the one you looked at. Look at that one first.")
        return self.latest

    @property
    def days(self) -> list[BoundField]:
        """The fields of the rounds, first round first."""
        return [self[name] for name in self.fields if name.startswith("round")]

    @property
    def play_by(self) -> list[date]:
        """The date for each round, first round first."""
        return [self.cleaned_data[field.name] for field in self.days]


class RuleForm(forms.Form):
    """How a match is settled, corrected or reopened."""

    kind = forms.ChoiceField(
        label="How does the match end?",
        widget=forms.RadioSelect,
        choices=[
            (Kind.PLAYED.value, "Played: the totals below decide"),
            (Kind.CONCEDED.value, "Conceded: a pair gave the match up"),
            (Kind.WALKOVER.value, "Walkover: a pair could not or would not play"),
            (Kind.DOUBLE_DEFAULT.value, "Double default: neither pair goes on"),
            (Kind.RULING.value, "Ruling: you award the match"),
            (Kind.LOTS.value, "Lots: the winner was drawn by lot"),
            (REOPEN, "Reopen it: no result; the pairs play on or send a new one"),
        ],
        error_messages={"required": "Say how the match ends."},
    )
    total_first = forms.IntegerField(required=False, min_value=0, max_value=1_000_000)
    total_second = forms.IntegerField(required=False, min_value=0, max_value=1_000_000)
    reason = forms.CharField(
        max_length=500,
        widget=forms.Textarea({"rows": 3}),
        help_text="Both pairs and every visitor of the draw can read it.",
        error_messages={"required": "Give the reason: the pairs will want to know it."},
    )

    field_order = ("kind", "winner", "total_first", "total_second", "reason")

    def __init__(self, *args, state: MatchState, **kwargs):
        super().__init__(*args, **kwargs)
        upper, lower = state.sides
        named = [(str(side.pair.number), f"{side.text} go on") for side in state.sides if side.pair]
        self.fields["winner"] = forms.ChoiceField(
            label="Who goes on?",
            widget=forms.RadioSelect,
            required=False,
            choices=[*named, ("", "Not asked: the totals decide, or neither goes on")],
        )
        self.order_fields(self.field_order)
        self.fields["total_first"].label, self.fields["total_second"].label = (
            f"Total of {side.text}" for side in state.sides
        )
        self.initial = {"winner": "", "total_first": upper.total, "total_second": lower.total, **self.initial}
        self.pairs = [side.pair.number for side in state.sides if side.pair]

    def clean(self) -> dict:
        """The ruling's parts; totals come in twos."""
        data = super().clean()
        first, second = data.get("total_first"), data.get("total_second")
        if (first is None) != (second is None) and not self.errors:
            self.add_error("total_second" if second is None else "total_first", "Give both totals, or neither.")
        if first is None and data.get("kind") == Kind.PLAYED and not self.errors:
            self.add_error("total_first", "A match that was played needs the totals of both pairs.")
        return data

    def ruling(self) -> Ruling:
        """The ruling as filled in; in a played match the totals name the winner where nobody else does."""
        data, totals = self.cleaned_data, self._totals()
        if data["kind"] == REOPEN:
            return Ruling(None, None, None, data["reason"])
        winner = int(data["winner"]) if data["winner"] else None
        if data["kind"] == Kind.PLAYED and winner is None and totals:
            winner = self.pairs[totals[0] < totals[1]]
        return Ruling(Kind(data["kind"]), winner, totals, data["reason"])

    def _totals(self) -> tuple[int, int] | None:
        totals = self.cleaned_data["total_first"], self.cleaned_data["total_second"]
        has_none = self.cleaned_data["kind"] in (Kind.WALKOVER, Kind.DOUBLE_DEFAULT)
        # The page fills in the totals it knows; where there are none to a result, those are nobody's wish.
        was_typed = not {"total_first", "total_second"}.isdisjoint(self.changed_data)
        return None if None in totals or (has_none and not was_typed) else totals
