"""A match's summary sheet on paper, and as a file for bridge programs."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from competition.match.doors import at_the_table
from competition.match.formats import official_sheet
from competition.match.queries.pair_match import PairMatch
from competition.match.views import files
from competition.pages.posting import Request


@at_the_table
def print_sheet(request: Request, table: PairMatch) -> HttpResponse:
    """The summary sheet filled in; the blank one while no sheet is open."""
    if table.row is None:
        return redirect("play:print-blank", table.snapshot.competition.slug, table.state.code)
    return render(request, "competition/match/print.html", {"sheet": official_sheet.filled(table, table.reader)})


@at_the_table
def print_blank(request: Request, table: PairMatch) -> HttpResponse:
    """A summary sheet to be taken along and filled in by hand."""
    sheet = official_sheet.blank(table.snapshot, table.state, table)
    return render(request, "competition/match/print.html", {"sheet": sheet})


@at_the_table
def pbn(request: Request, table: PairMatch) -> HttpResponse:
    """The deals for bridge programs; 404 while no sheet is open."""
    if table.row is None:
        raise Http404
    return files.pbn(table)
