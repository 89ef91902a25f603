"""The content security policy, until Django's own middleware (6.0) can be used."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse


def content_security_policy(get_response: Callable[[HttpRequest], HttpResponse]):
    """Return a middleware that sends the site's policy with every answer."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        return response

    return respond
