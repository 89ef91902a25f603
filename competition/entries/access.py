"""Access checks for pairs with a private link."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from competition.accounts.access import View, behind
from competition.entries.private_links import calendar_key, pair_for_link, pairs_of
from competition.entries.queries.pairs import pairs
from competition.web.posting import set_form_owner


def for_pair(view: View) -> View:
    """Restrict a view to signed-in pairs, and pass those pairs to the view.

    Redirect other visitors to the entry code page. The existence of the restricted page is not secret.
    """

    @never_cache
    def check_access(request: HttpRequest, **rest) -> HttpResponse:
        signed_in = pairs_of(request, pairs())
        if not signed_in:
            return redirect("link:code")
        set_form_owner(request, "pair", *(pair.pk for pair in signed_in))
        return view(request, signed_in, **rest)

    return behind("pair", view, check_access)


def link_holder(view: View) -> View:
    """Restrict a view to the holder of a private link, and pass its pair to the view."""

    @never_cache
    def check_access(request: HttpRequest, key: str, **rest) -> HttpResponse:
        return view(request, pair_for_link(key), **rest)

    return behind("link", view, check_access)


def calendar_holder(view: View) -> View:
    """Restrict a view to the holder of a pair's calendar link, and pass that pair to the view."""

    @never_cache
    def check_access(request: HttpRequest, own: str, **rest) -> HttpResponse:
        return view(request, pair_for_link(own, calendar_key), **rest)

    return behind("link", view, require_safe(check_access))
