"""Django's sessions, but only signing out deletes their cookie."""

from django.conf import settings
from django.contrib.sessions.middleware import SessionMiddleware as DjangoMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers


class SessionMiddleware(DjangoMiddleware):
    """Leaves alone the cookie of a session that has ended.

    Django deletes it. On a slow line the answer to a request that left before somebody signed in arrives after they
    have, and would delete the cookie they have just been given.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Open the session of the cookie, if that can be the key of one: PostgreSQL takes no zero byte in a text."""
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        request.session = self.SessionStore(key if key.isascii() and key.isalnum() else None)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Store the session, and set its cookie where it has changed."""
        if not request.session.is_empty():
            return super().process_response(request, response)
        if request.session.accessed:
            patch_vary_headers(response, ("Cookie",))
        return response
