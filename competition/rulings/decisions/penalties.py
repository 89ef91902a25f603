"""Decisions about penalty points that the organiser notes before a match has a result."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from competition.audit.events import Event
from competition.draw.actions.meetings import meeting_of
from competition.draw.models.rounds import NotedPenalty, Slot
from competition.draw.queries.results import meeting_in
from competition.rulings.decisions.decision import Page, Undoing
from competition.rulings.decisions.matches import OfMatch, line
from competition.rulings.forms.rounds import NotedPenaltyForm
from competition.rulings.presenters.consequences import NOTED_AGAIN, PENALTY, subject
from scoring.rules.refusal import Refused


class PointsOff(NamedTuple):
    """The place of the penalised pair in the match, and the points."""

    penalised: str
    points: int


class _OfPenalty(OfMatch):
    """A decision about noted penalty points. It changes no opponents and no totals."""

    event = Event.PENALTY_NOTED
    changes_draw = False

    def seen(self) -> Sequence[object]:
        return [self.content, self.state.noted_penalty and self.state.noted_penalty.pk]

    def check(self) -> None:
        super().check()
        if not self.state.has_two_pairs:
            raise Refused("One pair in this match is not known yet. Decide the earlier match first.")
        if not self.state.is_open:
            raise Refused("This match has a result. Give the penalty points with the ruling “Penalty points”.")


class NotePenalty(_OfPenalty):
    """Decision to note penalty points before the result, for example for lateness."""

    form_class = NotedPenaltyForm
    undone_by = PENALTY
    content: PointsOff

    def page(self) -> Page:
        noted = self.state.noted_penalty
        undo = [(self.desk("undo-note-penalty", self.about), "Undo the noted points")] if noted else []
        news = "The penalty points are noted. Apply them after the match."
        return Page("Note penalty points", subject(self.state), self.desk("match", self.about), news, undo)

    def form(self, data: Any) -> NotedPenaltyForm:
        return NotedPenaltyForm(data, names=[side.text for side in self.state.sides])

    def content_of(self, form: Any) -> PointsOff:
        return PointsOff(form.cleaned_data["penalised"], form.cleaned_data["points"])

    def check(self) -> None:
        super().check()
        if self.state.noted_penalty and not self.is_made("", ""):
            raise Refused("Penalty points are noted already. Undo them first.")

    def is_made(self, reason: str, shown: str) -> bool:
        row = self.state.noted_penalty
        return row is not None and (row.penalised, row.points) == self.content

    def rows(self) -> list[NotedPenalty]:
        return [NotedPenalty(meeting=meeting_in(self.draw, self.state), **self.content._asdict())]

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        for row in rows:
            row.meeting = meeting_of(self.state, self.draw.row.pk)
        super().write(rows, why)

    def line(self, row: NotedPenalty, reason: str) -> dict[str, Any]:
        return line(self.state, f"Noted penalty points: {self.sentence()} {reason}")

    def sentence(self) -> str:
        side = self.state.sides[self.content.penalised == Slot.LOWER]
        return f"{self.content.points:,} penalty points for {side.text}, applied after the match."


class UndoNotedPenalty(Undoing, _OfPenalty):
    """Decision to undo the penalty points noted for a match."""

    undone_by = NOTED_AGAIN
    nothing = "No penalty points are noted for this match. Reload the page."
    superseded = "The noted penalty points have changed since you opened this page. Check them before you undo them."

    def page(self) -> Page:
        news = "The noted penalty points are undone."
        return Page("Undo the noted penalty points", subject(self.state), self.desk("match", self.about), news)

    def all_rows(self) -> Sequence[NotedPenalty]:
        return self.state.penalty_decisions

    def standing_row(self) -> NotedPenalty | None:
        return self.state.noted_penalty

    def facts(self, row: NotedPenalty) -> dict[str, Any]:
        return {"meeting": row.meeting}

    def line(self, row: NotedPenalty, reason: str) -> dict[str, Any]:
        return line(self.state, f"Undid the noted penalty points: {reason}")

    def sentence(self) -> str:
        return "No penalty points are noted for this match."
