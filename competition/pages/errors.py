"""The pages for what cannot be taken or done, an address that is not there, a form gone stale and a fault of ours."""

import sys
from typing import TypeVar

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from competition.pages.site_name import last_known

T = TypeVar("T")


def or_404(found: T | None) -> T:
    """What was looked for; 404 where there is none."""
    if found is None:
        raise Http404
    return found


def bad_request(request: HttpRequest, exception: Exception | None = None, *, status: int = 400) -> HttpResponse:
    """Say that what was sent is too much (413), or not what was asked for (400, or 411 of an unknown length)."""
    if isinstance(exception, DisallowedHost):
        return render(request, "errors/wrong_host.html", status=status)
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    return render(request, "errors/bad_request.html", {"is_too_large": status == 413, "most": most}, status=status)


def refused(request: HttpRequest, why: Exception) -> HttpResponse:
    """Say in the words of a rule why something cannot be done (409)."""
    return render(request, "errors/refused.html", {"why": why}, status=409)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that nothing is here, and no more: a stranger learns nothing from it (404)."""
    return render(request, "errors/not_found.html", status=404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that a form was not taken because it could not be tied to its sender (403)."""
    return render(request, "errors/csrf_failure.html", status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    """Say that the fault is ours; leans on neither the request nor the database (500).

    If the database does not answer or cannot save, say so: it may in a minute (503).
    """
    fault, page = sys.exc_info()[1], {"site_name": last_known()}
    if not isinstance(fault, OperationalError | InterfaceError):
        return HttpResponse(render_to_string("errors/server_error.html", page), status=500)
    text = render_to_string("errors/server_error.html", page | {"is_unavailable": True, "is_full": is_full(fault)})
    return HttpResponse(text, status=503, headers={"Retry-After": "60", "Cache-Control": "no-store"})


def is_full(fault: Exception) -> bool:
    """Return True if the database says that its disk is full."""
    return "is full" in str(fault) or "No space left" in str(fault)
