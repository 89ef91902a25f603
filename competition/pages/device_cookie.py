"""What one device may open without an account, in a cookie of its own.

It is apart from the session, whose key changes whenever somebody signs in or out. So a pair, a score pad and an
organiser on one device never sign each other out, and no answer to an earlier request can.
"""

import re
from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

# No key has this character.
_BETWEEN = "."
_KEY = re.compile(r"[\w~-]{1,100}", re.ASCII)


class DeviceCookie:
    """The keys a device has been given, the latest last; each proves itself, so the cookie is not signed."""

    def __init__(self, name: str, most: int) -> None:
        self.name, self._most = name, most

    def keys(self, request: HttpRequest) -> list[str]:
        """The keys that came with this request."""
        sent = request.COOKIES.get(self.name, "").split(_BETWEEN)
        return [key for key in sent if _KEY.fullmatch(key)][-self._most :]

    def store(self, response: HttpResponse, keys: Iterable[str]) -> None:
        """Let the device keep these keys for a season; only the latest where there are too many."""
        latest = [*keys][-self._most :]
        if not latest:
            response.delete_cookie(self.name, samesite="Lax")
            return
        response.set_cookie(
            self.name,
            _BETWEEN.join(latest),
            max_age=settings.DEVICE_COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
