"""Access checks for site owners and for the holder of the setup link."""

import secrets
from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from competition.accounts.access import View, behind, signed_in
from competition.accounts.queries import has_accounts

_SALT = "first run"
_LASTS = timedelta(days=3)
_DOCTOR = "doctor"
_DOCTOR_LASTS = timedelta(minutes=1)


def for_site_owner(view: View) -> View:
    """Restrict a view to owners of the site. Raises Http404 for other signed-in organisers."""

    @signed_in
    def check_access(request: HttpRequest, **rest) -> HttpResponse:
        if not request.user.is_superuser:
            raise Http404
        return view(request, **rest)

    return behind("site-owner", view, check_access)


def first_run_path() -> str:
    """Return the path of the setup link. It works for three days, and only until the site has an account."""
    return reverse("desk:first-run", args=[signing.dumps(secrets.token_urlsafe(12), salt=_SALT)])


def for_first_run(view: View) -> View:
    """Restrict a view to the holder of the setup link. Once the site has an account, show a page that says so."""

    @never_cache
    def check_access(request: HttpRequest, token: str, **rest) -> HttpResponse:
        if has_accounts():
            return render(request, "competition/desk/first_run_used.html", status=404)
        try:
            signing.loads(token, salt=_SALT, max_age=_LASTS)
        except signing.BadSignature:
            return render(request, "competition/desk/first_run_link.html", status=404)
        return view(request, **rest)

    return behind("first-run", view, check_access)


_OF_THIS_MACHINE = {"localhost", "127.0.0.1", "::1"}


def is_of_this_machine() -> bool:
    """Return True if only this machine can open the site's address."""
    return urlsplit(settings.SITE_ADDRESS).hostname in _OF_THIS_MACHINE and not settings.HTTPS


def first_run_link(port: int = 8000) -> str:
    """Return the setup link, or "" if the site has an account. `port` applies only on a local address."""
    if has_accounts():
        return ""
    address = f"{settings.SITE_ADDRESS}:{port}" if is_of_this_machine() else settings.SITE_ADDRESS
    return f"{address}{first_run_path()}"


def proxy_path() -> str:
    """Return the path that the running site uses to check its proxy. It works for a minute."""
    return reverse("desk:site-proxy", args=[signing.dumps("", salt=_DOCTOR)])


def for_doctor(view: View) -> View:
    """Restrict a view to `manage.py doctor`, which has the same SECRET_KEY. Raises Http404 for other requests."""

    @never_cache
    @require_safe
    def check_access(request: HttpRequest, token: str, **rest) -> HttpResponse:
        try:
            signing.loads(token, salt=_DOCTOR, max_age=_DOCTOR_LASTS)
        except signing.BadSignature:
            raise Http404 from None
        return view(request, **rest)

    return behind("doctor", view, check_access)
