"""Views about the site itself, for browsers, search engines and monitoring."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from competition.accounts.access import public
from competition.archive.presenters.season import ArchivedSeason
from competition.archive.views.players import with_everybody
from competition.archive.views.seasons import seasons
from competition.contest.queries import versions_without_deals
from competition.public.queries import can_read, can_write, email_waits_since, last_backup, last_changes
from competition.public.rules.guide import BOOKS, places
from competition.web.cached_page import Made, cached, day_ends
from competition.web.site_name import read_site_name
from competition.web.version import app_version
from scoring.rules.words import quantity

_OF_SEASONS = ("public:home", "public:archive", "public:players")
_OF_THE_SITE = ("pads:home", "tables:calculator", "guide:home")
_OF_A_DRAW = ("public:matches", "public:conditions", "public:record")
_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
# URL prefixes of private pages for pairs and organisers.
_PRIVATE = ("/p/", "/play/", "/desk/")
# RFC 9116 recommends an expiry date less than a year ahead.
_CONTACT_HOLDS = timedelta(days=180)

_MANIFEST = {
    "description": "Knockout competitions of rubber bridge.",
    "lang": "en-GB",
    "id": "/",
    "start_url": "/play/",
    "scope": "/",
    "display": "minimal-ui",
    "background_color": "#f7f1e3",
    "theme_color": "#f7f1e3",
    "shortcuts": [{"name": "Competitions", "url": "/"}],
}
_ICONS = (
    {"src": "favicon.svg", "type": "image/svg+xml", "sizes": "any"},
    {"src": "icons/192.png", "type": "image/png", "sizes": "192x192"},
    {"src": "icons/512.png", "type": "image/png", "sizes": "512x512"},
    {"src": "icons/maskable.png", "type": "image/png", "sizes": "512x512", "purpose": "maskable"},
)
# A home screen shortens a longer name.
_SHORT = 12


@public
def healthz(request: HttpRequest) -> HttpResponse:
    """Return "ok" and the health of the site, or a fault with status 503.

    `?ready` checks only that pages can be read.
    """
    lines = ["ok"]
    if not can_read():
        lines = ["The database is not responding."]
    elif "ready" not in request.GET:
        lines = _report_health()
    status = 200 if lines[0] == "ok" else 503
    text = "\n".join(lines)
    return HttpResponse(text, status=status, content_type="text/plain", headers={"Cache-Control": "no-store"})


def _report_health() -> list[str]:
    is_writing = can_write()
    since, backup = email_waits_since(), last_backup()
    hours = int((timezone.now() - backup).total_seconds() // 3600) if backup else 0
    return [
        "ok" if is_writing else "The database cannot be written to.",
        "reading: ok",
        f"writing: {'ok' if is_writing else 'failed'}",
        f"email waiting since: {since.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if since else "email waiting: none",
        f"last backup: {quantity(hours, 'hour')} ago" if backup else "last backup: none",
        f"version: {app_version()}",
    ]


@public
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the site's icon. Browsers request this URL when they open a picture or a feed."""
    return redirect(static("favicon.svg"))


@public
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest, for adding the site to a home screen."""
    name = read_site_name()
    icons = [{**icon, "src": static(icon["src"])} for icon in _ICONS]
    values = {**_MANIFEST, "name": name, "short_name": name if len(name) <= _SHORT else "Knockout", "icons": icons}
    return JsonResponse(values, content_type="application/manifest+json", headers={"Cache-Control": "max-age=3600"})


@public
def robots(request: HttpRequest) -> HttpResponse:
    """Return the rules for search engines and the URL of the sitemap."""
    lines = ["User-agent: *", *(f"Disallow: {beginning}" for beginning in _PRIVATE)]
    lines.append(f"Sitemap: {request.build_absolute_uri(reverse('public:sitemap'))}")
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


@public
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return the contact for security reports (RFC 9116). Raises Http404 if the site has none."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    # The expiry date moves forward every day, so nobody needs to renew it.
    expires = day_ends(timezone.now()) + _CONTACT_HOLDS
    lines = [f"Contact: {contact}" for contact in settings.SECURITY_CONTACT]
    lines += [f"Expires: {expires.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}", "Preferred-Languages: en"]
    lines.append(f"Canonical: {request.build_absolute_uri(reverse('public:security-txt'))}")
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


@public
def change_password(request: HttpRequest) -> HttpResponse:
    """Redirect to the page for changing an organiser's password, for password managers."""
    return redirect("desk:password")


@public
def sitemap(request: HttpRequest) -> HttpResponse:
    """Return the sitemap: all public pages of the site, of each competition and of each match."""
    site = request.build_absolute_uri("/")
    versions = versions_without_deals()

    def make() -> Made:
        archived = [season for season, _ in seasons(versions, with_everybody)]
        places = "".join(_place(f"{site.rstrip('/')}{address}", at) for address, at in _addresses(archived))
        listed = f'<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="{_SITEMAP}">\n{places}</urlset>\n'
        return day_ends(timezone.now()), HttpResponse(listed, content_type="application/xml")

    return cached(request, f"{site}sitemap.xml", versions, make)


def _place(address: str, changed: datetime | None) -> str:
    """Return one sitemap entry, with the time of the last change as a W3C datetime if it is known."""
    at = f"<lastmod>{changed.astimezone(UTC).isoformat(timespec='seconds')}</lastmod>" if changed else ""
    return f"<url><loc>{escape(address)}</loc>{at}</url>\n"


def _addresses(archived: list[ArchivedSeason]) -> Iterator[tuple[str, datetime | None]]:
    """Yield all pages with the time of their last change. A change to a competition counts for all its matches."""
    changed = last_changes()
    of_season = {season.slug: _latest(changed[season.slug].values()) for season in archived}
    of_all = _latest(of_season.values())
    yield from ((reverse(name), of_all) for name in _OF_SEASONS)
    yield from ((reverse(name), None) for name in _OF_THE_SITE)
    yield from ((reverse("guide:book", args=[book]), None) for book in BOOKS)
    yield from ((reverse("guide:chapter", args=place.split("/")), None) for place in places())
    for season in archived:
        yield reverse("public:draw", args=[season.slug]), of_season[season.slug]
        if season.past or season.champion:
            yield reverse("public:honours", args=[season.slug]), of_season[season.slug]
        if season.rounds:
            yield from ((reverse(name, args=[season.slug]), of_season[season.slug]) for name in _OF_A_DRAW)
            here = changed[season.slug]
            for match in season.matches:
                address = reverse("public:match", args=[season.slug, match.code])
                yield address, _latest([here.get(""), here.get(match.code)])


def _latest(moments: Iterable[datetime | None]) -> datetime | None:
    return max((moment for moment in moments if moment), default=None)
