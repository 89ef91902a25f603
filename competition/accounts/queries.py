"""Queries for accounts and sessions."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils import timezone

from competition.accounts.models import Session
from competition.accounts.rules import SENSITIVE_ACTIONS, SensitiveAction

SIGN_IN, AT, DEVICE, PROVED = "sign_in", "at", "device", "proved"
_PROVED_FOR = timedelta(minutes=30)


class SignIn(NamedTuple):
    """A session of an organiser on a device."""

    device: str
    at: datetime
    until: datetime
    is_this: bool


def has_accounts() -> bool:
    """Return True if the site has at least one account (one query)."""
    return User.objects.exists()


def is_proved(request: HttpRequest) -> bool:
    """Return True if the organiser confirmed their password in the last 30 minutes."""
    return timezone.now().timestamp() - request.session[SIGN_IN][PROVED] <= _PROVED_FOR.total_seconds()


def sensitive_action(path: str) -> SensitiveAction | None:
    """Return the sensitive action of the page with this path, or None."""
    try:
        return SENSITIVE_ACTIONS.get(resolve(path.partition("?")[0]).url_name or "")
    except Resolver404:
        return None


def sign_ins(request: HttpRequest, user: User) -> list[SignIn]:
    """Return the organiser's current sessions, latest first."""
    rows = Session.objects.filter(organiser=user, expire_date__gt=timezone.now())
    current = [_read_sign_in(request, row.get_decoded(), row) for row in rows if _is_current(row.get_decoded(), user)]
    return sorted(current, key=lambda sign_in: sign_in.at, reverse=True)


def _read_sign_in(request: HttpRequest, data: dict, row: Session) -> SignIn:
    is_this = row.session_key == request.session.session_key
    return SignIn(data[SIGN_IN][DEVICE], _to_datetime(data[SIGN_IN][AT]), row.expire_date, is_this)


def _is_current(data: dict, user: User) -> bool:
    """Return True if the password has not changed since this session began."""
    return SIGN_IN in data and data.get(HASH_SESSION_KEY) == user.get_session_auth_hash()


def _to_datetime(stamp: float) -> datetime:
    return datetime.fromtimestamp(stamp, timezone.get_current_timezone())
