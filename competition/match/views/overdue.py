"""View for an unplayed match and the organiser's possible decisions."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.contest.presenters import unplayed_matches
from competition.draw.access import match_of
from competition.draw.rules.result import Stage
from competition.match.presenters.dates import chart
from competition.match.presenters.overdue import gone, held_up, lead, rows, ways
from competition.match.queries.dates import unplayed
from competition.web.rules import whole_number


@for_organiser
@require_safe
def overdue(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Show an unplayed match: its offers, the matches that depend on it, and the possible decisions.

    `?award=7` proposes pair 7 as the winner.
    """
    draw, state = match_of(competition, code)
    if state.stage not in (Stage.READY, Stage.IN_PLAY):
        return redirect("desk:match", competition.slug, code)
    one = unplayed(draw, state)
    award = whole_number(request.GET.get("award", ""))
    page = {
        "competition": competition,
        "one": one,
        "both": " v ".join(map(one.called, state.pairs)),
        "lead": lead(one),
        "rows": rows(one),
        "chart": chart(one),
        "gone": gone(one),
        "held_up": held_up(draw, one),
        "ways": ways(draw, one, award),
        "reminder": ("late" if one.days_past else "soon") if one.has_reminder else "",
        "condition": unplayed_matches(competition.conditions)[-1],
    }
    return render(request, "competition/match/overdue.html", page)
