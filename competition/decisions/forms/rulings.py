"""What an organiser sends about a match: how it ends, and why."""

from typing import cast

from django import forms

from competition.decisions.actions.rulings import Ruling, penalised
from competition.knockout.forms import ask_about
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.result import Kind
from competition.log.actions import Grounds
from competition.pages.fields import KeyField, MarginField, PointsField, TextField
from scoring.rules.refusal import Refused

REOPEN, REPLAY, PENALTY = "reopen", "replay", "penalty"
MARGIN, WINNER = "margin", "winner"

# Every way to settle a match: what it is called, and what it means.
WAYS = {
    Kind.PLAYED.value: ("Played", "The totals decide; also to correct a score"),
    MARGIN: ("Played, margin known", "Who won and by how much; the totals are not known"),
    WINNER: ("Played, score not recorded", "Only who won is known"),
    Kind.WALKOVER.value: ("Walkover", "A pair could not or would not play"),
    Kind.CONCEDED.value: ("Conceded", "A pair gave the match up"),
    Kind.DOUBLE_DEFAULT.value: ("Double default", "Neither pair goes on"),
    PENALTY: ("Penalty points", "Points taken off a total, or awarded"),
    Kind.RULING.value: ("Ruling", "You award the match to a pair"),
    Kind.LOTS.value: ("Lots", "A lot is drawn here, from a seed anybody can check"),
    REPLAY: ("Replay", "The match is played anew; what was played is kept aside"),
    REOPEN: ("Reopen", "No result: the pairs play on, or send a new one"),
}
_OPTIONAL = ("winner", "margin", "penalised", "points", "total_upper", "total_lower")
_ASKED = {
    Kind.PLAYED.value: ("total_upper", "total_lower"),
    MARGIN: ("winner", "margin"),
    WINNER: ("winner",),
    Kind.WALKOVER.value: ("winner",),
    Kind.CONCEDED.value: ("winner", "total_upper", "total_lower"),
    PENALTY: ("penalised", "points"),
    Kind.RULING.value: ("winner", "total_upper", "total_lower"),
}


def ways(state: MatchState) -> list[tuple[str, str, str]]:
    """The ways to settle this match as it stands, as (word, name, meaning); none while two pairs are not known."""
    if not state.has_two_pairs:
        return []
    open_to = {REOPEN: state.may_be_reopened, REPLAY: state.has_begun, PENALTY: state.has_begun}
    return [(word, *said) for word, said in WAYS.items() if open_to.get(word, True)]


class ReasonForm(forms.Form):
    """Why something is decided, in the wording for everybody."""

    reason = TextField(
        label="Reason, for everybody to read",
        max_length=500,
        widget=forms.Textarea({"rows": 3}),
        help_text="Both pairs and every visitor of the draw can read it.",
        error_messages={"required": "Give the reason: the pairs will want to know it."},
    )

    @property
    def grounds(self) -> Grounds:
        """Why, as filled in."""
        return Grounds(self.cleaned_data["reason"], self.cleaned_data.get("note", ""))

    @property
    def reason_line(self) -> str:
        """The reason as a line after what is decided; nothing while it is not given."""
        return f"\nReason: {self.cleaned_data['reason']}" if self.is_valid() else ""


class GroundsForm(ReasonForm):
    """The same with the organisers' own note."""

    note = TextField(
        label="Private note",
        required=False,
        max_length=500,
        widget=forms.Textarea({"rows": 2}),
        help_text="Only the organisers of this competition ever see it.",
    )


class UndoForm(GroundsForm):
    """Why a ruling, which is known by its number, is taken back."""

    number = KeyField()


class RuleForm(GroundsForm):
    """How a match is settled, corrected or reopened: only what the way chosen needs is asked."""

    kind = forms.ChoiceField(
        label="How does the match end?",
        choices=[(word, name) for word, (name, _) in WAYS.items()],
        widget=forms.HiddenInput,
        error_messages={
            "required": "Say how the match ends.",
            "invalid_choice": "Choose one of the ways to settle a match.",
        },
    )
    total_upper = PointsField(required=False)
    total_lower = PointsField(required=False)
    margin = MarginField()
    points = PointsField(
        label="How many points?", help_text="A number that ends in 0.", fault="Give the points in figures, such as 300."
    )
    winner = forms.TypedChoiceField(
        label="Who goes on?",
        widget=forms.RadioSelect,
        coerce=int,
        error_messages={"required": "Say who goes on."},
    )
    penalised = forms.ChoiceField(
        label="Whose total, and which way?",
        widget=forms.RadioSelect,
        error_messages={"required": "Say whose total changes."},
    )
    field_order = (
        "kind",
        "winner",
        "margin",
        "penalised",
        "points",
        "total_upper",
        "total_lower",
        "certain",
        "reason",
        "note",
    )

    def __init__(self, *args, state: MatchState, way: str, **kwargs):
        super().__init__(*args, **kwargs)
        self.state, self.way = state, way
        upper, lower = state.sides
        self.initial = {"kind": way, "total_upper": upper.total, "total_lower": lower.total, **self.initial}
        for name, side in (("total_upper", upper), ("total_lower", lower)):
            self.fields[name].label = f"Total of {side.text}"
        won = way in (MARGIN, WINNER)
        cast(forms.ChoiceField, self.fields["winner"]).choices = [
            (side.pair.number, f"{side.text} {'won' if won else 'go on'}") for side in state.sides if side.pair
        ]
        if won:
            self.fields["winner"].label = "Who won?"
            self.fields["winner"].error_messages["required"] = "Say who won."
        cast(forms.ChoiceField, self.fields["penalised"]).choices = [
            (f"{sign}{place}", f"{verb} {side.text}")
            for place, side in enumerate(state.sides)
            for sign, verb in (("-", "Take points off"), ("+", "Award points to"))
        ]
        for name in {"winner", "margin", "penalised", "points", "total_upper", "total_lower"}.difference(
            _ASKED.get(way, ())
        ):
            del self.fields[name]

    def clean(self) -> dict:
        """The ruling's parts; totals come in twos."""
        data = super().clean() or {}
        upper, lower = data.get("total_upper"), data.get("total_lower")
        if (upper is None) != (lower is None) and not self.errors:
            self.add_error("total_lower" if lower is None else "total_upper", "Give both totals, or neither.")
        if upper is None and self.way == Kind.PLAYED and not self.errors:
            self.add_error("total_upper", "A match that was played needs the totals of both pairs.")
        if (points := data.get("points")) is not None and (points == 0 or points % 10):
            self.add_error("points", "Penalty points end in 0 and are more than 0.")
        if not self.errors:
            self._ask_about_the_score()
        return data

    def _ask_about_the_score(self) -> None:
        try:
            ruling = self.ruling()
        except Refused:
            # The view says why.
            return
        if ruling.totals or ruling.margin:
            ask_about(self, self.state, ruling.totals, ruling.margin, is_penalised=self.way == PENALTY)
            self.order_fields(self.field_order)

    def ruling(self) -> Ruling:
        """The ruling as filled in; in a played match the totals name the winner. Refused for impossible penalties."""
        data = self.cleaned_data
        why = {"reason": data["reason"], "note": data["note"]}
        if self.way == PENALTY:
            points = data["points"] if data["penalised"][0] == "+" else -data["points"]
            return penalised(self.state, (points, 0) if data["penalised"][1] == "0" else (0, points), **why)
        if self.way in (REOPEN, REPLAY):
            return Ruling(None, None, None, replay=self.way == REPLAY, **why)
        if self.way in (MARGIN, WINNER):
            return Ruling(Kind.PLAYED, data["winner"], None, margin=data.get("margin"), **why)
        upper, lower = data.get("total_upper"), data.get("total_lower")
        totals = None if upper is None or lower is None else (upper, lower)
        winner = self.state.numbers[totals[0] < totals[1]] if totals and self.way == Kind.PLAYED else data.get("winner")
        return Ruling(Kind(self.way), winner, totals, **why)
