"""A deal of an evening as its players say it, the declarer by name; a result that is asked about."""

from collections.abc import Mapping
from typing import Any, cast

from django.forms import TypedChoiceField
from django.utils.html import format_html

from competition.pads.models import EveningDeal, Facts
from scoring.forms import DealForm, NextDealForm, ResultForm, keys
from scoring.pads import nullos, singles
from scoring.pads.game import Game
from scoring.pads.nullos import LOSING, NullosContract
from scoring.pads.seating import seat_of, seats
from scoring.rules.contract import Denomination
from scoring.rules.sides import Reader, Seat

_WRONG = "The denominations are clubs, diamonds, nullos, hearts, spades and no-trump."
_NULLOS = (LOSING, format_html("<b>{}</b> {}", 0, "nullos"))


class EveningDealForm(DealForm):
    """A deal of a game: what its keys are, and the deal as the rules of the game read it."""

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
        """The further denomination, in its place among the others."""
        field = cast(TypedChoiceField, self.fields["denomination"])
        clubs, diamonds, *others = cast(list, field.choices)
        field.choices = [clubs, diamonds, _NULLOS, *others]
        field.coerce = lambda value: value if value == LOSING else Denomination(value)
        field.error_messages["invalid_choice"] = _WRONG
        self.denominations_in_a_row = 3

    def _declarers(self, names: Mapping[Seat, str], reader: Reader) -> list:
        """The players in two columns, under their seats; of singles by the seats of the first rubber."""
        if self.game is Game.NULLOS:
            return [(seat.value, format_html("<b>{}</b>", name)) for seat, name in names.items()]
        return [
            (self._chair(seat).value, format_html("<small>{}</small> <b>{}</b>", seat.word, names[seat]))
            for seat in Seat
        ]

    def _chair(self, seat: Seat) -> Seat:
        return seat_of(seats(self.rubber)[seat], 1) if self.game is Game.SINGLES else seat

    def won(self, level: int, denomination: str, over: int) -> int:
        """How many tricks declarer won, who has lost as many over the contract at nullos."""
        return 7 - level - over if denomination == LOSING else super().won(level, denomination, over)

    def deal(self) -> Facts:  # type: ignore[override]
        """The deal as the rules of the game read it."""
        said = self.cleaned_data
        if self.game is Game.SINGLES:
            if said["passed_in"]:
                return singles.Deal.passed_in()
            return singles.Deal(seats(1)[said["declarer"]], self.contract(), said["tricks"])
        if self.game is Game.NULLOS:
            if said["passed_in"]:
                return nullos.Deal.passed_in()
            return nullos.Deal(said["declarer"].side, self.contract(), said["tricks"])
        return super().deal()

    def contract(self):
        """The contract, one to lose tricks included."""
        said = self.cleaned_data
        if said["denomination"] == LOSING:
            return NullosContract(said["level"], said["doubling"])
        return super().contract()


class NextEveningDealForm(EveningDealForm, NextDealForm):
    """The deal to be written under a number; an evening has one pad."""

    sheet = None  # type: ignore[assignment] # how Django takes a field away


class CalculatorForm(ResultForm):
    """A contract, its result, and whether declarer's side was vulnerable."""

    vulnerable = keys(
        "Declarer’s side",
        [("no", "not vulnerable"), ("yes", "vulnerable")],
        lambda value: value == "yes",
        missing="Say whether declarer’s side was vulnerable.",
        wrong="A side is vulnerable or not vulnerable.",
        initial="no",
    )

    def asked(self) -> dict:
        """The question, as the rules take it."""
        said = self.cleaned_data
        return {"contract": self.contract(), "tricks": said["tricks"], "vulnerable": said["vulnerable"]}


def said(row: EveningDeal) -> dict:
    """What somebody has filled in who says this deal."""
    if not row.level:
        return {"passed_in": True, "misdeals": row.misdeals or None, "note": row.note}
    fields = ("declarer", "level", "denomination", "doubling", "tricks", "note")
    honours = f"{row.honours_side}-{row.honours_points}" if row.honours_points else ""
    return {field: getattr(row, field) for field in fields} | {"misdeals": row.misdeals or None, "honours": honours}
