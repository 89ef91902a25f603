"""When an organiser last looked at a desk: a cookie of that desk says it, so that looking writes nothing down."""

from datetime import datetime, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from competition.pages.rules import whole_number

_COOKIE = "looked"
_KEPT = timedelta(days=180)
# Whoever looks again within so many minutes is still there: what is new stays new until they have been away.
_AWAY = 30


def last_look(request: HttpRequest) -> datetime | None:
    """When this browser's visit before this one ended; None at the first."""
    before, _ = _visits(request)
    return datetime.fromtimestamp(before * 60, tz=timezone.get_current_timezone()) if before else None


def keep_look(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer, by which the browser will know when this was."""
    before, now = _visits(request)
    response.set_cookie(
        _COOKIE,
        f"{before}-{now}",
        max_age=_KEPT,
        path=request.path,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _visits(request: HttpRequest) -> tuple[int, int]:
    """When the visit before this one ended (0: never), and now; in minutes."""
    now = int(timezone.now().timestamp()) // 60
    told = [whole_number(part) or 0 for part in request.COOKIES.get(_COOKIE, "").split("-")]
    before, latest = told if len(told) == 2 and max(told) <= now else (0, 0)
    return (latest if now - latest > _AWAY else before), now
