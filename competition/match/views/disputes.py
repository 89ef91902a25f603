"""View for a disputed result: both accounts, and the organiser's likely answers."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.draw.access import match_of
from competition.match.presenters.disputes import DisputeQuestion
from competition.match.queries.disputes import dispute
from competition.rulings.decisions.results import ways


@for_organiser
@require_safe
def decide_dispute(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Show the accounts of both pairs with their points, and an answer behind each button."""
    draw, state = match_of(competition, code)
    disputed = dispute(draw, state)
    if disputed is None:
        return redirect("desk:match", competition.slug, code)
    question = DisputeQuestion(disputed)
    page = {"competition": competition, "state": state, "question": question, "ways": ways(state)}
    return render(request, "competition/match/decide_dispute.html", page)
