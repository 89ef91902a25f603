"""View for an unplayed match and the organiser's possible decisions."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.contest.presenters.conditions import unplayed_matches
from competition.draw.access import match_of
from competition.draw.rules.result import Stage
from competition.match.presenters.dates import chart
from competition.match.presenters.offer_days import missed
from competition.match.presenters.overdue import blocked_matches, days_away, lead, remedies, rows
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
    match = unplayed(draw, state)
    award = whole_number(request.GET.get("award", ""))
    page = {
        "competition": competition,
        "unplayed": match,
        "both": " v ".join(map(match.called, state.pairs)),
        "lead": lead(match),
        "rows": rows(match),
        "chart": chart(match),
        "days_away": days_away(match),
        "missed": missed(draw, match),
        "blocked": blocked_matches(draw, match),
        "remedies": remedies(draw, match, award),
        "reminder": ("late" if match.days_past else "soon") if match.has_reminder else "",
        "condition": unplayed_matches(competition.conditions)[-1],
    }
    return render(request, "competition/match/overdue.html", page)
