"""The history of a pair's match."""

from django.http import HttpResponse
from django.shortcuts import render

from competition.access import at_the_table
from competition.queries import Table
from competition.queries.history import history as read
from competition.views.pair.answers import Request


@at_the_table
def history(request: Request, table: Table) -> HttpResponse:
    """Everything done with the match and its sheet, by whom and when."""
    return render(request, "competition/pair/history.html", {"table": table, "steps": read(table)})
