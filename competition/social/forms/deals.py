"""Forms for a deal of a score pad and for the calculator."""

from collections.abc import Mapping
from typing import Any, cast

from django.forms import TypedChoiceField
from django.utils.html import format_html

from competition.social.models import Facts, PadDeal
from scoring.forms import DealForm, NextDealForm, ResultForm, keys
from scoring.pads import nullos, singles
from scoring.pads.nullos import LOSING, NullosContract
from scoring.pads.papers import Game
from scoring.pads.seating import seat_of_player, seats
from scoring.rules.contract import Denomination
from scoring.rules.sides import Reader, Seat

_WRONG = "The denominations are clubs, diamonds, nullos, hearts, spades and no-trump."
_NULLOS = (LOSING, format_html("<b>{}</b> {}", 0, "nullos"))


class PadDealForm(DealForm):
    """Form for a deal of any game, with the keys that the game needs."""

    def __init__(self, *args: Any, game: Game, names: Mapping[Seat, str], rubber: int, **kwargs: Any) -> None:
        self.game, self.rubber = game, rubber
        super().__init__(*args, names=names, reader=Reader(), **kwargs)
        self.declarers_in_a_row = 2
        self.passes = game is not Game.CHICAGO
        if game in (Game.SINGLES, Game.NULLOS):
            del self.fields["honours"]
        if game is Game.NULLOS:
            self._offer_nullos()

    def _offer_nullos(self) -> None:
        """Add nullos to the denominations in bidding order."""
        field = cast(TypedChoiceField, self.fields["denomination"])
        clubs, diamonds, *others = cast(list, field.choices)
        field.choices = [clubs, diamonds, _NULLOS, *others]
        field.coerce = lambda value: value if value == LOSING else Denomination(value)
        field.error_messages["invalid_choice"] = _WRONG
        self.denominations_in_a_row = 3

    def _declarers(self, names: Mapping[Seat, str], reader: Reader) -> list:
        """Return the players in two columns with their seats. In singles the value is the seat in the first rubber."""
        if self.game is Game.NULLOS:
            return [(seat.value, format_html("<b>{}</b>", name)) for seat, name in names.items()]
        return [
            (self._chair(seat).value, format_html("<small>{}</small> <b>{}</b>", seat.word, names[seat]))
            for seat in Seat
        ]

    def _chair(self, seat: Seat) -> Seat:
        return seat_of_player(seats(self.rubber)[seat], 1) if self.game is Game.SINGLES else seat

    def won(self, level: int, denomination: str, over: int) -> int:
        """Return the tricks that declarer won. At nullos, overtricks are additional tricks lost."""
        return 7 - level - over if denomination == LOSING else super().won(level, denomination, over)

    def deal(self) -> Facts:  # type: ignore[override]
        """Return the deal as the rules of its game use it."""
        said = self.cleaned_data
        if self.game is Game.SINGLES:
            if said["passed_in"]:
                return singles.SinglesDeal.passed_in()
            return singles.SinglesDeal(seats(1)[said["declarer"]], self.contract(), said["tricks"])
        if self.game is Game.NULLOS:
            if said["passed_in"]:
                return nullos.NullosDeal.passed_in()
            return nullos.NullosDeal(said["declarer"].side, self.contract(), said["tricks"])
        return super().deal()

    def contract(self):
        """Return the contract, which may be nullos."""
        said = self.cleaned_data
        if said["denomination"] == LOSING:
            return NullosContract(said["level"], said["doubling"])
        return super().contract()


class NextPadDealForm(PadDealForm, NextDealForm):
    """Form for the next deal of a score pad."""

    # Django removes a field that is set to None. A score pad needs no `sheet`.
    sheet = None  # type: ignore[assignment]


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

    def asked(self) -> dict:
        """Return the arguments for `scoring.pads.calculator.worth`."""
        said = self.cleaned_data
        return {"contract": self.contract(), "tricks": said["tricks"], "vulnerable": said["vulnerable"]}


def said(row: PadDeal) -> dict:
    """Return the form data that describes this deal."""
    if not row.level:
        return {"passed_in": True, "misdeals": row.misdeals or None, "note": row.note}
    fields = ("declarer", "level", "denomination", "doubling", "tricks", "note")
    honours = f"{row.honours_side}-{row.honours_points}" if row.honours_points else ""
    return {field: getattr(row, field) for field in fields} | {"misdeals": row.misdeals or None, "honours": honours}
