"""Decision to undo the draw of a later round, if each round is drawn by itself."""

from collections.abc import Sequence
from typing import Any

from competition.audit.events import Event
from competition.draw.models.rounds import RoundDraw
from competition.draw.queries.clocks import has_begun
from competition.draw.queries.later_rounds import is_repechage_used, last_drawn_round, repechage_before, standing_draw
from competition.draw.queries.states import PublishedRound
from competition.draw.rules.layout import with_article
from competition.rulings.decisions.decision import Page, Undoing
from competition.rulings.queries import DecisionPreview
from scoring.rules.refusal import Refused


class UndoRoundDraw(Undoing):
    """Decision to undo the last draw of a round before play in that round begins, so that it can be drawn again."""

    event = Event.ROUND_DRAWN
    read_at = "record"
    has_key_in_url = True
    undone_by = "Draw the round again. The new draw is another one."
    superseded = "A later round was drawn, or this one was drawn again. Undo the last draw first."

    @property
    def round(self) -> PublishedRound:
        """The round of this draw."""
        return self.draw.rounds[self.row.round.number - 1]

    def page(self) -> Page:
        name = with_article(self.round.name)
        lead = f"The draw record will show this draw and your reason. You can then draw {name} again."
        return Page(f"Undo the draw of {name}", lead, self.desk("rounds"), f"The draw of {name} is undone.")

    def check(self) -> None:
        super().check()
        if self.draw.row.is_elsewhere:
            raise Refused("This draw was made elsewhere. This site cannot draw the round again, so its draw stays.")
        if self.round.clock:
            raise Refused(f"{self.round.name} was started. Undo its start first.")
        if has_begun(self.round):
            raise Refused(f"Play has begun in {with_article(self.round.name)}, so its draw stays.")
        if is_repechage_used(self.draw, self.round.number):
            raise Refused("Something is already recorded for the repechage, so the draw stays.")

    def all_rows(self) -> Sequence[RoundDraw]:
        return [row for round in self.draw.rows.rounds for row in round.round_draws.all()]

    def standing_row(self) -> RoundDraw | None:
        return standing_draw(self.draw, last_drawn_round(self.draw))

    def facts(self, row: RoundDraw) -> dict[str, Any]:
        return {"round": row.round}

    def line(self, row: RoundDraw, reason: str) -> dict[str, Any]:
        return {"text": f"Undid the draw of {with_article(self.round.name)}: {reason}"}

    def sentence(self) -> str:
        return f"The draw of {with_article(self.round.name)} no longer counts."

    def extras(self, ahead: DecisionPreview) -> dict[str, Any]:
        of_repechage = " and of the repechage" if repechage_before(self.draw, self.round.number) else ""
        pairs = f"The pairs of {with_article(self.round.name)}{of_repechage}"
        return {"outline": [(pairs, "wait until it is drawn again.")]}
