"""A match's summary sheet on paper, and as a file for bridge programs."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from competition.match.doors import at_the_table
from competition.match.formats import official_sheet
from competition.match.queries.pair_match import PairMatch
from competition.match.views import files
from competition.pages.posting import Request


@at_the_table
def print_sheet(request: Request, match: PairMatch) -> HttpResponse:
    """The summary sheet filled in; the blank one while no sheet is open."""
    if match.row is None:
        return redirect("play:print-blank", match.competition.slug, match.code)
    return render(request, "competition/match/print.html", {"sheet": official_sheet.filled(match, match.reader)})


@at_the_table
def print_blank(request: Request, match: PairMatch) -> HttpResponse:
    """A summary sheet to be taken along and filled in by hand."""
    sheet = official_sheet.blank(match.snapshot, match.state, match)
    return render(request, "competition/match/print.html", {"sheet": sheet})


@at_the_table
def pbn(request: Request, match: PairMatch) -> HttpResponse:
    """The deals for bridge programs; 404 while no sheet is open."""
    if match.row is None:
        raise Http404
    return files.pbn(match)
