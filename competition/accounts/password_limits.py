"""Rate limits for passwords. They apply before the app hashes the password, because hashing is slow.

A known device has its own limit. Attempts on unknown devices are counted by network, by username, and in total. The
total limits the time spent on hashing. A stranger can use up the last two limits, so they do not block anybody: above
them the organiser must also type the account's email address, which is compared before the password is hashed.
"""

import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from competition.web.rate_limit import CUSTOMER, TOO_MANY, Limit, RateLimit, network

Right = TypeVar("Right")
_DEVICE = "known-device"
_KNOWN_FOR = timedelta(days=300)


def at_sign_in(request: HttpRequest, name: str) -> RateLimit:
    """Return the limit for signing in. `name` is the cleaned username."""
    if device := _read_known_device(request, name):
        return RateLimit(Limit(f"device {device}", 10))
    here = network(request)
    return RateLimit(
        Limit(f"sign in {name} from {here}", 10),
        Limit(f"sign in from {here}", 30),
        Limit(f"sign in from customer {network(request, CUSTOMER)}", 60),
    )


def before_email(request: HttpRequest, name: str) -> RateLimit:
    """Return the limit above which sign-in on an unknown device also requires the account's email address."""
    if _read_known_device(request, name):
        return RateLimit()
    return RateLimit(Limit(f"sign in {name}", 10), Limit("sign in", 5, timedelta(seconds=10)))


def of_organiser(user: User) -> RateLimit:
    """Return the limit for a signed-in organiser who confirms the password."""
    return RateLimit(Limit(f"password of {user.pk}", 10))


def within(limit: RateLimit, look: Callable[[], Right]) -> Right:
    """Return the result of `look`, which checks a password and raises ValidationError.

    Above the limit, raise ValidationError without calling `look`.
    """
    if not limit.take():
        raise ValidationError("Too many failed attempts. Try again in ten minutes.", TOO_MANY)
    right = look()
    limit.refund()
    return right


def know_device(response: HttpResponse, name: str) -> None:
    """Set a cookie that gives this device its own limit for this username."""
    response.set_signed_cookie(
        _DEVICE,
        f"{_hash_name(name)}-{secrets.token_hex(16)}",
        salt=_DEVICE,
        max_age=_KNOWN_FOR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read_known_device(request: HttpRequest, name: str) -> str:
    device = request.get_signed_cookie(_DEVICE, "", salt=_DEVICE, max_age=_KNOWN_FOR) or ""
    return device if device.partition("-")[0] == _hash_name(name) else ""


def _hash_name(name: str) -> str:
    return salted_hmac(_DEVICE, name, algorithm="sha256").hexdigest()
