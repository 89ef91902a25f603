"""Who may come in: pairs, by their private links."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from competition.entries.private_links import calendar_key, pair_for_link, pairs_of
from competition.entries.queries import pairs
from competition.signing_in.doors import View, behind


def for_pair(view: View) -> View:
    """A view for somebody who came by a private link; it gets the pairs whose links are good.

    Whoever has not is asked for the code of a letter: that there is such a page is no secret.
    """

    @never_cache
    def keep(request: HttpRequest, **rest) -> HttpResponse:
        found = pairs_of(request, pairs())
        if not found:
            return redirect("link:code")
        return view(request, found, **rest)

    return behind("pair", view, keep)


def link_holder(view: View) -> View:
    """A view for whoever holds a private link; it gets the pair the link was made for."""

    @never_cache
    def keep(request: HttpRequest, key: str, **rest) -> HttpResponse:
        return view(request, pair_for_link(key), **rest)

    return behind("link", view, keep)


def calendar_holder(view: View) -> View:
    """A view for whoever holds the address of a pair's own calendar; it gets the pair."""

    @never_cache
    def keep(request: HttpRequest, own: str, **rest) -> HttpResponse:
        return view(request, pair_for_link(own, calendar_key), **rest)

    return behind("link", view, require_safe(keep))
