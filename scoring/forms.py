"""Forms for entering a deal."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

from django import forms
from django.utils.html import format_html

from scoring.presenters.json_sheet import deal_facts
from scoring.rules import tariff
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.deal import DealResult, Honours
from scoring.rules.refusal import Refused
from scoring.rules.sides import Reader, Seat, Side, first_names
from scoring.rules.text import visible

_NAMED, _TWO_LINES = "<b>{}</b> <small>{}</small>", "{} <small>{}</small>"
_LEVELS = tuple("1234567")
_FOUR = "Choose one of the four players."
_THIRTEEN = "A side wins 0 to 13 tricks."
# The order of the buttons on the page: usual results first.
_RESULTS = (0, 1, 2, 3, -1, -2, -3, -4, 4, 5, 6, *range(-5, -14, -1))


def keys(label: str, choices: Iterable, coerce: Callable, *, missing: str, wrong: str, **options) -> Any:
    """Return a field of radio buttons. `missing` and `wrong` are the errors for no choice and an unknown choice."""
    return forms.TypedChoiceField(
        label=label,
        choices=list(choices),
        coerce=coerce,
        widget=forms.RadioSelect,
        error_messages={"required": missing, "invalid_choice": wrong},
        **options,
    )


# The longest word in a name that fits on one of four buttons in a row.
_SHORT = 8


def declarers_in_a_row(names: Iterable[str]) -> int:
    """Return the number of buttons with these names that fit in a row. Words in names are never broken."""
    return 2 if any(len(word) > _SHORT for name in names for word in re.split(r"[\s-]", name)) else 4


def _over_words(over: int) -> str:
    return format_html("<b>{}</b> {}", abs(over), "over" if over > 0 else "light") if over else "made"


def _held(key: str) -> Honours:
    return Honours(Side(key[:2]), int(key[3:]))


def _can_have(deal: DealResult, honours: Honours) -> bool:
    try:
        replace(deal, honours=honours)
    except Refused:
        return False
    return True


class ResultForm(forms.Form):
    """Form for a contract and its result: made, over or light."""

    level = keys(
        "Level",
        ((level, level) for level in range(1, 8)),
        int,
        missing="Choose the level of the contract.",
        wrong="A contract is at level 1 to 7.",
    )
    denomination = keys(
        "Denomination",
        ((suit.value, format_html("<b>{}</b> {}", suit.symbol, suit.word)) for suit in Denomination),
        Denomination,
        missing="Choose the suit of the contract, or no-trump.",
        wrong="The denominations are clubs, diamonds, hearts, spades and no-trump.",
    )
    doubling = keys(
        "Doubled or not",
        ((doubling.value, doubling.word) for doubling in Doubling),
        lambda value: Doubling(int(value)),
        missing="Choose whether the contract was doubled.",
        wrong="A contract is undoubled, doubled or redoubled.",
        initial=Doubling.UNDOUBLED.value,
    )
    result = keys(
        "Result",
        ((over, _over_words(over)) for over in _RESULTS),
        int,
        missing="Choose the result: made, over or light.",
        wrong=_THIRTEEN,
    )

    def __init__(self, data=None, *, initial=None, **kwargs) -> None:
        super().__init__(self._with_result(data), initial=self._with_result(initial), **kwargs)

    def _with_result(self, form_data: Any) -> Any:
        """Return the data with "result". Stored deals and phones have "tricks" instead."""
        if form_data is None or "tricks" not in form_data or "result" in form_data:
            return form_data
        level, denomination, tricks = (str(form_data.get(name, "")) for name in ("level", "denomination", "tricks"))
        overs = _RESULTS if level in _LEVELS else ()
        result = next((over for over in overs if str(self.won(int(level), denomination, over)) == tricks), tricks)
        return {**{name: form_data[name] for name in form_data}, "result": result if overs else ""}

    def won(self, level: int, denomination: str, over: int) -> int:
        """Return the number of tricks that declarer won with this many overtricks."""
        return 6 + level + over

    def clean(self) -> dict:
        """Return the cleaned data with the tricks. Add an error if the result is impossible."""
        cleaned = super().clean() or {}
        level, denomination, over = (cleaned.get(name) for name in ("level", "denomination", "result"))
        if level and denomination and over not in (None, ""):
            cleaned["tricks"] = self.won(level, denomination, over)
            if cleaned["tricks"] not in range(14):
                self.add_error("result", _THIRTEEN)
        return cleaned

    def contract(self) -> Contract:
        """Return the contract."""
        form_data = self.cleaned_data
        return Contract(form_data["level"], form_data["denomination"], form_data["doubling"])


class DealForm(ResultForm):
    """Form for a deal with its declarer, honours, misdeals and note."""

    field_order = ("declarer",)
    declarer = keys("Declarer", (), Seat, missing="Choose the declarer.", wrong=_FOUR)
    honours = keys(
        "Honours",
        (),
        _held,
        missing="",
        wrong=f"Honours are worth {tariff.HONOURS_WORDS} points.",
        required=False,
        empty_value=None,
    )
    passed_in = forms.BooleanField(required=False, label="The deal was passed in")
    misdeals = forms.IntegerField(
        min_value=0,
        max_value=20,
        required=False,
        label="Misdeals before this deal",
        help_text="A misdeal scores nothing and does not count. The same dealer deals again.",
    )
    note = forms.CharField(max_length=200, required=False)

    # Layout of the buttons. `passes` is True if a deal can be passed in.
    denominations_in_a_row = 5
    passes = True

    def __init__(self, *args, names: Mapping[Seat, str], reader: Reader, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self._offer("declarer", self._declarers(names, reader))
        self._offer("honours", _holders(reader))
        if self.is_bound and self["passed_in"].value():
            for name in ("declarer", *ResultForm.base_fields):
                self.fields[name].required = False

    def _declarers(self, names: Mapping[Seat, str], reader: Reader) -> list:
        """Return the four players by first name, with the reader's side on the left, as on the pad."""
        called = first_names(names)
        self.declarers_in_a_row = declarers_in_a_row(called.values())
        own = sorted(Seat, key=lambda seat: seat.side is not reader.side)
        return [(seat.value, format_html(_NAMED, called[seat], reader.name(seat.side))) for seat in own]

    def _offer(self, name: str, choices: list) -> None:
        cast(forms.ChoiceField, self.fields[name]).choices = choices

    @staticmethod
    def data_of(deal: DealResult, misdeals: int = 0, note: str = "") -> dict:
        """Return the form data for this deal with its misdeals and note."""
        return {**deal_facts(deal), "misdeals": misdeals or None, "note": note}

    def clean(self) -> dict:
        """Return the cleaned data. Add an error if the honours are impossible."""
        cleaned = super().clean()
        if not self.errors:
            try:
                self.deal()
            except Refused as refusal:
                # Honours are the only part of a valid form that can still be impossible.
                self.add_error("honours", str(refusal))
        return cleaned

    def deal(self) -> DealResult:
        """Return the deal. Raises Refused if the honours are impossible."""
        form_data = self.cleaned_data
        if form_data["passed_in"]:
            return DealResult.passed_in()
        return DealResult(form_data["declarer"], self.contract(), form_data["tricks"], form_data["honours"])

    def arguments(self) -> dict:
        """Return the arguments for writing the deal: deal, misdeals and note."""
        form_data = self.cleaned_data
        return {"deal": self.deal(), "misdeals": form_data["misdeals"] or 0, "note": visible(form_data["note"])}


class HonoursForm(forms.Form):
    """Form for honours that were forgotten on a recorded deal."""

    honours = keys(
        "Honours",
        (),
        _held,
        missing="Choose who held the honours and how many points they score.",
        wrong="These honours are impossible on this deal.",
    )

    def __init__(self, *args, recorded: DealResult, reader: Reader, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.stands = recorded
        offers = [offer for offer in _holders(reader)[1:] if _can_have(recorded, _held(offer[0]))]
        cast(forms.ChoiceField, self.fields["honours"]).choices = offers

    def deal(self) -> DealResult:
        """Return the deal with these honours."""
        return replace(self.stands, honours=self.cleaned_data["honours"])


class NextDealForm(DealForm):
    """Form for the next deal on a score sheet."""

    number = forms.IntegerField(
        min_value=1,
        max_value=999,
        widget=forms.HiddenInput,
        error_messages={"required": "The number of the deal is missing. Reload the page."},
    )
    # UUID from the phone, which allows it to send a deal again if it gets no response.
    submission = forms.UUIDField(required=False, widget=forms.HiddenInput)
    # The score sheet shown on the page. The match may have another one now.
    sheet = forms.RegexField(r"^[\d-]{1,100}$", required=False, widget=forms.HiddenInput)

    def arguments(self) -> dict:
        """Return the arguments for writing the deal, with its number, submission key and score sheet."""
        hidden = {name: self.cleaned_data[name] for name in ("number", "submission", "sheet") if name in self.fields}
        return {**hidden, **super().arguments()}

    def repeated_data(self) -> dict:
        """Return the form data that would submit the same deal again."""
        form_data = self.cleaned_data
        return {**self.data_of(self.deal(), form_data["misdeals"], form_data["note"]), "sheet": form_data["sheet"]}


class UndoneDealForm(NextDealForm):
    """Form for undoing a deal."""

    # Submission key of the deal, if a phone undoes it before the site has confirmed it.
    cancels = forms.UUIDField(required=False, widget=forms.HiddenInput)

    def keys(self) -> dict:
        """Return the keys of this request and of the request that it cancels."""
        return {name: self.cleaned_data[name] for name in ("submission", "cancels")}


def _holders(reader: Reader) -> list:
    return [
        ("", "no honours"),
        *(
            (f"{side.value}-{points}", format_html(_TWO_LINES, reader.name(side), points))
            for side in (reader.side, reader.side.other)
            for points in tariff.HONOURS
        ),
    ]
