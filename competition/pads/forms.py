"""Forms for a deal on a score pad, for the calculator, and for players' names."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from django import forms
from django.forms import TypedChoiceField
from django.utils.html import format_html

from competition.pads.models import MIDDLES, Facts, PadDeal
from competition.pads.presenters.games import ABOUT
from competition.web.fields import TextField
from scoring.forms import DealForm, NextDealForm, ResultForm, UndoneDealForm, declarers_in_a_row, keys
from scoring.pads import nullos, singles
from scoring.pads.chicago import MiddleVulnerability
from scoring.pads.nullos import LOSING, NullosContract
from scoring.pads.papers import PadGame
from scoring.pads.singles import seat_of_player, seats
from scoring.rules.contract import Denomination
from scoring.rules.sides import Reader, Seat, Side

_WRONG = "The denominations are clubs, diamonds, nullos, hearts, spades and no-trump."
_NULLOS = (LOSING, format_html("<b>{}</b> {}", 0, "nullos"))


class PadDealForm(DealForm):
    """Form for a deal in any game, with the buttons that the game needs."""

    def __init__(self, *args: Any, game: PadGame, names: Mapping[Seat, str], rubber: int, **kwargs: Any) -> None:
        self.game, self.rubber = game, rubber
        super().__init__(*args, names=names, reader=Reader(), **kwargs)
        self.declarers_in_a_row = 2 if game is PadGame.NULLOS else declarers_in_a_row(names.values())
        self.passes = game is not PadGame.CHICAGO
        if game in (PadGame.SINGLES, PadGame.NULLOS):
            del self.fields["honours"]
        if game is PadGame.NULLOS:
            self._offer_nullos()

    def _offer_nullos(self) -> None:
        """Add nullos to the denominations, in bidding order."""
        field = cast(TypedChoiceField, self.fields["denomination"])
        clubs, diamonds, *others = cast(list, field.choices)
        field.choices = [clubs, diamonds, _NULLOS, *others]
        field.coerce = lambda value: value if value == LOSING else Denomination(value)
        field.error_messages["invalid_choice"] = _WRONG
        self.denominations_in_a_row = 3

    def _declarers(self, names: Mapping[Seat, str], reader: Reader) -> list:
        """Return the players next to their partners. In singles, the value is the seat in the first rubber."""
        if self.game is PadGame.NULLOS:
            return [(seat.value, format_html("<b>{}</b>", name)) for seat, name in names.items()]
        return [
            (self._chair(seat).value, format_html("<b>{}</b> <small>{}</small>", names[seat], seat.word))
            for seat in sorted(Seat, key=lambda seat: seat.side is Side.EW)
        ]

    def _chair(self, seat: Seat) -> Seat:
        return seat_of_player(seats(self.rubber)[seat], 1) if self.game is PadGame.SINGLES else seat

    def won(self, level: int, denomination: str, over: int) -> int:
        """Return the number of tricks that declarer won. At nullos, overtricks are additional tricks lost."""
        return 7 - level - over if denomination == LOSING else super().won(level, denomination, over)

    def deal(self) -> Facts:  # type: ignore[override]
        """Return the deal in the format of its game's rules."""
        form_data = self.cleaned_data
        if self.game is PadGame.SINGLES:
            if form_data["passed_in"]:
                return singles.SinglesDeal.passed_in()
            return singles.SinglesDeal(seats(1)[form_data["declarer"]], self.contract(), form_data["tricks"])
        if self.game is PadGame.NULLOS:
            if form_data["passed_in"]:
                return nullos.NullosDeal.passed_in()
            return nullos.NullosDeal(form_data["declarer"].side, self.contract(), form_data["tricks"])
        return super().deal()

    def contract(self):
        """Return the contract, which may be nullos."""
        form_data = self.cleaned_data
        if form_data["denomination"] == LOSING:
            return NullosContract(form_data["level"], form_data["doubling"])
        return super().contract()


class NextPadDealForm(PadDealForm, NextDealForm):
    """Form for the next deal on a score pad."""

    # Django removes a field that is set to None. A score pad needs no `sheet`.
    sheet = None  # type: ignore[assignment]


class UndonePadDealForm(NextPadDealForm, UndoneDealForm):
    """Form for undoing a deal on the score pad."""


class CalculatorForm(ResultForm):
    """Form for a contract, its result and the vulnerability of declarer's side."""

    vulnerable = keys(
        "Declarer’s side",
        [("no", "not vulnerable"), ("yes", "vulnerable")],
        lambda value: value == "yes",
        missing="Choose whether declarer’s side was vulnerable.",
        wrong="A side is vulnerable or not vulnerable.",
        initial="no",
    )

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["denomination"].label = "Suit or no-trump"

    def worth_arguments(self) -> dict:
        """Return the arguments for `scoring.pads.calculator.worth`."""
        form_data = self.cleaned_data
        return {"contract": self.contract(), "tricks": form_data["tricks"], "vulnerable": form_data["vulnerable"]}


def data_of(row: PadDeal) -> dict:
    """Return the form data that describes this deal."""
    if not row.level:
        return {"passed_in": True, "misdeals": row.misdeals or None, "note": row.note}
    fields = ("declarer", "level", "denomination", "doubling", "tricks", "note")
    honours = f"{row.honours_side}-{row.honours_points}" if row.honours_points else ""
    return {field: getattr(row, field) for field in fields} | {"misdeals": row.misdeals or None, "honours": honours}


_LONGEST_NAME = 30


def _name(label: str, initial: str = "") -> TextField:
    return TextField(
        label=label,
        initial=initial,
        max_length=_LONGEST_NAME,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "words"}),
        error_messages={
            "required": "Type a name.",
            "max_length": f"A name can have {_LONGEST_NAME} letters. Use only the first name.",
        },
    )


class NamesForm(forms.Form):
    """Form for names that must all be different."""

    def __init__(self, *args, fields: Iterable[tuple[str, str, str]], **kwargs) -> None:
        super().__init__(*args, **kwargs)
        name_fields = {field: _name(label, initial) for field, label, initial in fields}
        self.fields = {**name_fields, **self.fields}
        self.asked = tuple(name_fields)

    def clean(self) -> dict:
        """Return the cleaned names. Add an error for any name without letters or digits, and for any duplicate."""
        cleaned = super().clean() or {}
        names: set[str] = set()
        for field in self.asked:
            name = cleaned.get(field, "")
            if not name.isprintable() or (name and not any(letter.isalnum() for letter in name)):
                self.add_error(field, "A name needs letters. Correct the name.")
            elif name and name.casefold() in names:
                self.add_error(field, "Two players have this name. Add a letter, such as John A. and John B.")
            names.add(name.casefold())
        return cleaned


class PadSeatsForm(NamesForm):
    """Form for the players in each seat of a game."""

    def __init__(self, *args, game: PadGame, names: dict[Seat, str] | None = None, **kwargs) -> None:
        chairs = ABOUT[game].chairs.items()
        super().__init__(
            *args, fields=[(seat.value, label, (names or {}).get(seat, "")) for seat, label in chairs], **kwargs
        )

    def names(self) -> dict[Seat, str]:
        """Return the names by seat."""
        return {Seat(field): self.cleaned_data[field] for field in self.asked}


class BeginForm(PadSeatsForm):
    """Form for starting a score pad: its players and its first dealer."""

    dealer = keys(
        "First dealer",
        ((seat.value, seat.word) for seat in Seat),
        Seat,
        missing="Choose who deals first.",
        wrong="One of the players deals first.",
        initial=Seat.N.value,
    )

    vulnerable = keys(
        "Vulnerable on deals 2 and 3",
        MIDDLES,
        MiddleVulnerability,
        missing="Choose who is vulnerable on deals 2 and 3.",
        wrong="Dealer’s side or the other side is vulnerable.",
        initial=MiddleVulnerability.DEALER.value,
    )

    def __init__(self, *args, game: PadGame, **kwargs) -> None:
        super().__init__(*args, game=game, **kwargs)
        self.game = game
        if game is not PadGame.CHICAGO:
            del self.fields["vulnerable"]
        if game is PadGame.NULLOS:
            del self.fields["dealer"]
        elif game is PadGame.SINGLES:
            chairs = [(seat.value, label) for seat, label in ABOUT[game].chairs.items()]
            cast(forms.ChoiceField, self.fields["dealer"]).choices = chairs

    def arguments(self) -> dict:
        """Return the arguments for creating the score pad."""
        dealer = self.cleaned_data.get("dealer", Seat.N)
        middle = self.cleaned_data.get("vulnerable", MiddleVulnerability.DEALER)
        return {"game": self.game, "names": self.names(), "first_dealer": dealer, "middle": middle}


class RenamePlayersForm(NamesForm):
    """Form for renaming the players."""

    def __init__(self, *args, players: list[str], **kwargs) -> None:
        fields = [(f"player{place}", name, name) for place, name in enumerate(players, start=1)]
        super().__init__(*args, fields=fields, **kwargs)
        self.players = players

    def arguments(self) -> dict:
        """Return the arguments for renaming: the new name for each old name."""
        return {"names": {name: self.cleaned_data[field] for name, field in zip(self.players, self.asked, strict=True)}}
