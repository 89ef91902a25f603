"""A pair's matches, one of them on one page with the part of it that is polled, its history and its privacy."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from competition.entries.doors import for_pair
from competition.entries.models.pair import Pair
from competition.knockout.queries.polling import HEADER, shows_the_same
from competition.match.actions.privacy import keep_deals
from competition.match.doors import at_the_table, polled_at_the_table
from competition.match.queries.history import history as history_of
from competition.match.queries.pair_match import PairMatch
from competition.match.queries.path import path
from competition.match.views.responses import answer, moved_on, posted, show
from competition.pages.posting import Request


@for_pair
def home(request: HttpRequest, pairs: list[Pair]) -> HttpResponse:
    """Every competition of the reader: the match to play, those played, what comes after."""
    page = {"paths": [path(pair) for pair in pairs], "opened_lately": all(pair.opened_lately for pair in pairs)}
    return render(request, "competition/match/home.html", page)


@at_the_table
def match(request: Request, match: PairMatch) -> HttpResponse:
    """The match: how it stands, the opponents, the next deal, the pad and the summary sheet."""
    return show(request, match)


@polled_at_the_table
def news(request: Request, match: PairMatch) -> HttpResponse:
    """The card again when the match has changed since the one `shown`; 204 when it has not."""
    if shows_the_same(request.GET.get("shown", ""), match.version):
        return HttpResponse(status=204, headers={HEADER: match.version})
    return answer(match, status=200)


@at_the_table
def history(request: Request, match: PairMatch) -> HttpResponse:
    """Everything done with the match and its sheet, by whom and when."""
    return render(request, "competition/match/history.html", {"match": match, "steps": history_of(match)})


@at_the_table
@posted
def privacy(request: Request, match: PairMatch) -> HttpResponse:
    """Keep this pair's wish about its deals."""
    private = request.POST.get("private") == "yes"
    said = "The deals stay private until the match is over." if private else "You no longer keep the deals private."
    keep_deals(match, private=private)
    return moved_on(request, match, said)
