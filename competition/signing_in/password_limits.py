"""Who may try a password: to hash one is dear, so that whoever tries too many is turned away before it is done.

Strangers are counted by the name they try, by their network, and all together, which bounds the time that hashing takes
from everybody else. They lock nobody out of a device on which that person has signed in before: it counts by itself.
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

from competition.pages.rate_limit import TOO_MANY, Limit, RateLimit, network

Right = TypeVar("Right")
_DEVICE, _KNOWN_FOR = "known-device", timedelta(days=300)


def at_sign_in(request: HttpRequest, name: str) -> RateLimit:
    """What limits signing in by this name, written as it is looked up."""
    if device := _known_device(request, name):
        return RateLimit(Limit(f"device {device}", 10))
    return RateLimit(
        Limit(f"sign in {name}", 10),
        Limit(f"sign in from {network(request)}", 30),
        Limit("sign in", 5, timedelta(seconds=10)),
    )


def of_organiser(user: User) -> RateLimit:
    """What limits tries at the password of somebody who is signed in."""
    return RateLimit(Limit(f"password of {user.pk}", 10))


def within(limit: RateLimit, look: Callable[[], Right]) -> Right:
    """What is right about a password; what is wrong is raised by `look`, which is not asked beyond the limits."""
    if limit.too_many():
        raise ValidationError("Too many wrong passwords were typed. Wait ten minutes, then try again.", TOO_MANY)
    # Noted before it is known to be wrong, so that tries at one moment count each other.
    limit.note()
    right = look()
    limit.take_back()
    return right


def know_device(response: HttpResponse, name: str) -> None:
    """Let the device that gets this answer count by itself from now on when somebody signs in by this name."""
    response.set_signed_cookie(
        _DEVICE,
        f"{_fingerprint(name)}-{secrets.token_hex(16)}",
        salt=_DEVICE,
        max_age=_KNOWN_FOR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _known_device(request: HttpRequest, name: str) -> str:
    device = request.get_signed_cookie(_DEVICE, "", salt=_DEVICE, max_age=_KNOWN_FOR) or ""
    return device if device.partition("-")[0] == _fingerprint(name) else ""


def _fingerprint(name: str) -> str:
    return salted_hmac(_DEVICE, name).hexdigest()
