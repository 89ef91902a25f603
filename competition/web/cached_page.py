"""Cached responses that are the same for every reader. Each worker has its own cache.

The cache key contains the request parameters and not the version, so a newer response replaces an older one.

A live page asks for updates every four seconds. Its `?shown=` parameter is the version on the page. The response is
204 if nothing has changed.
"""

import gzip
import hashlib
import re
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple, Self
from urllib.parse import urljoin

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import timezone
from django.utils.cache import get_conditional_response

from competition.web.png import is_installed
from competition.web.site_name import read_site_name

_TAKES_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")
# Maximum age of a page if only deals have changed, and of every live update. A live page asks every four seconds, so a
# reader sees a change within five seconds.
MOMENT = timedelta(seconds=1)
Made = tuple[datetime, HttpResponse]


class Version(NamedTuple):
    """The version of a competition: its primary key and its two change counters.

    `version` counts all changes, and `facts_version` all changes except those to deals. If a competition is created at
    the address of a deleted one, it has another primary key, and so another version.
    """

    competition: int
    version: int
    facts_version: int

    @property
    def without_deals(self) -> Self:
        """The version of a page that shows no deals."""
        return self._replace(version=0)

    def holds(self, other: "Version") -> bool:
        """Return True if values for this version are valid for the wanted version, which may leave out deals."""
        return other in (self, self.without_deals)


# The version of a page about one competition, several competitions, or part of one.
PageVersion = Version | tuple[Any, ...]


class CachedPage(NamedTuple):
    """A cached response with its version, its time and its expiry time."""

    version: PageVersion
    since: datetime
    fresh_until: datetime
    response: HttpResponse

    def holds(self, version: PageVersion, now: datetime) -> bool:
        """Return True if the response may be served for this version.

        If only deals have changed, it may be up to one second out of date. A response with a future time was made
        before the clock was set back.
        """
        if not self.since <= now < self.fresh_until:
            return False
        return self.version == version or (now < self.since + MOMENT and self._differs_by_deals(version))

    def _differs_by_deals(self, version: PageVersion) -> bool:
        if isinstance(version, Version) and isinstance(self.version, Version):
            return version.without_deals == self.version.without_deals
        return False


def cached(request: HttpRequest, name: str, version: PageVersion, make: Callable[[], Made]) -> HttpResponse:
    """Return the cached response with this name and version, creating it if necessary.

    Return 304 if the browser already has the response.
    """
    packed = accepts_gzip(request)
    now = timezone.now()
    copy = _find_copy(name, version, packed)
    if copy is None:
        fresh_until, response = make()
        both = [CachedPage(version, now, fresh_until, answer) for answer in _compress(response)]
        caches["pages"].set_many({_make_key(name, False): both[0], _make_key(name, True): both[1]})
        copy = both[packed]
    return send_copy(request, copy)


def send_copy(request: HttpRequest, copy: CachedPage) -> HttpResponse:
    """Return a cached response, or 304 if the browser already has it."""
    return get_conditional_response(request, etag=copy.response["ETag"], response=copy.response) or copy.response


def made_just_now(request: HttpRequest, name: str) -> CachedPage | None:
    """Return the cached response with this name if it is less than a second old, or None.

    Changes since then do not matter.
    """
    copy = _read_cache(name, accepts_gzip(request))
    now = timezone.now()
    return copy if copy and copy.since <= now < min(copy.fresh_until, copy.since + MOMENT) else None


def is_kept(name: str, version: PageVersion) -> bool:
    """Return True if there is a cached response with this name and version."""
    return _find_copy(name, version, packed=True) is not None


def _find_copy(name: str, version: PageVersion, packed: bool) -> CachedPage | None:
    copy = _read_cache(name, packed)
    return copy if copy and copy.holds(version, timezone.now()) else None


def _read_cache(name: str, packed: bool) -> CachedPage | None:
    return caches["pages"].get(_make_key(name, packed))


def accepts_gzip(request: HttpRequest) -> bool:
    """Return True if the browser accepts a compressed response."""
    return bool(_TAKES_GZIP.search(request.headers.get("Accept-Encoding", "")))


def _make_key(name: str, packed: bool) -> str:
    return f"{hashlib.sha256(f'{read_site_name()} {name}'.encode()).hexdigest()}-{packed}"


def _compress(response: HttpResponse) -> tuple[HttpResponse, HttpResponse]:
    """Return the response both uncompressed and compressed.

    It contains no secret, so its compressed length cannot reveal one.
    """
    response.setdefault("ETag", f'W/"{hashlib.sha256(response.content).hexdigest()[:16]}"')
    response["Cache-Control"], response["Vary"] = "no-cache", "Accept-Encoding"
    headers = {**response.headers, "Content-Encoding": "gzip"}
    return response, HttpResponse(gzip.compress(response.content, 6, mtime=0), headers=headers)


def numbers(request: HttpRequest, names: tuple[str, ...]) -> dict[str, int]:
    """Return the query parameters with these names that are whole numbers of up to three digits."""
    texts = {name: request.GET.get(name, "") for name in names}
    return {name: int(text) for name, text in texts.items() if text.isascii() and text.isdigit() and len(text) <= 3}


def chosen(request: HttpRequest, choices: Mapping[str, Collection[str]]) -> dict[str, str]:
    """Return the query parameters with values among the choices for their names."""
    return {name: request.GET[name] for name, words in choices.items() if request.GET.get(name) in words}


def looked_for(request: HttpRequest) -> str:
    """Return the search words in `?find=`, shortened to 80 characters, or "" if there are none."""
    return " ".join(request.GET.get("find", "")[:80].split())


def preview(address: str, picture: str = "", description: str = "") -> dict:
    """Return the data for a link preview: the full address, and a picture with its description.

    If the page has no picture or pictures cannot be drawn, use the site's picture.
    """
    if picture and is_installed():
        return {"address": address, "image": picture, "image_told": description}
    return {"address": address, "image": urljoin(address, static("preview.png"))}


def own_preview(request: HttpRequest) -> dict:
    """Return the data for a link preview of the requested page."""
    return preview(request.build_absolute_uri(request.path))


def page(template: str, **context) -> HttpResponse:
    """Return a page rendered without the request, so that it cannot contain anything about the reader."""
    return HttpResponse(render_to_string(template, context))


def day_begins(now: datetime) -> datetime:
    """Return the start of this time's day in local time."""
    return timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)


def day_ends(now: datetime) -> datetime:
    """Return the end of this time's day in local time."""
    return day_begins(now) + timedelta(days=1)
