"""Views for drawing the later rounds, if each round is drawn by itself."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.draw.access import draw_of
from competition.draw.actions.rounds import draw_round
from competition.draw.presenters.later_rounds import later_rounds
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.later_rounds import is_by_round
from competition.web.posting import by, refusal_as_message


@for_organiser
@require_safe
def rounds(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the next round to draw, and the rounds drawn so far.

    Raises Http404 before publication, and if all rounds were drawn at once.
    """
    draw = _draw(competition)
    page = {"competition": competition, "draw": draw, "rounds": later_rounds(draw)}
    return render(request, "competition/desk/rounds.html", page)


@for_organiser
@require_POST
def draw_next(request: HttpRequest, competition: Competition, round: int) -> HttpResponse:
    """Draw and publish this round."""
    _draw(competition)
    with refusal_as_message(request):
        draw_round(competition, round, by=by(request))
        messages.success(request, "The draw is made, and anybody can see it.")
    return redirect("desk:rounds", competition.slug)


def _draw(competition: Competition) -> PublishedDraw:
    draw = draw_of(competition)
    if not is_by_round(draw):
        raise Http404
    return draw
