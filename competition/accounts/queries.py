"""Queries for accounts and sessions."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.models import Permission, User
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils import timezone

from competition.accounts.models import Session
from competition.accounts.rules import BRIEFLY, SENSITIVE_ACTIONS, SensitiveAction

SIGN_IN, AT, DEVICE, PROVED, RENEWED = "sign_in", "at", "device", "proved", "renewed"
# An owner of the site also has this permission, like every other.
CREATING = "competition.add_competition"


class SignIn(NamedTuple):
    """An organiser's session on a device."""

    device: str
    at: datetime
    until: datetime
    is_this: bool


def has_accounts() -> bool:
    """Return True if the site has at least one account (one query)."""
    return User.objects.exists()


def may_create(user: User) -> bool:
    """Return True if this organiser may create competitions (one query)."""
    return User.objects.with_perm(CREATING).filter(pk=user.pk).exists()


def creating_permission() -> Permission:
    """Return the permission to create, import and copy competitions."""
    app, codename = CREATING.split(".")
    return Permission.objects.get(content_type__app_label=app, codename=codename)


def site_owners() -> list[str]:
    """Return the names of the site's owners. Omit owners without a name, because usernames are private."""
    owners = User.objects.filter(is_superuser=True, is_active=True).order_by("pk")
    return [name for owner in owners if (name := owner.get_full_name())]


def accounts() -> QuerySet[User]:
    """Return all open accounts with their competitions (two queries). `creates` is True if one may create more."""
    creators = User.objects.with_perm(CREATING).values("pk")
    every = User.objects.filter(is_active=True).annotate(creates=Q(pk__in=creators))
    return every.prefetch_related("competitions").order_by("username")


def is_proved(request: HttpRequest, counts_for: timedelta = BRIEFLY) -> bool:
    """Return True if the organiser confirmed their password within this time."""
    return timezone.now().timestamp() - request.session[SIGN_IN][PROVED] <= counts_for.total_seconds()


def sensitive_action(path: str) -> SensitiveAction | None:
    """Return the sensitive action on the page with this path, or None."""
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
