"""A match's summary sheet on paper, and as a file for bridge programs."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from competition.access import at_the_table
from competition.formats import official
from competition.queries import Table
from competition.views import files
from competition.views.pair.answers import Request


@at_the_table
def print_sheet(request: Request, table: Table) -> HttpResponse:
    """The summary sheet filled in; the blank one while no sheet is open."""
    if table.row is None:
        return redirect("play:print-blank", table.knockout.competition.slug, table.state.code)
    return render(request, "competition/pair/print.html", {"sheet": official.filled(table, table.reader)})


@at_the_table
def print_blank(request: Request, table: Table) -> HttpResponse:
    """A summary sheet to be taken along and filled in by hand."""
    sheet = official.blank(table.knockout, table.state, table)
    return render(request, "competition/pair/print.html", {"sheet": sheet})


@at_the_table
def pbn(request: Request, table: Table) -> HttpResponse:
    """The deals for bridge programs; 404 while no sheet is open."""
    if table.row is None:
        raise Http404
    return files.pbn(table)
