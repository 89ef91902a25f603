"""Access check for the two pairs of a match."""

from collections.abc import Callable
from functools import partial
from typing import overload

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from competition.accounts.access import View, behind
from competition.draw.queries.draw import get_draw
from competition.draw.queries.polling import still_holds
from competition.entries.models import Pair
from competition.entries.private_links import has_come, pairs_of
from competition.match.forms.play import as_next
from competition.match.queries.play import PairView, match_in
from competition.match.responses import address, fresh, reply
from competition.web.posting import Request, set_form_owner
from scoring.rules.refusal import Refused


@overload
def at_the_table(view: View) -> View: ...


@overload
def at_the_table(*, post_only: bool = False, polled: bool = False) -> Callable[[View], View]: ...


def at_the_table(
    view: View | None = None, *, post_only: bool = False, polled: bool = False
) -> View | Callable[[View], View]:
    """Restrict a view to the two pairs of a match, and pass it the match as the reader's pair sees it.

    If the view raises Refused, a submitted form shows the current match with the reason, and any other request
    redirects to the match. If `post_only`, every request except POST redirects to the match. If `polled`, the response
    is 204 while nothing has changed since the version `shown`. Replacing a private link invalidates every such
    version, so the old link stops working here too.
    """
    if view is None:
        return partial(at_the_table, post_only=post_only, polled=polled)
    guarded = view

    @never_cache
    def wrapper(request: Request, competition: str, code: str, **rest) -> HttpResponse:
        if polled and has_come(request) and still_holds(competition, code, request.GET.get("shown", "")):
            return HttpResponse(status=204)
        for pair in pairs_of(request, Pair.objects.filter(competition__slug=competition)):
            draw = get_draw(pair.competition, match=code)
            if draw and (match := match_in(draw, pair, code)):
                if post_only and request.method != "POST":
                    return redirect(address(match))
                set_form_owner(request, "pair", pair.pk)
                return _response(guarded, request, match, rest)
        raise Http404

    return behind("pair", view, wrapper)


def _response(view: View, request: Request, seen: PairView, rest: dict) -> HttpResponse:
    try:
        return view(request, seen, **rest)
    except Refused as refusal:
        if request.method != "POST":
            return redirect(address(seen))
        match = fresh(seen)
        form = as_next(match, request.POST) if "level" in request.POST else None
        return reply(request, match, message=str(refusal), form=form, status=422)
