"""Paper for the table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.knockout.doors import match_of
from competition.match.formats import official_sheet


@for_organiser
@require_safe
def print_blank(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """A summary sheet of any match, to be filled in by hand."""
    return render(request, "competition/desk/print.html", {"sheet": official_sheet.blank(*match_of(competition, code))})
