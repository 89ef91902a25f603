"""Paper for the table."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from competition.access import for_organiser
from competition.formats import official
from competition.models import Competition
from competition.queries import desk


@for_organiser
@require_safe
def print_blank(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """A summary sheet of any match, to be filled in by hand."""
    now = desk.running(competition)
    if now is None or (state := now.by_code.get(code)) is None:
        raise Http404
    return render(request, "competition/organiser/print.html", {"sheet": official.blank(now, state)})
