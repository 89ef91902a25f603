"""A pair's match: everything of it on one page, and the part of it that is polled."""

from django.http import HttpResponse
from django.shortcuts import render

from competition.access import at_the_table
from competition.queries import Table
from competition.views.pair.answers import Request, show


@at_the_table
def match(request: Request, table: Table) -> HttpResponse:
    """The match: how it stands, the opponents, the next deal, the pad and the summary sheet."""
    return show(request, table)


@at_the_table
def live(request: Request, table: Table) -> HttpResponse:
    """What has changed since the `version` on the reader's page; 204 when nothing has."""
    if request.GET.get("version") == table.version:
        return HttpResponse(status=204)
    shown = request.GET.get("number", "")
    context = {"table": table, "shown": shown, "stale": shown != str(table.next_deal or "")}
    return render(request, "competition/pair/_live.html", context)
