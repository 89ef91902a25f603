"""Access checks for the two pairs of a match."""

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirectBase
from django.views.decorators.cache import never_cache

from competition.accounts.access import View, behind
from competition.draw.queries.draw import get_draw
from competition.draw.queries.polling import still_holds
from competition.entries.models import Pair
from competition.entries.private_links import has_come, pairs_of
from competition.match.queries.play import match_in
from competition.web.posting import mark_as_taken


def at_the_table(view: View) -> View:
    """Restrict a view to the two pairs of a match, pass it the Table of the reader, and compress the response."""

    @never_cache
    def wrapper(request: HttpRequest, competition: str, code: str, **rest) -> HttpResponse:
        for pair in pairs_of(request, Pair.objects.filter(competition__slug=competition)):
            draw = get_draw(pair.competition, match=code)
            if draw and (match := match_in(draw, pair, code)):
                return _mark_taken(request, pair, view(request, match, **rest))
        raise Http404

    return behind("pair", view, wrapper)


def _mark_taken(request: HttpRequest, pair: Pair, answer: HttpResponse) -> HttpResponse:
    if request.method == "POST" and isinstance(answer, HttpResponseRedirectBase):
        mark_as_taken(request, answer, f"{pair.pk}")
    return answer


def polled_at_the_table(view: View) -> View:
    """Restrict a polled view to the two pairs. Answer 204 if nothing has changed since the version `shown`.

    A replaced private link stops working here too, because replacing it invalidates every version `shown`.
    """
    afresh = at_the_table(view)

    @never_cache
    def wrapper(request: HttpRequest, competition: str, code: str) -> HttpResponse:
        if has_come(request) and still_holds(competition, code, request.GET.get("shown", "")):
            return HttpResponse(status=204)
        return afresh(request, competition=competition, code=code)

    return behind("pair", view, wrapper)
