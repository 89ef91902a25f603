"""Decisions about the number of deals in a match that has not begun."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from competition.audit.events import Event
from competition.draw.models.rounds import Match, Round, RoundConditions
from competition.draw.queries.states import PublishedMatch
from competition.rulings.decisions.decision import Page, Undoing
from competition.rulings.decisions.matches import OfMatch, line
from competition.rulings.forms.rounds import DealsForm
from competition.rulings.presenters.consequences import NUMBER_OF_DEALS, NUMBERED_AGAIN, subject
from competition.rulings.presenters.records import conditions_sentence
from scoring.rules.conditions import ScoringConditions
from scoring.rules.refusal import Refused
from scoring.rules.words import corrected, quantity


class _OfDeals(OfMatch):
    """A decision about the number of deals. It does not change any opponents."""

    event = Event.CONDITIONS_CORRECTED
    changes_draw = False

    @property
    def row_of_round(self) -> Round:
        """The database row of this match's round."""
        return self.draw.rows.rounds[self.state.round - 1]

    def check(self) -> None:
        super().check()
        if not self.state.is_to_come or self.state.has_begun:
            raise Refused("This match has begun or will not be played, so its number of deals can no longer change.")

    def concerns(self) -> Iterable[int]:
        return [pair.number for pair in self.state.pairs]

    def terms_after(self) -> ScoringConditions:
        """Return the conditions of the match after the decision."""
        return self.draw.with_rows(self.rows()).matches[self.about].conditions

    def sentence(self) -> str:
        return conditions_sentence(subject(self.state), self.terms_after(), self.state.conditions)

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        for row in rows:
            row.match = Match.objects.get(round=row.round, position=self.state.position)
        super().write(rows, why)


class ChangeDeals(_OfDeals):
    """Decision to change the number of deals in a match. `content` is the new number."""

    form_class = DealsForm
    undone_by = NUMBER_OF_DEALS
    content: int

    def page(self) -> Page:
        undo = [(self.desk("undo-deals", self.about), "Undo the last change")] if own(self.state) else []
        lead = f"{subject(self.state)}. This match has {quantity(self.state.conditions.deals, 'deal')}."
        back = self.desk("match", self.about)
        return Page("Change the number of deals", lead, back, "The number of deals is changed.", undo)

    def content_of(self, form: Any) -> int:
        return form.cleaned_data["deals"]

    def check(self) -> None:
        super().check()
        if self.is_made("", ""):
            raise Refused(f"This match has {quantity(self.content, 'deal')} already. Choose another number.")

    def is_made(self, reason: str, shown: str) -> bool:
        return self.state.conditions.deals == self.content

    def seen(self) -> Sequence[object]:
        return [self.content, self.state.conditions]

    def rows(self) -> list[RoundConditions]:
        match = Match(round=self.row_of_round, position=self.state.position)
        terms = replace(self.state.conditions, deals=self.content)
        return [RoundConditions(round=self.row_of_round, match=match, **asdict(terms))]

    def line(self, row: RoundConditions, reason: str) -> dict[str, Any]:
        what = corrected(row.rules(), self.state.conditions)
        return line(self.state, f"Changed the number of deals: {what}. Reason: {reason}")


class UndoDeals(Undoing, _OfDeals):
    """Decision to undo the last change to the number of deals in a match."""

    undone_by = NUMBERED_AGAIN
    nothing = "The number of deals of this match was not changed. Reload the page."
    superseded = "The number of deals has changed since you opened this page. Check it before you undo it."

    def page(self) -> Page:
        back = self.desk("match", self.about)
        return Page(
            "Undo the number of deals", subject(self.state), back, "The change of the number of deals is undone."
        )

    def all_rows(self) -> Sequence[RoundConditions]:
        return self.draw.rounds[self.state.round - 1].corrections

    def standing_row(self) -> RoundConditions | None:
        return own(self.state)

    def facts(self, row: RoundConditions) -> dict[str, Any]:
        return {"round": self.row_of_round, "match": row.match, **asdict(row.rules())}

    def line(self, row: RoundConditions, reason: str) -> dict[str, Any]:
        return line(self.state, f"Undid the change of the number of deals: {reason}")


def own(state: PublishedMatch) -> RoundConditions | None:
    """Return the correction for this match alone, or None."""
    return state.correction if state.has_own_conditions else None
