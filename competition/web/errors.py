"""Error pages for 400, 403, 404, 409, 411, 413, 500 and 503."""

import sys
from typing import TypeVar

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from competition.web.site_name import last_known

T = TypeVar("T")


def or_404(value: T | None) -> T:
    """Return the object. Raises Http404 if it is None."""
    if value is None:
        raise Http404
    return value


def bad_request(request: HttpRequest, exception: Exception | None = None, *, status: int = 400) -> HttpResponse:
    """Return the error page for a bad request (400), one without a length (411) or one that is too large (413)."""
    if isinstance(exception, DisallowedHost):
        return render(request, "errors/wrong_host.html", status=status)
    megabytes = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1_000_000
    page = {"is_too_large": status == 413, "megabytes": megabytes}
    return render(request, "errors/bad_request.html", page, status=status)


def refused(request: HttpRequest, why: Exception) -> HttpResponse:
    """Return the page for a refused action, with the reason from the rule (409)."""
    return render(request, "errors/refused.html", {"why": why}, status=409)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for an unknown address (404). It reveals nothing about the site's contents."""
    return render(request, "errors/not_found.html", status=404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the page for a form without a valid CSRF token (403)."""
    return render(request, "errors/csrf_failure.html", status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the page for an error in the app (500). It uses neither the request nor the database.

    If the database does not respond or cannot save, return 503 instead, because the problem may pass in a minute.
    """
    fault = sys.exc_info()[1]
    page = {"site_name": last_known()}
    if not isinstance(fault, OperationalError | InterfaceError):
        return HttpResponse(render_to_string("errors/server_error.html", page), status=500)
    text = render_to_string("errors/server_error.html", page | {"is_unavailable": True, "is_full": is_full(fault)})
    return HttpResponse(text, status=503, headers={"Retry-After": "60", "Cache-Control": "no-store"})


def is_full(fault: Exception) -> bool:
    """Return True if the database error means that its disk is full."""
    return "is full" in str(fault) or "No space left" in str(fault)
