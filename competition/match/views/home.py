"""My matches."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from competition.entries.doors import for_pair
from competition.entries.models.pair import Pair
from competition.match.queries.path import path


@for_pair
def home(request: HttpRequest, pairs: list[Pair]) -> HttpResponse:
    """Every competition of the reader: the match to play, those played, what comes after."""
    page = {"paths": [path(pair) for pair in pairs], "opened_lately": all(pair.opened_lately for pair in pairs)}
    return render(request, "competition/match/home.html", page)
