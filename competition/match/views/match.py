"""A pair's match: everything of it on one page, and the part of it that is polled."""

from django.http import HttpResponse

from competition.knockout.queries.polling import HEADER, shows_the_same
from competition.match.doors import at_the_table, polled_at_the_table
from competition.match.queries.pair_match import PairMatch
from competition.match.views.responses import answer, show
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
