"""The doors. Every view stands behind exactly one of them; a stranger gets 404, never a hint."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from competition.signing_in.queries import is_proved

View = Callable[..., HttpResponse]


def behind(door: str, view: View, keep: View) -> View:
    guarded = wraps(view)(keep)
    setattr(guarded, "door", door)  # noqa: B010 - a function has no place for it that types know
    return guarded


def public(view: View) -> View:
    """A view for everybody; it is the same for everybody, and only to be looked at."""
    return behind("public", view, require_safe(view))


def entrance(view: View) -> View:
    """A view by which anybody may come in or go out."""
    return behind("entrance", view, never_cache(view))


def signed_in(view: View) -> View:
    """A view for anybody with an organiser's sign-in, whatever competitions are theirs."""

    @never_cache
    def keep(request: HttpRequest, **rest) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return view(request, **rest)

    return behind("signed-in", view, keep)


def after_password(view: View) -> View:
    """A view, behind an organiser's door, for whoever has given the password within the last quarter of an hour."""

    @wraps(view)
    def keep(request: HttpRequest, *given, **rest) -> HttpResponse:
        if is_proved(request):
            return view(request, *given, **rest)
        if request.method == "POST":
            messages.warning(request, "Nothing has been done yet: after the password, please do it once more.")
        return redirect_to_login(request.get_full_path(), "desk:password-again")

    return keep
