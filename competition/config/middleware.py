"""What holds for every request and answer: how much may be sent, the security headers, refusals."""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from competition.pages.errors import bad_request, refused
from competition.pages.rules import FIGURES
from scoring.rules.refusal import Refused

# Files and frames that pages of other sites may use. What belongs to one pair or organiser is not among them.
_SHARED = re.compile(
    r"/(?!p/|play/|pads/|desk/).*(?:/embed/|\.(?:atom|csv|ics|json|pbn|png|svg|txt|xml))|/favicon\.ico"
)
HEALTH_CHECK = "/healthz"


def health_check(get_response: Callable[[HttpRequest], HttpResponse]):
    """Return a middleware that lets a health check name any host, or none. ALLOWED_HOSTS guards all other addresses."""

    def respond(request: HttpRequest) -> HttpResponse:
        if request.path_info == HEALTH_CHECK:
            request.META["HTTP_HOST"] = settings.ALLOWED_HOSTS[0].lstrip(".")
        return get_response(request)

    return respond


def security_headers(get_response: Callable[[HttpRequest], HttpResponse]):
    """Return a middleware that adds the site's security headers to every answer, static files included."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # Until Django's own policy (6.0) can be used.
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        origin = "cross-origin" if _SHARED.fullmatch(request.path) else "same-origin"
        response.headers.setdefault("Cross-Origin-Resource-Policy", origin)
        return response

    return respond


def body_limit(get_response: Callable[[HttpRequest], HttpResponse]):
    """Return a middleware that turns away what is too large, or does not say how large it is, before it is read.

    A proxy does not pass on a body over the limit. It sends its size in X-Original-Content-Length.
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
    """A middleware that says why something cannot be done where the page itself did not come to it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._respond = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The page's own answer."""
        return self._respond(request)

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """The answer in place of a refusal that no page has taken."""
        return refused(request, fault) if isinstance(fault, Refused) else None
