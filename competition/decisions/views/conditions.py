"""Correcting the conditions of a round that has not begun, and taking the correction back."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.decisions.actions import conditions as actions
from competition.decisions.actions.prospect import Prospect
from competition.decisions.formats import consequence
from competition.decisions.formats.conditions import sentence
from competition.decisions.forms.draw import RoundConditionsForm
from competition.decisions.forms.rulings import UndoForm
from competition.decisions.views.preview_and_confirm import Decision
from competition.knockout.doors import draw_of
from competition.knockout.queries.draw import PublishedDraw
from competition.pages.posting import bound_data, by
from competition.pages.rules import whole_number
from scoring.rules.conditions import Conditions


@for_organiser
def correct_conditions(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Have a round that has not begun played under other conditions, having seen which matches that concerns."""
    draw = draw_of(competition)
    rounds = actions.open_rounds(draw)
    if not rounds:
        return render(request, "competition/decisions/all_begun.html", {"competition": competition})
    form = RoundConditionsForm(bound_data(request), rounds=rounds)
    lead = "Sheets keep the conditions they were opened under: only a round that has not begun can be chosen."
    back = reverse("desk:conditions", args=[competition.slug])
    undo = reverse("desk:take-back-conditions", args=[competition.slug])
    corrected = (one for one in rounds if one.terms.correction)
    instead = [(f"{undo}?round={one.number}", f"Take the correction of {one.name} back") for one in corrected]
    decision = Decision(request, competition, "Correct the conditions of a round", lead, back, form, instead)
    with decision.refusals():
        if decision.confirmed:
            actions.correct(competition, form.cleaned_data["round"], form.conditions(), **decision.order)
            return decision.done("The conditions of the round are corrected. Now tell the pairs, under Post.")
    with decision.refusals():
        if decision.is_filled_in:
            number, terms = form.cleaned_data["round"], form.conditions()
            shown = actions.look_ahead(draw, number, terms)
            _show(decision, draw, number, terms, shown, consequence.CONDITIONS)
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
            actions.take_back(competition, round.number, key, grounds=form.grounds, by=by(request))
            return decision.done("The correction is taken back. Now tell the pairs, under Post.")
    with decision.refusals():
        _, before = actions.last_of(draw, round.number)
        _show(decision, draw, round.number, before, "seen", consequence.CORRECTED_AGAIN)
    return decision.page_at_once()


def _show(
    decision: Decision, draw: PublishedDraw, number: int, terms: Conditions, fingerprint: str, way_back: str
) -> None:
    round = draw.rounds[number - 1]
    matches = [f"{m.code}, {' v '.join(side.text for side in m.sides)}" for m in round.matches if m.is_to_be_decided]
    played = f"{sentence(round.name, terms, round.terms.conditions)}\nPlayed so: {'; '.join(matches)}."
    about, ahead, everybody = f", the conditions of {round.name}", Prospect([], fingerprint), draw.bracket.alive
    decision.show(draw, played, ahead, read_at="conditions", about=about, pairs=everybody, way_back=way_back)
