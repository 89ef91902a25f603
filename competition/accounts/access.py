"""Access checks. Every view has exactly one of them. Strangers get 404 without an explanation."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from competition.accounts.actions import record_confirmation
from competition.accounts.forms import PasswordAgainForm
from competition.accounts.queries import is_proved, may_create, sensitive_action, site_owners
from competition.accounts.rules import BRIEFLY
from competition.web.cached_page import accepts_gzip
from competition.web.form_keys import FORM_KEY
from competition.web.posting import form_page, organiser, set_form_owner

View = Callable[..., HttpResponse]
# The prefix for the password form on a page that also contains a waiting form.
_AGAIN = "again"


def behind(check: str, view: View, keep: View) -> View:
    """Return `keep` as a view that compresses its response if the browser accepts compression.

    `keep` is `view` with its access check. The returned view has the name and signature of `view`, and the name of the
    access check in `access_check`.
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
    """Allow everybody, only for reading. The response is the same for every reader."""
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
        set_form_owner(request, "organiser", organiser(request).pk)
        return view(request, **rest)

    return behind("signed-in", view, check_access)


def for_creator(view: View) -> View:
    """Allow organisers who may create competitions. Other organisers get a page that says whom to ask.

    Use it together with another access check.
    """

    @wraps(view)
    def check_access(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if may_create(organiser(request)):
            return view(request, *args, **kwargs)
        page = {"owners": site_owners()}
        return render(request, "competition/accounts/may_not_create.html", page, status=403)

    return check_access


def after_password(view: View) -> View:
    """Allow an organiser who has confirmed the password recently enough for this page in `SENSITIVE_ACTIONS`.

    Four hours are enough for seeing private links, because organisers often need them, the log shows each view, and
    the desk shows the phone numbers anyway. Half an hour is the limit for permanent actions (delete, remove), for
    giving access to others (organisers, the owner, new links for all pairs), for cancelling and for exports, because a
    stranger at an unattended computer could do lasting harm with one press.

    Otherwise ask for the password. A submitted form waits, hidden, on that page, and is sent again with the password,
    so no input is lost. Use it together with another access check, and not for uploads.
    """

    @wraps(view)
    @sensitive_post_parameters()
    def check_access(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        action = sensitive_action(request.path)
        if is_proved(request, action.password_counts_for if action else BRIEFLY):
            return view(request, *args, **kwargs)
        if request.method != "POST":
            return redirect_to_login(request.get_full_path(), "desk:password-again")
        typed = request.POST if f"{_AGAIN}-password" in request.POST else None
        form = PasswordAgainForm(organiser(request), typed, prefix=_AGAIN)
        if form.is_valid():
            record_confirmation(request)
            return view(request, *args, **kwargs)
        page = {"sent": _sent(request), "action": action}
        return form_page(request, "competition/accounts/password_again.html", form, **page)

    setattr(check_access, "asks_password", True)  # noqa: B010 - mypy knows no such attribute of a function
    return check_access


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields of a form that is waiting for the password."""
    ours = {f"{_AGAIN}-password", "csrfmiddlewaretoken", FORM_KEY}
    return [(name, value) for name, values in request.POST.lists() if name not in ours for value in values]
