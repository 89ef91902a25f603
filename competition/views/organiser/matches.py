"""One match: its story, and settling it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from competition.access import for_organiser
from competition.formats import story
from competition.formats.history import history
from competition.formats.told import told
from competition.forms.rulings import ways
from competition.models import Competition
from competition.queries import desk
from competition.queries.replaced import replaced
from competition.queries.table import open_table
from competition.views.organiser.rulings import found


@for_organiser
@require_safe
def match(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """A match with its pairs, its sheet, all that was sent in or decided, and the form that settles it."""
    now, state = found(competition, code)
    lines = desk.match_log(now, code)
    page = {
        "competition": competition,
        "state": state,
        "story": story.tell(now, state, open_table(now, state)),
        "replaced": replaced(now, state),
        "history": history(now, state, desk.outcomes(now, code, lines)),
        "lines": told(lines),
        "ways": ways(state) if len(state.pairs) == 2 else [],
    }
    return render(request, "competition/organiser/match.html", page)
