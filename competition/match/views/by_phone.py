"""View for choosing the match and the pair when a pair phones in a result."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.draw.access import draw_of
from competition.draw.presenters.words import label


@for_organiser
@require_safe
def by_phone(request: HttpRequest, competition: Competition) -> HttpResponse:
    """List the matches without a result, overdue matches first, with a link for each pair that may phone."""
    matches = [state for state in draw_of(competition).matches.values() if state.has_two_pairs and state.is_to_play]
    lines = [(state, label(state)) for state in sorted(matches, key=lambda state: not state.overdue)]
    return render(request, "competition/match/by_phone.html", {"competition": competition, "lines": lines})
