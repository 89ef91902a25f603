"""Decisions about a substitute for one match only."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse

from competition.audit.events import Event
from competition.contest.models import Competition
from competition.draw.access import match_of
from competition.draw.models.rounds import Match
from competition.draw.queries.results import stand_in
from competition.draw.queries.states import PublishedMatch
from competition.entries.actions.pairs import check_substitute
from competition.entries.models import Pair, Player
from competition.entries.queries.pairs import PlayerEntry, beside_pair
from competition.rulings.decisions.decision import Decision, Page
from competition.rulings.forms.decisions import PublicReasonForm
from competition.rulings.forms.pairs import StandInForm
from competition.rulings.presenters.consequences import STAND_IN, STANDS_IN_AGAIN, subject
from competition.rulings.rules import NamedStandIn
from scoring.rules.refusal import Refused


class PairInOneMatch(NamedTuple):
    """The code of a match and the number of one of its pairs."""

    code: str
    pair: int


class _OfStandIn(Decision):
    """A decision about a pair's substitute for one match. It does not change any opponents."""

    event = Event.SUBSTITUTED
    changes_draw = False
    about: PairInOneMatch

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision | HttpResponse:
        draw, state = match_of(competition, where["code"])
        if where["number"] not in [pair.number for pair in state.pairs]:
            raise Http404
        return cls(competition, draw, PairInOneMatch(state.code, where["number"]))

    @property
    def state(self) -> PublishedMatch:
        """The current state of the match."""
        return self.draw.matches[self.about.code]

    @property
    def pair(self) -> Pair:
        """The pair. Raises Refused if it is no longer in this match."""
        pair = next((pair for pair in self.state.pairs if pair.number == self.about.pair), None)
        if pair is None:
            raise Refused("This pair no longer plays this match. Reload the page.")
        return pair

    @property
    def substitute(self) -> Player | None:
        """The pair's substitute for this match, or None."""
        return stand_in(self.state, self.pair)

    def check(self) -> None:
        super().check()
        if not self.state.is_to_come:
            raise Refused("This match has a score sheet or a result, so it keeps its players.")

    def seen(self) -> Sequence[object]:
        return [self.pair.fingerprint, self.substitute and self.substitute.pk, self.content]

    def subject(self) -> str:
        return f", {subject(self.state)}"

    def concerns(self) -> Iterable[int]:
        return [pair.number for pair in self.state.pairs]

    def address(self) -> str:
        return reverse("public:match", args=[self.competition.slug, self.about.code])

    def back(self) -> str:
        """Return the URL of the match on the desk."""
        return self.desk("match", self.about.code)


class NameStandIn(_OfStandIn):
    """Decision that a substitute plays one match. The pair keeps its players, contact details and private link."""

    form_class = StandInForm
    undone_by = STAND_IN
    content: NamedStandIn

    def page(self) -> Page:
        lead = f"{subject(self.state)}. Pair {self.about.pair}, {self.pair}, is as before in its next match."
        undo = self.desk("undo-stand-in", *self.about)
        instead = [(undo, f"Remove {self.substitute}")] if self.substitute else []
        return Page("Name a substitute for this match only", lead, self.back(), "The substitute is named.", instead)

    def form(self, data: QueryDict | None) -> PublicReasonForm:
        return StandInForm(data, pair=self.pair, beside=beside_pair(self.pair))

    def content_of(self, form: Any) -> NamedStandIn:
        return form.named

    def check(self) -> None:
        super().check()
        if self.substitute:
            raise Refused(f"{self.substitute} plays for this pair in this match already. Remove that substitute first.")
        check_substitute(self.pair, self.content.name)

    def is_made(self, reason: str, shown: str) -> bool:
        return self.substitute is not None and self.substitute.display_name == self.content.name

    def _replaced(self) -> Player:
        return next(player for player in self.pair.present if player.place == self.content.place)

    def rows(self) -> list[Player]:
        place, *details = self.content
        whose = {"competition": self.competition, "pair": self.pair, "stands_in_for": self._replaced()}
        return [Player(**whose, place=place, **PlayerEntry(*details).facts)]

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        here = {"round__draw": self.draw.row, "round__number": self.state.round, "position": self.state.position}
        match = Match.objects.get(**here)
        for row in rows:
            # A substitute for one match is stored as a former player from the start.
            row.only_in, row.left_because = match, why["reason"]
            row.joined_at = row.left_at = why["at"]
            row.save()

    def line(self, row: Player, reason: str) -> dict[str, Any]:
        text = f"Pair {self.about.pair}: {row} plays for {row.stands_in_for} in {self.state.label} only. {reason}"
        return {"text": text, "match": self.about.code, "about": self.pair}

    def sentence(self) -> str:
        return f"{self.content.name} plays for {self._replaced()} in this match only."


class UndoStandIn(_OfStandIn):
    """Decision to remove the substitute, so that the pair plays the match itself."""

    is_at_once = True
    undone_by = STANDS_IN_AGAIN

    def page(self) -> Page:
        lead = f"{subject(self.state)}. Pair {self.about.pair}, {self.pair}, plays this match itself."
        return Page("Remove the substitute", lead, self.back(), "The substitute is removed.")

    def check(self) -> None:
        super().check()
        if self.substitute is None:
            raise Refused("This pair has no substitute for this match. Reload the page.")

    def is_made(self, reason: str, shown: str) -> bool:
        return self.substitute is None

    def rows(self) -> list[Player]:
        return [self.substitute] if self.substitute else []

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        for row in rows:
            Player.objects.filter(pk=row.pk).delete()

    def line(self, row: Player, reason: str) -> dict[str, Any]:
        text = f"Pair {self.about.pair}: {row} no longer plays for the pair in {self.state.label}. {reason}"
        return {"text": text, "match": self.about.code, "about": self.pair}

    def sentence(self) -> str:
        return f"{self.substitute} does not play in this match."
