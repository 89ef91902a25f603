"""One match: its story, and settling it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.decisions.forms.rulings import ways
from competition.desk.formats.log_lines import log_lines
from competition.desk.formats.match_history import history
from competition.desk.queries import log
from competition.knockout.doors import match_of
from competition.match.formats import story
from competition.match.queries.privacy import open_pair_match, replaced


@for_organiser
@require_safe
def match(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """A match with its pairs, its sheet, all that was sent in or decided, and the form that settles it."""
    snapshot, state = match_of(competition, code)
    lines = log.match_log(snapshot, code)
    page = {
        "competition": competition,
        "state": state,
        "story": story.tell(snapshot, state, open_pair_match(snapshot, state)),
        "replaced": replaced(snapshot, state),
        "history": history(snapshot, state, log.outcomes(snapshot, code, lines)),
        "lines": log_lines(lines),
        "ways": ways(state),
    }
    return render(request, "competition/desk/match.html", page)
