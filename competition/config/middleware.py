"""What holds for every request and answer: how much may be sent, the content security policy, refusals."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from competition.pages.errors import bad_request, refused
from competition.pages.rules import FIGURES
from scoring.rules.refusal import Refused


def content_security_policy(get_response: Callable[[HttpRequest], HttpResponse]):
    """Return a middleware that sends the site's policy with every answer, until Django's own (6.0) can be used."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
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
