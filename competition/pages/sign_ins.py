"""Where an organiser is signed in, until when, and how long ago the password was given there."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone

from competition.pages.devices import device
from competition.pages.models import Session
from competition.pages.sessions import SIGN_IN, UNTIL

_A_DAYS_WORK, KEPT, _PROVED_FOR = timedelta(hours=12), timedelta(days=14), timedelta(minutes=15)
_AT, _DEVICE, _PROVED = "at", "device", "proved"


class SignIn(NamedTuple):
    """An organiser who is signed in on a device."""

    device: str
    at: datetime
    until: datetime
    is_this: bool


def begin(request: HttpRequest, **rest) -> None:
    """Know when somebody signed in, and on what: for them to see, and to end it."""
    now = timezone.now()
    known = {_AT: now.timestamp(), _PROVED: now.timestamp(), UNTIL: (now + _A_DAYS_WORK).timestamp()}
    request.session[SIGN_IN] = known | {_DEVICE: device(request.headers.get("User-Agent", ""))}


def keep(request: HttpRequest) -> None:
    """Let this sign-in last for two weeks."""
    request.session[SIGN_IN] |= {UNTIL: (timezone.now() + KEPT).timestamp()}
    request.session.modified = True


def prove(request: HttpRequest) -> None:
    """Remember that the password has been given just now."""
    request.session[SIGN_IN] |= {_PROVED: timezone.now().timestamp()}
    request.session.modified = True


def is_proved(request: HttpRequest) -> bool:
    """Whether the password was given a short while ago."""
    return timezone.now().timestamp() - request.session[SIGN_IN][_PROVED] <= _PROVED_FOR.total_seconds()


def sign_ins(request: HttpRequest, user: User) -> list[SignIn]:
    """Where somebody is signed in now, the latest first."""
    kept = {row.session_key: row.get_decoded() for row in Session.objects.filter(organiser=user)}
    good = {key: data[SIGN_IN] for key, data in kept.items() if _is_good(data, user)}
    here = request.session.session_key
    found = [SignIn(one[_DEVICE], _moment(one[_AT]), _moment(one[UNTIL]), key == here) for key, one in good.items()]
    return sorted(found, key=lambda one: one.at, reverse=True)


def end_others(request: HttpRequest, user: User) -> None:
    """Sign somebody out everywhere but here."""
    Session.objects.filter(organiser=user).exclude(session_key=request.session.session_key).delete()


def _is_good(data: dict, user: User) -> bool:
    """Whether a sign-in is not over, and the password with which it was made is still the one."""
    until = data.get(SIGN_IN, {}).get(UNTIL, 0)
    return until > timezone.now().timestamp() and data.get(HASH_SESSION_KEY) == user.get_session_auth_hash()


def _moment(stamp: float) -> datetime:
    return datetime.fromtimestamp(stamp, timezone.get_current_timezone())
