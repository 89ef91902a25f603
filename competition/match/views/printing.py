"""A match's summary sheet on paper, and as a file for bridge programs."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from competition.match.doors import at_the_table
from competition.match.formats import bridge_file, official_sheet
from competition.match.queries.pair_match import PairMatch
from competition.pages.files import download
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
    sheet = official_sheet.blank(match.draw, match.state, match)
    return render(request, "competition/match/print.html", {"sheet": sheet})


@at_the_table
def pbn(request: Request, match: PairMatch) -> HttpResponse:
    """The deals for bridge programs; 404 while no sheet is open."""
    if match.row is None:
        raise Http404
    return deals_file(match)


def deals_file(match: PairMatch) -> HttpResponse:
    """The deals of a match for bridge programs, to be kept as a file; only with an open sheet."""
    name = f"{match.competition.slug}-{match.code}.pbn"
    return download(bridge_file.of_match(match), "text/x-pbn", name, charset="iso-8859-1")
