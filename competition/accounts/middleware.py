"""Session middleware that deletes the session cookie only when the organiser signs out."""

from django.conf import settings
from django.contrib.sessions.middleware import SessionMiddleware as DjangoMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from competition.accounts.actions import renew_session


class SessionMiddleware(DjangoMiddleware):
    """Session middleware that keeps the cookie of an expired session.

    On a slow line, the response to an earlier request may arrive after the organiser has signed in. Django's middleware
    would then delete the new cookie.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Load the session from the cookie.

        Ignore a key with characters that PostgreSQL rejects, such as a zero byte.
        """
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        request.session = self.SessionStore(key if key.isascii() and key.isalnum() else None)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Save the session, and set its cookie if it has changed."""
        if request.session.accessed:
            renew_session(request)
        if not request.session.is_empty():
            return super().process_response(request, response)
        if request.session.accessed:
            patch_vary_headers(response, ("Cookie",))
        return response
