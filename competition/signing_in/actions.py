"""A sign-in begins, lasts longer, is proved by the password, or ends everywhere but here."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from competition.signing_in.models import Session
from competition.signing_in.queries import AT, DEVICE, PROVED, SIGN_IN
from competition.signing_in.rules import device

_A_DAYS_WORK, KEPT = timedelta(hours=12), timedelta(days=14)


def begin(request: HttpRequest, **rest) -> None:
    """Know when somebody signed in, and on what: for them to see, and to end it."""
    now = timezone.now().timestamp()
    request.session[SIGN_IN] = {AT: now, PROVED: now, DEVICE: device(request.headers.get("User-Agent", ""))}
    request.session.set_expiry(_A_DAYS_WORK)


def keep(request: HttpRequest) -> None:
    """Let this sign-in last for two weeks."""
    request.session.set_expiry(KEPT)


def prove(request: HttpRequest) -> None:
    """Remember that the password has been given just now."""
    request.session[SIGN_IN] |= {PROVED: timezone.now().timestamp()}


def end(request: HttpRequest, response: HttpResponse) -> None:
    """Sign the organiser out on this device; pairs and score pads stay open on it."""
    logout(request)
    response.delete_cookie(settings.SESSION_COOKIE_NAME, samesite=settings.SESSION_COOKIE_SAMESITE)


def end_others(request: HttpRequest, user: User) -> None:
    """Sign somebody out everywhere but here."""
    Session.objects.filter(organiser=user).exclude(session_key=request.session.session_key).delete()
