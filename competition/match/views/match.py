"""A pair's match: everything of it on one page, and the part of it that is polled."""

from django.http import HttpResponse
from django.shortcuts import render

from competition.knockout.queries.polling import HEADER, shows_the_same
from competition.match.doors import at_the_table, polled_at_the_table
from competition.match.queries.pair_match import PairMatch
from competition.match.views.responses import answer, last_said, show
from competition.pages.posting import Request


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


@polled_at_the_table
def live(request: Request, match: PairMatch) -> HttpResponse:
    """What has changed since the `version` on the reader's page; 204 when nothing has."""
    if shows_the_same(request.GET.get("version", ""), match.version):
        return HttpResponse(status=204, headers={HEADER: match.version})
    shown = request.GET.get("number", "")
    context = {"match": match, "shown": shown, "stale": shown != str(match.next_deal or ""), "undo": last_said(match)}
    return render(request, "competition/match/_live.html", context)
