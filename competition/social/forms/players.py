"""Forms for the names of players."""

from collections.abc import Iterable
from typing import cast

from django import forms

from competition.social.presenters.games import ABOUT
from competition.web.fields import TextField
from scoring.forms import keys
from scoring.pads.papers import Game
from scoring.rules.sides import Seat

_LONGEST = 30


def _name(label: str, initial: str = "") -> TextField:
    return TextField(
        label=label,
        initial=initial,
        max_length=_LONGEST,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "words"}),
        error_messages={
            "required": "Type a name.",
            "max_length": f"A name can have {_LONGEST} letters. Use the first name.",
        },
    )


class NamesForm(forms.Form):
    """Form for names that must all be different."""

    def __init__(self, *args, fields: Iterable[tuple[str, str, str]], **kwargs) -> None:
        super().__init__(*args, **kwargs)
        asked = {field: _name(label, initial) for field, label, initial in fields}
        self.fields = {**asked, **self.fields}
        self.asked = tuple(asked)

    def clean(self) -> dict:
        """Return the cleaned names. Add an error to a name without letters or digits, and to a duplicate."""
        cleaned = super().clean() or {}
        taken: set[str] = set()
        for field in self.asked:
            name = cleaned.get(field, "")
            if not name.isprintable() or (name and not any(letter.isalnum() for letter in name)):
                self.add_error(field, "A name needs letters. Correct the name.")
            elif name and name.casefold() in taken:
                self.add_error(field, "Two players have this name. Add a letter, such as John A. and John B.")
            taken.add(name.casefold())
        return cleaned


class SeatsForm(NamesForm):
    """Form for the players in each seat of a game."""

    def __init__(self, *args, game: Game, names: dict[Seat, str] | None = None, **kwargs) -> None:
        chairs = ABOUT[game].chairs.items()
        super().__init__(
            *args, fields=[(seat.value, label, (names or {}).get(seat, "")) for seat, label in chairs], **kwargs
        )

    def names(self) -> dict[Seat, str]:
        """Return the names by seat."""
        return {Seat(field): self.cleaned_data[field] for field in self.asked}


class BeginForm(SeatsForm):
    """Form for starting a score pad: its players and its first dealer."""

    dealer = keys(
        "First dealer",
        ((seat.value, seat.word) for seat in Seat),
        Seat,
        missing="Choose who deals first.",
        wrong="One of the players deals first.",
        initial=Seat.N.value,
    )

    def __init__(self, *args, game: Game, **kwargs) -> None:
        super().__init__(*args, game=game, **kwargs)
        self.game = game
        if game is Game.NULLOS:
            del self.fields["dealer"]
        elif game is Game.SINGLES:
            chairs = [(seat.value, label) for seat, label in ABOUT[game].chairs.items()]
            cast(forms.ChoiceField, self.fields["dealer"]).choices = chairs

    def order(self) -> dict:
        """Return the arguments for creating the score pad."""
        dealer = self.cleaned_data.get("dealer", Seat.N)
        return {"game": self.game, "names": self.names(), "first_dealer": dealer}


class RenameForm(NamesForm):
    """Form for renaming the players."""

    def __init__(self, *args, players: list[str], **kwargs) -> None:
        fields = [(f"player{place}", name, name) for place, name in enumerate(players, start=1)]
        super().__init__(*args, fields=fields, **kwargs)
        self.players = players

    def order(self) -> dict:
        """Return the arguments for renaming: old names with their new names."""
        return {"names": {name: self.cleaned_data[field] for name, field in zip(self.players, self.asked, strict=True)}}
