"""A sign-in begins, lasts longer, is proved by the password, or ends everywhere but here."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone

from competition.signing_in.models import SIGN_IN, UNTIL, Session
from competition.signing_in.queries import AT, DEVICE, PROVED
from competition.signing_in.rules import device

_A_DAYS_WORK, KEPT = timedelta(hours=12), timedelta(days=14)


def begin(request: HttpRequest, **rest) -> None:
    """Know when somebody signed in, and on what: for them to see, and to end it."""
    now = timezone.now()
    known = {AT: now.timestamp(), PROVED: now.timestamp(), UNTIL: (now + _A_DAYS_WORK).timestamp()}
    request.session[SIGN_IN] = known | {DEVICE: device(request.headers.get("User-Agent", ""))}


def keep(request: HttpRequest) -> None:
    """Let this sign-in last for two weeks."""
    request.session[SIGN_IN] |= {UNTIL: (timezone.now() + KEPT).timestamp()}


def prove(request: HttpRequest) -> None:
    """Remember that the password has been given just now."""
    request.session[SIGN_IN] |= {PROVED: timezone.now().timestamp()}


def end_others(request: HttpRequest, user: User) -> None:
    """Sign somebody out everywhere but here."""
    Session.objects.filter(organiser=user).exclude(session_key=request.session.session_key).delete()
