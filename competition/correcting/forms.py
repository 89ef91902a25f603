"""What an organiser fills in to put a name or the particulars right."""

from django import forms

from competition.contest.forms.conditions import ContestForm, check_opening_day
from competition.contest.models import Competition
from competition.correcting.actions import FIELDS, columns
from competition.decisions.forms.rulings import GroundsForm
from competition.entries.forms.namesakes import NamesakeQuestions
from competition.entries.forms.pair import Name
from competition.entries.models.pair import Pair


class RespellForm(NamesakeQuestions, GroundsForm):
    """How the two names of a pair are written, and the organiser's word that they are the same people."""

    player1 = Name(label="First player’s name")
    player2 = Name(label="Second player’s name")
    same = forms.BooleanField(
        label="They are the same people, spelt otherwise",
        help_text="You vouch for it, and it stands on the record. For another player, put a substitute in.",
        error_messages={"required": "Say that they are the same people. For another player, put a substitute in."},
    )
    field_order = ("player1", "player2", "same", "reason", "note")

    def __init__(self, *args, pair: Pair, **kwargs):
        super().__init__(*args, own=pair, **kwargs)
        self.initial = {f"player{player.place}": player.display_name for player in pair.present}

    @property
    def names(self) -> dict[int, str]:
        """Both names by their place."""
        return {place: self.cleaned_data[f"player{place}"] for place in (1, 2)}


class ParticularsForm(GroundsForm):
    """The particulars that can be put right once the draw is published, and why; the address is none of them."""

    field_order = (*FIELDS, "reason", "note")

    def __init__(self, *args, competition: Competition, **kwargs):
        super().__init__(*args, **kwargs)
        asked = ContestForm(instance=competition).fields
        for name in FIELDS:
            self.fields[name] = asked[name]
            self.initial[name] = getattr(competition, name)
        self.order_fields(self.field_order)

    def clean(self) -> dict:
        """The parts, with the opening day as a whole."""
        super().clean()
        check_opening_day(self)
        return self.cleaned_data

    @property
    def wanted(self) -> dict[str, str]:
        """The particulars as they are kept with a correction."""
        return columns(Competition(**{name: self.cleaned_data[name] for name in FIELDS}))
