"""The two sheets of one match, for the organiser to look at."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.knockout.doors import match_of
from competition.match.queries.privacy import open_pair_match
from competition.paper.queries.paper import two_sheets
from scoring.rules.sides import Reader


@for_organiser
@require_safe
def compare(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Both sheets of a match deal by deal, and what each would make of it; 404 while the match has no sheet."""
    snapshot, state = match_of(competition, code)
    if (match := open_pair_match(snapshot, state)) is None:
        raise Http404
    page = {"competition": competition, "state": state, "both": two_sheets(match), "reader": Reader()}
    return render(request, "competition/desk/compare.html", page)
