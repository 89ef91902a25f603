"""What is done for one match, for several at once, or for a round: more time, confirming."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.decisions.actions import confirming, extending
from competition.decisions.actions.prospect import Prospect
from competition.decisions.formats import consequence
from competition.decisions.forms.draw import DatesForm, ExtendForm
from competition.decisions.forms.rulings import GroundsForm, UndoForm
from competition.decisions.views.preview_and_confirm import Decision
from competition.knockout.doors import draw_of
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from competition.pages.posting import bound_data, by
from scoring.templatetags.bridge import day

Where = int | str


@dataclass(frozen=True)
class Selection:
    """What was chosen in a draw: codes of matches, or numbers of rounds."""

    draw: PublishedDraw
    places: list[Where]

    @property
    def competition(self) -> Competition:
        """Whose matches they are."""
        return self.draw.competition

    @property
    def names(self) -> list[str]:
        """What they are called."""
        return [extending.named(self.draw, where) for where in self.places]

    @property
    def codes(self) -> list[str]:
        """The codes of the matches among them."""
        return [where for where in self.places if isinstance(where, str)]

    @property
    def states(self) -> list[MatchState]:
        """The matches named; of a round, those that are still to be decided."""
        found = [state for where in self.places for state in extending.matches(self.draw, where)]
        return [state for state in found if state.code in self.codes or state.is_to_be_decided]

    @property
    def back(self) -> str:
        """The page to come back to: that of the match, or all of them."""
        if len(self.places) == 1 and self.codes:
            return reverse("desk:match", args=[self.competition.slug, self.codes[0]])
        return reverse("desk:matches", args=[self.competition.slug])

    def until(self, form: ExtendForm) -> dict[Where, date]:
        """The new last day of each, as filled in."""
        return {where: form.until(extending.deadline(self.draw, where).play_by) for where in self.places}

    def show(self, decision: Decision, until: dict[Where, date], ahead: Prospect, **rest: Any) -> None:
        """Put what these new days mean before the organiser, a line each."""
        lines = []
        for where, new in until.items():
            name, old = extending.named(self.draw, where), extending.deadline(self.draw, where)
            lines.append(f"{name}: play by {day(new)} instead of {day(old.play_by)}.")
        decision.show(self.draw, "\n".join(lines), ahead, pairs=self.pairs, **rest)

    def news(self, what: str) -> str:
        """The news that this has been done to them."""
        return f"{what}: {', '.join(self.names)}."

    @property
    def pairs(self) -> list[int]:
        """The numbers of the pairs in them."""
        return [pair.number for state in self.states for pair in state.pairs]


def _of_those_ticked(view: Callable[[HttpRequest, Selection], HttpResponse]) -> Callable[..., HttpResponse]:
    """The view with what the address names; a page that says so without any, 404 before the draw is published."""

    @wraps(view)
    def see(request: HttpRequest, competition: Competition) -> HttpResponse:
        draw = draw_of(competition)
        codes = [code for code in dict.fromkeys(request.GET.getlist("match")) if code in draw.matches]
        rounds = [round.number for round in draw.rounds if str(round.number) == request.GET.get("round")]
        if codes or rounds:
            return view(request, Selection(draw, [*codes] or [*rounds]))
        return render(request, "competition/decisions/none_ticked.html", {"competition": competition})

    return see


@for_organiser
@_of_those_ticked
def extend(request: HttpRequest, those: Selection) -> HttpResponse:
    """Give the matches or the round in the address a later play-by date, having seen what that means."""
    form = ExtendForm(bound_data(request), season=those.competition.season)
    lead = f"Play-by date of {', '.join(those.names)}"
    undo = f"{reverse('desk:take-back-extension', args=[those.competition.slug])}?{request.GET.urlencode()}"
    has_one = extending.own(those.draw, those.places)
    instead = [(undo, "Take the last extension back")] if has_one else []
    decision = Decision(request, those.competition, "Give more time", lead, those.back, form, instead)
    with decision.refusals():
        if decision.confirmed:
            extending.extend(those.competition, those.until(form), **decision.order)
            return decision.done(those.news("More time is given"))
    with decision.refusals():
        if decision.is_filled_in:
            _show_days(decision, those, those.until(form), consequence.EXTENSION)
    return decision.page()


@for_organiser
def dates(request: HttpRequest, competition: Competition) -> HttpResponse:
    """By when every round is played, those that are over too: another day for one or several, earlier or later."""
    draw = draw_of(competition)
    rounds = draw.rounds
    all_rounds = Selection(draw, [round.number for round in rounds])
    form = DatesForm(bound_data(request), rounds=rounds, season=competition.season)
    lead = "Of a match with more time of its own nothing changes as long as that is the later day."
    undo = reverse("desk:take-back-extension", args=[competition.slug])
    changed = (round for round in rounds if round.deadline.extension)
    instead = [(f"{undo}?round={round.number}", f"{round.name}: take the new day back") for round in changed]
    decision = Decision(request, competition, "Dates of the rounds", lead, all_rounds.back, form, instead)
    those = replace(all_rounds, places=[*form.until]) if decision.is_filled_in else all_rounds
    with decision.refusals():
        if decision.confirmed:
            extending.extend(competition, form.until, **decision.order)
            return decision.done(those.news("Changed"))
    with decision.refusals():
        if decision.is_filled_in:
            _show_days(decision, those, form.until, consequence.DATES)
    return decision.page()


def _show_days(decision: Decision, those: Selection, until: dict[Where, date], way_back: str) -> None:
    ahead = Prospect([], extending.look_ahead(those.draw, until))
    those.show(decision, until, ahead, way_back=way_back, warnings=extending.warnings(those.draw, until))


@for_organiser
@_of_those_ticked
def take_back_extension(request: HttpRequest, those: Selection) -> HttpResponse:
    """Take the last extension of one match or round back, having seen which day stands again."""
    where, last = those.places[0], extending.own(those.draw, those.places)
    form = UndoForm(bound_data(request), initial={"number": last.pk if last else None})
    decision = Decision(request, those.competition, "Take the new day back", those.names[0], those.back, form)
    with decision.refusals():
        if decision.confirmed:
            number = form.cleaned_data["number"]
            extending.take_back(those.competition, where, number, grounds=form.grounds, by=by(request))
            return decision.done(those.news("The day before stands again"))
    with decision.refusals():
        until = {where: extending.without_last(those.draw, where)}
        those.show(decision, until, Prospect([], "seen"), way_back="Give the same day again.")
    return decision.page_at_once()


@for_organiser
@_of_those_ticked
def confirm(request: HttpRequest, those: Selection) -> HttpResponse:
    """Confirm the results in the address that wait for it, having seen what that changes."""
    form = GroundsForm(bound_data(request), initial={"reason": "As sent in; the other pair did not object."})
    decision = Decision(request, those.competition, "Confirm results", ", ".join(those.names), those.back, form)
    with decision.refusals():
        if decision.confirmed:
            confirming.confirm(those.competition, those.codes, **decision.order)
            return decision.done(those.news("Confirmed"))
    with decision.refusals():
        if decision.is_filled_in:
            ahead = confirming.look_ahead(those.draw, those.codes, form.grounds)
            said = f"Confirmed as sent in: {', '.join(those.codes)}."
            decision.show(those.draw, said, ahead, pairs=those.pairs, way_back=consequence.RULING)
    return decision.page()
