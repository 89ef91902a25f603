"""Forms for decisions by the organiser."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from competition.audit.actions import DecisionReason
from competition.contest.forms.contest import ContestForm, check_opening_day
from competition.contest.forms.rulebook import PartField
from competition.contest.models import Competition, RulesPart
from competition.contest.rules.rulebook import LONGEST_HEADING, Part
from competition.draw.forms import ask_about
from competition.draw.models.rounds import Slot
from competition.draw.queries.results import final_totals
from competition.draw.rules.result import KeepProgress
from competition.entries.forms.namesakes import NamesakeQuestions
from competition.entries.forms.pair import NameField
from competition.entries.models import Pair
from competition.rulings.actions import Why
from competition.rulings.queries import FIELDS, columns
from competition.rulings.rules import AwardedBye
from competition.web.fields import KeyField, MarginField, PointsField, TextField
from competition.web.rules import whole_number
from scoring.paper import shorthand
from scoring.rules.deal import DealResult
from scoring.rules.refusal import Refused, quoted

if TYPE_CHECKING:
    from competition.rulings.decisions.results import Rule

# Fields used by only some ways to decide a match.
_OPTIONAL = {"winner", "margin", "penalised", "points", "total_upper", "total_lower"}


def keep_progress(data: QueryDict) -> str:
    """Return the reason for keeping the later rounds, or "" if they are not kept."""
    asked = data.get("keep_progress", "")
    return (asked if asked in tuple(KeepProgress) else KeepProgress.RULED) if "stand" in data else ""


def by_lot(byes: int) -> str:
    """Return the random choice of a place for a late pair, in words."""
    return "In place of the bye" if byes == 1 else f"In place of one of the {byes} byes, picked at random"


def in_place_of_bye(pair: Pair) -> str:
    """Return the choice of this pair's awarded bye, in words."""
    return f"In place of the bye that you awarded to pair {pair.number}, {pair}"


def in_place_of(pair: Pair) -> str:
    """Return the choice to replace this pair, in words."""
    suffix = " (withdrew)" if pair.withdrawal else ""
    return f"In place of pair {pair.number}, {pair}{suffix}"


class PublicReasonForm(forms.Form):
    """Form for the public reason of a decision."""

    reason = TextField(
        label="Public reason",
        max_length=500,
        widget=forms.Textarea({"rows": 3}),
        help_text="Shown on the public pages.",
        error_messages={"required": "Enter the reason. The pairs want to know it."},
    )

    @property
    def grounds(self) -> DecisionReason:
        """The reason and the private note."""
        return DecisionReason(self.cleaned_data["reason"], self.cleaned_data.get("note", ""))

    @property
    def reason_line(self) -> str:
        """The reason as a line after the decision. Empty while the form is invalid."""
        return f"\nReason: {self.cleaned_data['reason']}" if self.is_valid() else ""


class GroundsForm(PublicReasonForm):
    """Form for the public reason and a private note."""

    note = TextField(
        label="Private note",
        required=False,
        max_length=500,
        widget=forms.Textarea({"rows": 2}),
        help_text="Shown only to the organisers of this competition.",
    )


class UndoForm(GroundsForm):
    """Form for undoing a ruling, identified by its number."""

    number = KeyField()


class RuleForm(GroundsForm):
    """Form for deciding, correcting or reopening a match. It has only the fields needed for the chosen way."""

    kind = forms.ChoiceField(
        label="How does the match end?",
        widget=forms.HiddenInput,
        error_messages={
            "required": "Choose how the match ends.",
            "invalid_choice": "Choose one of the ways to decide a match.",
        },
    )
    total_upper = PointsField(required=False)
    total_lower = PointsField(required=False)
    margin = MarginField()
    points = PointsField(
        label="How many points?",
        help_text="A number that ends in 0.",
        fault="Enter the points in figures, such as 300.",
    )
    winner = forms.TypedChoiceField(
        label="Who goes through?",
        widget=forms.RadioSelect,
        coerce=int,
        error_messages={"required": "Choose who goes through."},
    )
    penalised = forms.ChoiceField(
        label="Which total changes, and how?",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose which total changes."},
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

    def __init__(self, *args, rule: "Rule", ways: Sequence[tuple[str, str]], **kwargs):
        super().__init__(*args, **kwargs)
        self.rule = rule
        sides = rule.state.sides
        totals = final_totals(rule.state) or (None, None)
        self.initial = {"kind": rule.way, "total_upper": totals[0], "total_lower": totals[1], **self.initial}
        if noted := rule.state.noted_penalty:
            place = "1" if noted.penalised == Slot.LOWER else "0"
            self.initial |= {"penalised": f"-{place}", "points": noted.points, "reason": noted.reason}
        self._choices("kind", ways)
        for name, side, total in zip(("total_upper", "total_lower"), sides, totals, strict=True):
            self.fields[name].label = f"Total of {side.text}"
            if credit := (total or 0) - (side.total or 0):
                self.fields[name].help_text = f"Includes {credit:,} points for the unfinished rubber (Law 80)."
        self._choices("winner", [(side.pair.number, f"{side.text} {rule.go_on}") for side in sides if side.pair])
        if rule.go_on == "won":
            self.fields["winner"].label = "Who won?"
            self.fields["winner"].error_messages["required"] = "Choose who won."
        verbs = (("-", "Deduct points"), ("+", "Award points to"))
        places = [(f"{sign}{n}", f"{verb} {side.text}") for n, side in enumerate(sides) for sign, verb in verbs]
        self._choices("penalised", places)
        for name in _OPTIONAL.difference(rule.asks):
            del self.fields[name]

    def _choices(self, name: str, choices: Sequence[tuple[object, str]]) -> None:
        cast(forms.ChoiceField, self.fields[name]).choices = choices

    def clean(self) -> dict:
        """Check that the totals and the points are possible."""
        data = super().clean() or {}
        upper, lower = data.get("total_upper"), data.get("total_lower")
        if (upper is None) != (lower is None) and not self.errors:
            self.add_error("total_lower" if lower is None else "total_upper", "Enter both totals, or neither.")
        if upper is None and self.rule.needs_totals and not self.errors:
            self.add_error("total_upper", "Enter the totals of both pairs.")
        if (points := data.get("points")) is not None and (points == 0 or points % 10):
            self.add_error("points", "Penalty points must be more than 0 and end in 0.")
        if not self.errors:
            self._ask_about_the_score()
        return data

    def _ask_about_the_score(self) -> None:
        try:
            ruling = self.rule.content_of(self)
        except Refused:
            # The view raises this refusal again and shows it, so do not ask about the score.
            return
        if ruling.totals or ruling.margin:
            is_penalised = "points" in self.fields
            ask_about(self, self.rule.state, ruling.totals, ruling.margin, is_penalised=is_penalised)
            self.order_fields(self.field_order)

    @property
    def totals(self) -> tuple[int, int] | None:
        """Both totals, with the upper pair's first, or None."""
        upper, lower = (self.cleaned_data.get(name) for name in ("total_upper", "total_lower"))
        return None if upper is None or lower is None else (upper, lower)

    @property
    def penalty(self) -> tuple[int, int]:
        """The penalty points of both pairs, with the upper pair's first. Negative for a deduction."""
        points = self.cleaned_data["points"]
        sign, place = self.cleaned_data["penalised"]
        points = points if sign == "+" else -points
        return (points, 0) if place == "0" else (0, points)


class CorrectedDealsForm(GroundsForm):
    """Form for the corrected deals of a score sheet."""

    deals = TextField(
        label="Deals as they should read",
        max_length=2000,
        widget=forms.Textarea({"rows": 2, "autocapitalize": "off", "spellcheck": "false"}),
        help_text="One deal on each line: its number, then its score as on paper. Examples: “22 4sx n -2” is four "
        "spades doubled by North, two light. “5 p” is deal 5, passed in.",
        error_messages={"required": "Enter at least one deal."},
    )
    field_order = ("deals", "reason", "note")

    def clean_deals(self) -> dict[int, DealResult]:
        """Return the deals by number. Raises ValidationError for an unreadable line."""
        typed = self.cleaned_data["deals"].replace(";", "\n").splitlines()
        lines = [line.split(maxsplit=1) for line in typed if line.strip()]
        if fault := next((line for line in lines if len(line) < 2 or whole_number(line[0]) is None), None):
            raise ValidationError(f"The line {quoted(' '.join(fault))} needs a number and a score, as in “22 4s n =”.")
        try:
            return {whole_number(number) or 0: shorthand.parse(score) for number, score in lines}
        except Refused as refusal:
            raise ValidationError(str(refusal)) from None


LOT, BYE = "lot", "bye-"


class PlaceForm(GroundsForm):
    """Form for choosing a place for a late pair."""

    where = forms.ChoiceField(
        label="Which place does this pair take?",
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose a place from the list."),
        help_text="You cannot replace a pair that has played, or a pair whose next match has begun.",
    )
    field_order = ("where", "reason", "note")

    def __init__(self, *args, byes: int, awarded: Iterable[Pair], others: Sequence[Pair], **kwargs):
        super().__init__(*args, **kwargs)
        usual = [(LOT, by_lot(byes))] if byes else []
        usual += [(f"{BYE}{pair.number}", in_place_of_bye(pair)) for pair in awarded]
        usual += [(str(pair.number), in_place_of(pair)) for pair in others if pair.withdrawal]
        rest = [(str(pair.number), in_place_of(pair)) for pair in others if not pair.withdrawal]
        groups = [("Usual places", usual), ("In place of another pair", rest)]
        self.fields["where"].choices = [group for group in groups if group[1]]  # type: ignore[attr-defined]

    @property
    def where_to(self) -> int | AwardedBye | None:
        """The number of the replaced pair, the awarded bye, or None for a random bye."""
        where: str = self.cleaned_data["where"]
        if where.startswith(BYE):
            return AwardedBye(int(where.removeprefix(BYE)))
        return None if where == LOT else int(where)


class RespellForm(NamesakeQuestions, GroundsForm):
    """Form for correcting the names of a pair. The organiser confirms that the players stay the same."""

    player1 = NameField(label="First player’s name")
    player2 = NameField(label="Second player’s name")
    same = forms.BooleanField(
        label="These are the same people, with corrected names",
        help_text="Your answer is on the record. For another player, add a substitute.",
        error_messages={"required": "Confirm that they are the same people. For another player, add a substitute."},
    )
    field_order = ("player1", "player2", "same", "reason", "note")

    def __init__(self, *args, pair: Pair, **kwargs):
        super().__init__(*args, own=pair, **kwargs)
        self.initial = {f"player{player.place}": player.display_name for player in pair.present}

    @property
    def names(self) -> dict[int, str]:
        """Both names by place."""
        return {place: self.cleaned_data[f"player{place}"] for place in (1, 2)}


class DetailsForm(GroundsForm):
    """Form for correcting the details of a competition with a published draw. The address cannot change."""

    field_order = (*FIELDS, "reason", "note")

    def __init__(self, *args, competition: Competition, **kwargs):
        super().__init__(*args, **kwargs)
        asked = ContestForm(instance=competition).fields
        for name in FIELDS:
            self.fields[name] = asked[name]
            self.initial[name] = getattr(competition, name)
        self.order_fields(self.field_order)

    def clean(self) -> dict:
        """Check the parts of the opening day together."""
        super().clean()
        check_opening_day(self)
        return self.cleaned_data

    @property
    def wanted(self) -> dict[str, str]:
        """The details in the format of a correction."""
        return columns(Competition(**{name: self.cleaned_data[name] for name in FIELDS}))


class RulesPartForm(GroundsForm):
    """Form for changing a part of the organiser's own rules, or for adding one."""

    heading = TextField(
        label="Heading", max_length=LONGEST_HEADING, error_messages={"required": "Give this part a heading."}
    )
    text = PartField(
        label="New text",
        required=False,
        help_text="Without a text, the part is removed from the rules. Leave an empty line between two paragraphs. "
        "Begin a line with - to make a list.",
    )
    field_order = ("heading", "text", "reason", "note")

    def __init__(self, data: QueryDict | None, *, part: RulesPart | None) -> None:
        super().__init__(data)
        self._heading = part.heading if part else ""
        if part:
            del self.fields["heading"]
            self.initial["text"] = part.text
        else:
            self.fields["text"].required = True

    @property
    def content(self) -> Part:
        """The heading with the new text."""
        return Part(self.cleaned_data.get("heading", self._heading), self.cleaned_data["text"])


class DeleteForm(forms.Form):
    """Form for typing the name of the competition to delete it."""

    name = TextField(
        label="Name of the competition",
        max_length=120,
        error_messages={"required": "Type the name of the competition."},
    )

    def __init__(self, *args, name: str, **kwargs):
        super().__init__(*args, **kwargs)
        self.wanted = name
        self.fields["name"].help_text = f"Type “{name}”."

    def clean_name(self) -> str:
        """Return the name. Raises ValidationError if it differs from the name of the competition."""
        if self.cleaned_data["name"].casefold() != " ".join(self.wanted.split()).casefold():
            raise ValidationError(f"The name does not match. Type “{self.wanted}”.")
        return self.cleaned_data["name"]


class RedactForm(forms.Form):
    """Form for the key of a text and the reason for removing it."""

    words = forms.RegexField(r"^\w+$", max_length=64, widget=forms.HiddenInput)
    why = forms.TypedChoiceField(
        label="Reason, shown to everybody instead of the text",
        choices=Why.choices,
        coerce=Why,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose the reason."},
    )
