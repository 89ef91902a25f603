"""Access checks. Every view has exactly one of them. Strangers get 404 without an explanation."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from competition.accounts.queries import is_proved
from competition.web.cached_page import accepts_gzip

View = Callable[..., HttpResponse]


def behind(check: str, view: View, keep: View) -> View:
    """Return `keep` as a view that compresses its response if the browser accepts compression.

    `keep` is `view` with its access check. The returned view has the name and the signature of `view`, and the name of
    the access check in `access_check`.
    """
    # Django adds random bytes, so that the length of a compressed page cannot reveal a secret in it.
    packed = gzip_page(keep)

    @wraps(view)
    def guarded(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if accepts_gzip(request):
            return packed(request, *args, **kwargs)
        response = keep(request, *args, **kwargs)
        patch_vary_headers(response, ["Accept-Encoding"])
        return response

    setattr(guarded, "access_check", check)  # noqa: B010 - mypy knows no such attribute of a function
    return guarded


def public(view: View) -> View:
    """Allow everybody, for reading only. The response is the same for every reader."""
    return behind("public", view, require_safe(view))


def entrance(view: View) -> View:
    """Allow everybody. Use this for pages that sign a person in or out."""
    return behind("entrance", view, never_cache(view))


def signed_in(view: View) -> View:
    """Allow every signed-in organiser, with or without a competition."""

    @never_cache
    def check_access(request: HttpRequest, **rest) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return view(request, **rest)

    return behind("signed-in", view, check_access)


def after_password(view: View) -> View:
    """Allow an organiser who has given the password in the last 15 minutes.

    Use it together with another access check.
    """

    @wraps(view)
    def check_access(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if is_proved(request):
            return view(request, *args, **kwargs)
        if request.method == "POST":
            messages.warning(request, "Nothing is saved yet. Confirm your password, then press the button again.")
        return redirect_to_login(request.get_full_path(), "desk:password-again")

    return check_access
