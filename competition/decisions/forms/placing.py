"""What an organiser sends to put a late pair into the draw."""

from collections.abc import Sequence

from django import forms

from competition.decisions.forms.rulings import GroundsForm
from competition.entries.models.pair import Pair

LOT = "lot"


class PlaceForm(GroundsForm):
    """Where a late pair comes in, and why."""

    where = forms.ChoiceField(
        label="Where do they come in?",
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose one of the list."),
        help_text="A pair that has played, or whose winner has begun the next match, can no longer be replaced.",
    )
    field_order = ("where", "reason", "note")

    def __init__(self, *args, byes: int, others: Sequence[Pair], **kwargs):
        super().__init__(*args, **kwargs)
        places = [(LOT, f"By lot, at {'the bye' if byes == 1 else f'one of the {byes} byes'}")] if byes else []
        for pair in others:
            withdrew = " (withdrew)" if pair.withdrawal else ""
            places.append((str(pair.number), f"In place of pair {pair.number}, {pair}{withdrew}"))
        self.fields["where"] = field = self.fields["where"]
        field.choices = places  # type: ignore[attr-defined]

    @property
    def instead_of(self) -> int | None:
        """The number of the pair whose place they get; None for the lot."""
        where = self.cleaned_data["where"]
        return None if where == LOT else int(where)
