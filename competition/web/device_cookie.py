"""Cookies that give a device access without an account.

They are separate from the session, because the session key changes at every sign-in and sign-out. So pairs, score pads
and organisers on one device never sign each other out, and neither does a late response.
"""

import re
from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

# Keys never contain this character.
_BETWEEN = "."
_KEY = re.compile(r"[\w~-]{1,100}", re.ASCII)


def clear_site_data(request: HttpRequest, response: HttpResponse) -> None:
    """Ask the browser to delete the data that it stores for this site after signing out.

    Delete data stored by scripts only if leave.js says so, because it may include unsent deals. leave.js asks about
    them first. Without scripts nothing is stored.
    """
    is_checked = "unsent" in request.POST
    response["Clear-Site-Data"] = '"cache", "storage"' if is_checked else '"cache"'


class DeviceCookie:
    """A cookie with the keys of a device, with the latest last.

    Each key is verified separately, so the cookie is not signed.
    """

    def __init__(self, name: str, most: int) -> None:
        self.name, self._most = name, most

    def keys(self, request: HttpRequest) -> list[str]:
        """Return the keys in the cookie of this request."""
        sent = request.COOKIES.get(self.name, "").split(_BETWEEN)
        return [key for key in sent if _KEY.fullmatch(key)][-self._most :]

    def store(self, response: HttpResponse, keys: Iterable[str]) -> None:
        """Store the latest of these keys in the cookie for the whole season."""
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
