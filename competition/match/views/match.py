"""Views for the matches of a pair: the list, one match, its polled part, its history and its privacy."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from competition.entries.access import for_pair
from competition.entries.models import Pair
from competition.knockout.queries.polling import HEADER, shows_the_same
from competition.match.access import at_the_table, polled_at_the_table
from competition.match.actions.play import keep_deals
from competition.match.queries.table import Table, history_of, path_of
from competition.match.views.responses import answer, moved_on, posted, show
from competition.web.posting import Request


@for_pair
def home(request: HttpRequest, pairs: list[Pair]) -> HttpResponse:
    """Show the matches of the reader's pairs in every competition."""
    page = {"paths": [path_of(pair) for pair in pairs], "opened_lately": all(pair.opened_lately for pair in pairs)}
    return render(request, "competition/match/home.html", page)


@at_the_table
def match(request: Request, match: Table) -> HttpResponse:
    """Show the match: the score, the opponents, the next deal and the score sheet."""
    return show(request, match)


@polled_at_the_table
def news(request: Request, match: Table) -> HttpResponse:
    """Return the card if the match has changed since the version `shown`, otherwise 204."""
    if shows_the_same(request.GET.get("shown", ""), match.version):
        return HttpResponse(status=204, headers={HEADER: match.version})
    return answer(request, match, status=200)


@at_the_table
def history(request: Request, match: Table) -> HttpResponse:
    """Show every action in the match, with its author and time."""
    return render(request, "competition/match/history.html", {"match": match, "steps": history_of(match)})


@at_the_table
@posted
def privacy(request: Request, match: Table) -> HttpResponse:
    """Save this pair's request for private deals."""
    private = request.POST.get("private") == "yes"
    said = "The deals stay private until the match is over." if private else "You no longer keep the deals private."
    keep_deals(match, private=private)
    return moved_on(request, match, said)
