"""Views for matches and rounds chosen together: dates, conditions, results."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.knockout.doors import draw_of
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from competition.pages.posting import bound_data, by
from competition.pages.rules import whole_number
from competition.rulings.actions import results, round_terms
from competition.rulings.formats import consequences
from competition.rulings.formats.decisions import conditions_sentence
from competition.rulings.forms import DatesForm, ExtendForm, GroundsForm, RoundConditionsForm, UndoForm
from competition.rulings.queries import Preview
from competition.rulings.views.decision import Decision
from scoring.rules.conditions import Conditions
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
        return [round_terms.named(self.draw, where) for where in self.places]

    @property
    def codes(self) -> list[str]:
        """The codes of the matches among them."""
        return [where for where in self.places if isinstance(where, str)]

    @property
    def states(self) -> list[MatchState]:
        """The matches named; of a round, those that are still to be decided."""
        found = [state for where in self.places for state in round_terms.matches(self.draw, where)]
        return [state for state in found if state.code in self.codes or state.is_to_be_decided]

    @property
    def back(self) -> str:
        """The page to come back to: that of the match, or all of them."""
        if len(self.places) == 1 and self.codes:
            return reverse("desk:match", args=[self.competition.slug, self.codes[0]])
        return reverse("desk:matches", args=[self.competition.slug])

    def until(self, form: ExtendForm) -> dict[Where, date]:
        """The new last day of each, as filled in."""
        return {where: form.until(round_terms.deadline(self.draw, where).play_by) for where in self.places}

    def show(self, decision: Decision, until: dict[Where, date], ahead: Preview, **rest: Any) -> None:
        """Put what these new days mean before the organiser, a line each."""
        lines = []
        for where, new in until.items():
            name, old = round_terms.named(self.draw, where), round_terms.deadline(self.draw, where)
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
        return render(request, "competition/rulings/none_ticked.html", {"competition": competition})

    return see


@for_organiser
@_of_those_ticked
def extend(request: HttpRequest, those: Selection) -> HttpResponse:
    """Give the matches or the round in the address a later play-by date, having seen what that means."""
    form = ExtendForm(bound_data(request), season=those.competition.season)
    lead = f"Play-by date of {', '.join(those.names)}"
    undo = f"{reverse('desk:take-back-extension', args=[those.competition.slug])}?{request.GET.urlencode()}"
    has_one = round_terms.own(those.draw, those.places)
    instead = [(undo, "Take the last extension back")] if has_one else []
    decision = Decision(request, those.competition, "Give more time", lead, those.back, form, instead)
    with decision.refusals():
        if decision.confirmed:
            round_terms.extend(those.competition, those.until(form), **decision.order)
            return decision.done(those.news("More time is given"))
    with decision.refusals():
        if decision.is_filled_in:
            _show_days(decision, those, those.until(form), consequences.EXTENSION)
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
            round_terms.extend(competition, form.until, **decision.order)
            return decision.done(those.news("Changed"))
    with decision.refusals():
        if decision.is_filled_in:
            _show_days(decision, those, form.until, consequences.DATES)
    return decision.page()


def _show_days(decision: Decision, those: Selection, until: dict[Where, date], way_back: str) -> None:
    ahead = Preview([], round_terms.preview_extend(those.draw, until))
    those.show(decision, until, ahead, way_back=way_back, warnings=round_terms.warnings(those.draw, until))


@for_organiser
@_of_those_ticked
def take_back_extension(request: HttpRequest, those: Selection) -> HttpResponse:
    """Take the last extension of one match or round back, having seen which day stands again."""
    where, last = those.places[0], round_terms.own(those.draw, those.places)
    form = UndoForm(bound_data(request), initial={"number": last.pk if last else None})
    decision = Decision(request, those.competition, "Take the new day back", those.names[0], those.back, form)
    with decision.refusals():
        if decision.confirmed:
            number = form.cleaned_data["number"]
            round_terms.take_back_extension(those.competition, where, number, grounds=form.grounds, by=by(request))
            return decision.done(those.news("The day before stands again"))
    with decision.refusals():
        until = {where: round_terms.without_last(those.draw, where)}
        those.show(decision, until, Preview([], "seen"), way_back="Give the same day again.")
    return decision.page_at_once()


@for_organiser
@_of_those_ticked
def confirm(request: HttpRequest, those: Selection) -> HttpResponse:
    """Confirm the results in the address that wait for it, having seen what that changes."""
    form = GroundsForm(bound_data(request), initial={"reason": "As sent in; the other pair did not object."})
    decision = Decision(request, those.competition, "Confirm results", ", ".join(those.names), those.back, form)
    with decision.refusals():
        if decision.confirmed:
            results.confirm(those.competition, those.codes, **decision.order)
            return decision.done(those.news("Confirmed"))
    with decision.refusals():
        if decision.is_filled_in:
            ahead = results.preview_confirm(those.draw, those.codes, form.grounds)
            said = f"Confirmed as sent in: {', '.join(those.codes)}."
            decision.show(those.draw, said, ahead, pairs=those.pairs, way_back=consequences.RULING)
    return decision.page()


@for_organiser
def correct_conditions(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Have a round that has not begun played under other conditions, having seen which matches that concerns."""
    draw = draw_of(competition)
    rounds = round_terms.open_rounds(draw)
    if not rounds:
        return render(request, "competition/rulings/all_begun.html", {"competition": competition})
    form = RoundConditionsForm(bound_data(request), rounds=rounds)
    lead = "Sheets keep the conditions they were opened under: only a round that has not begun can be chosen."
    back = reverse("desk:conditions", args=[competition.slug])
    undo = reverse("desk:take-back-conditions", args=[competition.slug])
    corrected = (one for one in rounds if one.terms.correction)
    instead = [(f"{undo}?round={one.number}", f"Take the correction of {one.name} back") for one in corrected]
    decision = Decision(request, competition, "Correct the conditions of a round", lead, back, form, instead)
    with decision.refusals():
        if decision.confirmed:
            round_terms.correct_conditions(competition, form.cleaned_data["round"], form.conditions(), **decision.order)
            return decision.done("The conditions of the round are corrected. Now tell the pairs, under Post.")
    with decision.refusals():
        if decision.is_filled_in:
            number, terms = form.cleaned_data["round"], form.conditions()
            shown = round_terms.preview_conditions(draw, number, terms)
            _show(decision, draw, number, terms, shown, consequences.CONDITIONS)
    return decision.page()


@for_organiser
def take_back_conditions(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Take the correction of the round in the address back, having seen what it is played under then."""
    draw, number = draw_of(competition), whole_number(request.GET.get("round", ""))
    round = next((one for one in draw.rounds if one.number == number), None)
    if round is None or round.terms.correction is None:
        raise Http404
    form = UndoForm(bound_data(request), initial={"number": round.terms.correction.pk})
    back = reverse("desk:conditions", args=[competition.slug])
    decision = Decision(request, competition, "Take the correction back", round.name, back, form)
    with decision.refusals():
        if decision.confirmed:
            key = form.cleaned_data["number"]
            round_terms.take_back_conditions(competition, round.number, key, grounds=form.grounds, by=by(request))
            return decision.done("The correction is taken back. Now tell the pairs, under Post.")
    with decision.refusals():
        _, before = round_terms.last_of(draw, round.number)
        _show(decision, draw, round.number, before, "seen", consequences.CORRECTED_AGAIN)
    return decision.page_at_once()


def _show(
    decision: Decision, draw: PublishedDraw, number: int, terms: Conditions, fingerprint: str, way_back: str
) -> None:
    round = draw.rounds[number - 1]
    matches = [f"{m.code}, {' v '.join(side.text for side in m.sides)}" for m in round.matches if m.is_to_be_decided]
    played = f"{conditions_sentence(round.name, terms, round.terms.conditions)}\nPlayed so: {'; '.join(matches)}."
    about, ahead, everybody = f", the conditions of {round.name}", Preview([], fingerprint), draw.bracket.alive
    decision.show(draw, played, ahead, read_at="conditions", about=about, pairs=everybody, way_back=way_back)
