"""Decisions about the home pair of one match."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Model

from competition.audit.events import Event
from competition.draw.actions.meetings import meeting_of
from competition.draw.models.rounds import HomePair, Slot
from competition.draw.presenters.words import lot_of_home
from competition.draw.queries.results import meeting_in
from competition.draw.rules import lot
from competition.entries.models import Pair
from competition.rulings.decisions.decision import Page, Undoing
from competition.rulings.decisions.matches import OfMatch, line
from competition.rulings.forms.decisions import LOT, PublicReasonForm
from competition.rulings.forms.rounds import HomePairForm
from competition.rulings.presenters.consequences import HOME, NAMED_AGAIN, subject
from scoring.rules.refusal import Refused


class _OfHome(OfMatch):
    """A decision about the home pair. It does not change any opponents."""

    event = Event.HOME_PAIR_NAMED
    changes_draw = False

    def seen(self) -> Sequence[object]:
        return [self.content, self.state.named_home and self.state.named_home.pk]

    def check(self) -> None:
        super().check()
        if not self.state.has_two_pairs:
            raise Refused("One pair in this match is not known yet. Decide the earlier match first.")
        if not self.state.is_to_play:
            raise Refused("This match has been played or decided, so its home pair can no longer change.")


class NameHomePair(_OfHome):
    """Decision to name the home pair of a match. `content` is its place in the match, or LOT for a random pick."""

    form_class = HomePairForm
    undone_by = HOME
    content: str

    def page(self) -> Page:
        undo = [(self.desk("undo-home-pair", self.about), "Undo the home pair")] if self.state.named_home else []
        news = "The home pair is named."
        return Page("Which pair plays at home?", subject(self.state), self.desk("match", self.about), news, undo)

    def form(self, data: Any) -> PublicReasonForm:
        return HomePairForm(data, names=[side.text for side in self.state.sides])

    def content_of(self, form: Any) -> str:
        return form.cleaned_data["home"]

    def _pair(self, home: str) -> Pair:
        return self.state.pairs[home == Slot.LOWER]

    def check(self) -> None:
        super().check()
        if self.is_made("", ""):
            raise Refused(f"{self._pair(self.content)} play at home already. Choose the other pair.")

    def is_made(self, reason: str, shown: str) -> bool:
        return self.content != LOT and self.state.has_two_pairs and self.state.home == self._pair(self.content)

    def rows(self) -> list[HomePair]:
        return [HomePair(meeting=meeting_in(self.draw, self.state), home=self.content)]

    def drawn(self) -> tuple[int | None, Sequence[Model]]:
        if self.content != LOT:
            return super().drawn()
        ticket = lot.ticket(secrets.token_hex(16), self.about, self.state.numbers)
        home = Slot.UPPER if lot.winner(ticket, self.state.numbers) == self.state.numbers[0] else Slot.LOWER
        return None, [HomePair(meeting=meeting_in(self.draw, self.state), home=home, lot=ticket)]

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        for row in rows:
            row.meeting = meeting_of(self.state, self.draw.row.pk)
        super().write(rows, why)

    def line(self, row: HomePair, reason: str) -> dict[str, Any]:
        return line(self.state, f"Decided that {self._pair(row.home)} play at home: {reason}{lot_of_home(row)}")

    def sentence(self) -> str:
        if self.content == LOT:
            return "The home pair is picked at random."
        return f"{self._pair(self.content)} play at home."


class UndoHomePair(Undoing, _OfHome):
    """Decision to undo the last named home pair of a match."""

    undone_by = NAMED_AGAIN
    nothing = "No home pair is named for this match. Reload the page."
    superseded = "The home pair has changed since you opened this page. Check it before you undo it."

    def page(self) -> Page:
        news = "The decision about the home pair is undone."
        return Page("Undo the home pair", subject(self.state), self.desk("match", self.about), news)

    def all_rows(self) -> Sequence[HomePair]:
        return self.state.home_pairs

    def standing_row(self) -> HomePair | None:
        return self.state.named_home

    def facts(self, row: HomePair) -> dict[str, Any]:
        return {"meeting": row.meeting}

    def line(self, row: HomePair, reason: str) -> dict[str, Any]:
        return line(self.state, f"Undid the decision about the home pair: {reason}")

    def sentence(self) -> str:
        home = self.draw.with_rows(self.rows()).matches[self.about].home
        return f"{home} play at home again." if home else "No pair is named to play at home."
