"""What the organiser told a pair by telephone."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.knockout.actions.telling import tell
from competition.knockout.models.meeting import Outcome
from competition.pages.posting import by
from competition.pages.rules import whole_number
from scoring.rules.refusal import Refused


@for_organiser
@require_POST
def told(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Keep that the pair which is to answer a result knows of it."""
    outcome = whole_number(request.POST.get("outcome", "")) or 0
    try:
        tell(competition, code, outcome, how=Outcome.Told.ORGANISER, by=by(request))
        messages.success(request, "Noted: from now on they have their time to object.")
    except Refused as refusal:
        messages.warning(request, str(refusal))
    return redirect("desk:competition", competition.slug)
