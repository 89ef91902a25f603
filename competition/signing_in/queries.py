"""Where an organiser is signed in, until when, and how long ago the password was given there."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone

from competition.signing_in.models import SIGN_IN, UNTIL, Session

AT, DEVICE, PROVED = "at", "device", "proved"
_PROVED_FOR = timedelta(minutes=15)


class SignIn(NamedTuple):
    """An organiser who is signed in on a device."""

    device: str
    at: datetime
    until: datetime
    is_this: bool


def is_proved(request: HttpRequest) -> bool:
    """Whether the password was given a short while ago."""
    return timezone.now().timestamp() - request.session[SIGN_IN][PROVED] <= _PROVED_FOR.total_seconds()


def sign_ins(request: HttpRequest, user: User) -> list[SignIn]:
    """Where somebody is signed in now, the latest first."""
    kept = {row.session_key: row.get_decoded() for row in Session.objects.filter(organiser=user)}
    good = {key: data[SIGN_IN] for key, data in kept.items() if _is_good(data, user)}
    here = request.session.session_key
    found = [SignIn(one[DEVICE], _moment(one[AT]), _moment(one[UNTIL]), key == here) for key, one in good.items()]
    return sorted(found, key=lambda one: one.at, reverse=True)


def _is_good(data: dict, user: User) -> bool:
    """Whether a sign-in is not over, and the password with which it was made is still the one."""
    until = data.get(SIGN_IN, {}).get(UNTIL, 0)
    return until > timezone.now().timestamp() and data.get(HASH_SESSION_KEY) == user.get_session_auth_hash()


def _moment(stamp: float) -> datetime:
    return datetime.fromtimestamp(stamp, timezone.get_current_timezone())
