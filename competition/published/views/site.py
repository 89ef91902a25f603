"""What browsers and whoever watches the server ask of the site itself."""

import logging
from collections.abc import Iterator

from django.db import Error, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from competition.archive.formats.season import Season
from competition.archive.views.players import with_everybody
from competition.archive.views.seasons import seasons
from competition.contest.queries import structures
from competition.pages.cached_page import Made, Version, cached, day_ends
from competition.signing_in.doors import public

_logger = logging.getLogger(__name__)
_OF_THE_SITE = ("public:home", "public:archive", "public:players", "pads:home", "tables:calculator")
_OF_A_DRAW = ("public:matches", "public:conditions", "public:record")
_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
# Pages of one pair or one organiser, by the beginning of their addresses.
_PRIVATE = ("/p/", "/play/", "/desk/")


@public
def healthz(request: HttpRequest) -> HttpResponse:
    """Say "ok" if the database answers and has its tables, and nothing more (503 otherwise)."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")
            answers = cursor.fetchone() is not None
    except Error as error:
        _logger.warning("The health check failed: %s", str(error).partition("\n")[0])
        answers = False
    text, status = ("ok", 200) if answers else ("The database does not answer.", 503)
    return HttpResponse(text, status=status, content_type="text/plain", headers={"Cache-Control": "no-store"})


@public
def favicon(request: HttpRequest) -> HttpResponse:
    """The way to the site's sign, for browsers that open a picture or a feed, which can name none itself."""
    return redirect(static("favicon.svg"))


@public
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines are asked to leave alone, and where the list of the rest is."""
    lines = ["User-agent: *", *(f"Disallow: {beginning}" for beginning in _PRIVATE)]
    lines.append(f"Sitemap: {request.build_absolute_uri(reverse('public:sitemap'))}")
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


@public
def sitemap(request: HttpRequest) -> HttpResponse:
    """Every page for everybody: of the site, of each competition, and of each of its matches."""
    site, versions = request.build_absolute_uri("/"), structures()

    def make() -> Made:
        addresses = _addresses([season for season, _ in seasons(versions, with_everybody)])
        places = "".join(f"<url><loc>{escape(site.rstrip('/') + address)}</loc></url>\n" for address in addresses)
        listed = f'<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="{_SITEMAP}">\n{places}</urlset>\n'
        return day_ends(timezone.now()), HttpResponse(listed, content_type="application/xml")

    return cached(request, f"{site}sitemap.xml", Version(versions), make)


def _addresses(found: list[Season]) -> Iterator[str]:
    yield from map(reverse, _OF_THE_SITE)
    for season in found:
        yield reverse("public:draw", args=[season.slug])
        if season.rounds:
            yield from (reverse(name, args=[season.slug]) for name in _OF_A_DRAW)
            yield from (reverse("public:match", args=[season.slug, match.code]) for match in season.matches)
