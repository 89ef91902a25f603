"""Middleware for every request and response: size limits, security headers and refusals."""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from competition.web.errors import bad_request, refused
from competition.web.rules import FIGURES
from scoring.rules.refusal import Refused

# Files and frames that pages on other sites may use. Files for one pair or one organiser are excluded.
_SHARED = re.compile(
    r"/(?!p/|play/|pads/|desk/).*(?:/embed/|\.(?:atom|csv|ics|json|pbn|png|svg|txt|xml))|/favicon\.ico"
)
HEALTH_CHECK = "/healthz"


def health_check(get_response: Callable[[HttpRequest], HttpResponse]):
    """Return middleware that allows a health check with any host name. ALLOWED_HOSTS applies to all other requests."""

    def respond(request: HttpRequest) -> HttpResponse:
        if request.path_info == HEALTH_CHECK:
            request.META["HTTP_HOST"] = settings.ALLOWED_HOSTS[0].lstrip(".")
        return get_response(request)

    return respond


def security_headers(get_response: Callable[[HttpRequest], HttpResponse]):
    """Return middleware that adds security headers to every response, including static files."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # Before version 6.0, Django does not set a content security policy.
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        origin = "cross-origin" if _SHARED.fullmatch(request.path) else "same-origin"
        response.headers.setdefault("Cross-Origin-Resource-Policy", origin)
        return response

    return respond


def body_limit(get_response: Callable[[HttpRequest], HttpResponse]):
    """Return middleware that rejects a request, without reading it, if its size is unknown or too large.

    A proxy that enforces the limit itself drops the body and sends its size in X-Original-Content-Length.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        lengths = [request.META.get(name) or "0" for name in ("CONTENT_LENGTH", "HTTP_X_ORIGINAL_CONTENT_LENGTH")]
        if "HTTP_TRANSFER_ENCODING" in request.META:
            return bad_request(request, status=411)
        if not all(length.isascii() and length.isdigit() for length in lengths):
            return bad_request(request)
        if any(len(length) > FIGURES or int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE for length in lengths):
            return bad_request(request, status=413)
        return get_response(request)

    return respond


class Refusals:
    """Middleware that shows an error page for a Refused error not caught by the view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._respond = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the view's response."""
        return self._respond(request)

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """Return the error page for a Refused error, or None for any other error."""
        return refused(request, fault) if isinstance(fault, Refused) else None
