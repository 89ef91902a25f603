"""The history of a pair's match."""

from django.http import HttpResponse
from django.shortcuts import render

from competition.match.doors import at_the_table
from competition.match.queries.history import history as read
from competition.match.queries.pair_match import PairMatch
from competition.pages.posting import Request


@at_the_table
def history(request: Request, match: PairMatch) -> HttpResponse:
    """Everything done with the match and its sheet, by whom and when."""
    return render(request, "competition/match/history.html", {"match": match, "steps": read(match)})
