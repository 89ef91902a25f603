"""Decisions about a whole competition: take back its draw, cancel it, play it on."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from competition.contest.models import Cancellation, Competition
from competition.entries.models.pair import Pair
from competition.knockout.formats.overview import is_over
from competition.knockout.queries.draw import get_draw
from competition.log.events import Event
from competition.lots.models import Draw
from competition.rulings.actions import interrupt_here
from competition.rulings.decisions.base import Decision, Page
from competition.rulings.forms import ReasonForm
from competition.rulings.queries import Preview, begun
from scoring.rules.refusal import Refused


class TakeBackDraw(Decision):
    """The published draw is taken back before anything is played in it; it and the reason stay on record."""

    event = Event.DRAW_TAKEN_BACK
    form_class = ReasonForm
    is_at_once = True
    changes_draw = False
    undone_by = "Fix the list of pairs and draw again. These lots are never published again: everybody knows them."

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision | HttpResponse:
        draw = get_draw(competition)
        return cls(competition, draw) if draw else redirect("desk:draw", competition.slug)

    def page(self) -> Page:
        lead = "Entries and conditions are open again. What was drawn, and that you took it back, stays on the record."
        news = "The draw is taken back. Entries and conditions are open again."
        return Page("Take the draw back", lead, self.desk("draw"), news)

    def check(self) -> None:
        super().check()
        if happened := begun(self.draw):
            raise Refused(f"The draw can no longer be taken back: {happened} You can still cancel the competition.")

    def rows(self) -> list[Draw]:
        return [self.draw.row]

    def stale(self) -> Refused:
        return Refused("Another draw has been published meanwhile. Look again.")

    def seen(self) -> Sequence[object]:
        return [self.draw.row.pk]

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        (row,) = rows
        row.taken_back_at, row.taken_back_by, row.taken_back_because = why["at"], why["decided_by"], why["reason"]
        row.save(update_fields=["taken_back_at", "taken_back_by", "taken_back_because"])
        # The draw can be worked out again from its lots; matches that nobody plays are nothing to keep. Dates that
        # pairs have agreed go with them.
        row.rounds.all().delete()
        row.places.all().delete()

    def line(self, row: Draw, reason: str) -> dict[str, Any]:
        return {"text": f"Took back the published draw, attempt {row.attempt}: {reason}"}

    def concerns(self) -> Iterable[int]:
        return self.draw.pairs

    def sentence(self) -> str:
        return "The draw is taken back, and lots are drawn anew: please arrange no match."


class _Whole(Decision):
    """A decision whether the competition goes on."""

    is_at_once = True
    needs_draw = False
    while_cancelled = True
    changes_draw = False

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision | HttpResponse:
        return cls(competition, get_draw(competition))

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        super().write(rows, why)
        (row,) = rows
        self.competition.cancellation = None if row.takes_back_id else row
        self.competition.save(update_fields=["cancellation"])

    def told(self, ahead: Preview) -> Sequence[Pair]:
        return [*(self.draw.pairs.values() if self.draw else self.competition.pairs.prefetch_related("players"))]


class Cancel(_Whole):
    """The competition is cancelled: what is decided stays, nothing else is played, and nobody is the champion."""

    event = Event.CANCELLED
    undone_by = "Choose “Play on after all” on the desk: all is again as it was, and both decisions stay on the record."

    def page(self) -> Page:
        lead = "No more matches are played, nothing can be sent in, and nobody is the champion. What is decided stays."
        return Page("Cancel the competition", lead, self.desk("competition"))

    def is_made(self, reason: str, shown: str) -> bool:
        if not self.competition.is_cancelled and self.draw and is_over(self.draw):
            raise Refused("The competition is over: there is nothing left to cancel.")
        return self.competition.is_cancelled

    def rows(self) -> list[Cancellation]:
        return [Cancellation(competition=self.competition)]

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        # Silence no longer agrees to what nobody has answered.
        for state in self.draw.matches.values() if self.draw else ():
            interrupt_here(state)
        super().write(rows, why)

    def line(self, row: Cancellation, reason: str) -> dict[str, Any]:
        return {"text": f"Cancelled the competition: {reason}"}

    def sentence(self) -> str:
        return "The competition is cancelled: no more matches are played."


class PlayOn(_Whole):
    """The cancellation is taken back: the draw is as if it had not been, and both decisions stay on record."""

    event = Event.PLAYED_ON
    undone_by = "Cancel it again under More."

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision | HttpResponse:
        if competition.is_cancelled:
            return super().find(request, competition)
        return redirect("desk:competition", competition.slug)

    def page(self) -> Page:
        lead = "The competition goes on where it was. Look at the play-by dates: rounds can be given more time."
        return Page("Play on after all", lead, self.desk("competition"))

    def is_made(self, reason: str, shown: str) -> bool:
        return not self.competition.is_cancelled

    def rows(self) -> list[Cancellation]:
        return [Cancellation(competition=self.competition, takes_back=self.competition.cancellation)]

    def line(self, row: Cancellation, reason: str) -> dict[str, Any]:
        return {"text": f"The competition is played on after all: {reason}"}

    def sentence(self) -> str:
        return "The competition is played on after all."
