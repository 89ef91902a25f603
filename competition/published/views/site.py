"""What browsers and whoever watches the server ask of the site itself."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static

from competition.pages.doors import public


@public
def healthz(request: HttpRequest) -> HttpResponse:
    """Whether this worker answers and reaches the database, for whoever watches the server."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok", content_type="text/plain", headers={"Cache-Control": "no-store"})


@public
def favicon(request: HttpRequest) -> HttpResponse:
    """The way to the site's sign, for browsers that open a picture or a feed, which can name none itself."""
    return redirect(static("favicon.svg"))
