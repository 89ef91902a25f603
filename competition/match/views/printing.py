"""Views for a score sheet on paper and for its export to bridge programs."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from competition.match.access import at_the_table
from competition.match.presenters import bridge_file, official_sheet
from competition.match.queries.table import Table
from competition.web.files import download
from competition.web.posting import Request


@at_the_table
def print_sheet(request: Request, match: Table) -> HttpResponse:
    """Show the score sheet for printing. Redirect to a blank sheet if the match has none."""
    if match.sheet is None:
        return redirect("play:print-blank", match.competition.slug, match.code)
    return render(request, "competition/match/print.html", {"sheet": official_sheet.filled(match, match.opened.reader)})


@at_the_table
def print_blank(request: Request, match: Table) -> HttpResponse:
    """Show a blank score sheet for printing."""
    sheet = official_sheet.blank(match.draw, match.state, match)
    return render(request, "competition/match/print.html", {"sheet": sheet})


@at_the_table
def pbn(request: Request, match: Table) -> HttpResponse:
    """Download the deals for bridge programs. Raise Http404 if the match has no score sheet."""
    if match.sheet is None:
        raise Http404
    return deals_file(match)


def deals_file(match: Table) -> HttpResponse:
    """Return the deals of a match as a download for bridge programs. Raise Refused without a score sheet."""
    name = f"{match.competition.slug}-{match.code}.pbn"
    return download(bridge_file.of_match(match), "text/x-pbn", name, charset="iso-8859-1")
