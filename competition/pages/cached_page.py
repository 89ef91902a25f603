"""Answers that are the same for everybody, made once for each change and kept by each worker.

What is asked for is part of a copy's name, its version is not: a newer copy takes the place of an older one.

A page that shows something live asks for it every four seconds, and says in `?shown=` what it shows, as it was told
with it. The answer is 204 while nothing else is to be shown. `X-Shown` on it says what to ask with from then on.
"""

import gzip
import hashlib
import re
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import urljoin

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import timezone
from django.utils.cache import get_conditional_response

from competition.pages.site_name import site_name
from competition.pictures.png import is_installed

_TAKES_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")
# For so long a page does though deals have been written since, and what pages ask for every four seconds does whatever
# has changed: together five.
MOMENT = timedelta(seconds=1)
Made = tuple[datetime, HttpResponse]


class Version(NamedTuple):
    """How often what a page shows has changed: in all, and but for deals, where that is counted."""

    number: Any
    structure: int | None = None


class CachedPage(NamedTuple):
    """An answer, the version it shows, since when, and when time alone makes it stale."""

    version: Version
    since: datetime
    fresh_until: datetime
    response: HttpResponse

    def holds(self, version: Version, now: datetime) -> bool:
        """Whether it may be given when that is the version: at once after anything but a deal it may not."""
        only_deals = version.structure is not None and version.structure == self.version.structure
        return now < self.fresh_until and (self.version == version or (only_deals and now < self.since + MOMENT))


def cached(request: HttpRequest, name: str, version: Version, make: Callable[[], Made]) -> HttpResponse:
    """The kept answer of this name and version, made if need be; 304 to a browser that has it."""
    packed, now = _packed(request), timezone.now()
    copy = _copy(name, version, packed)
    if copy is None:
        fresh_until, response = make()
        both = [CachedPage(version, now, fresh_until, answer) for answer in _both(response)]
        caches["pages"].set_many({_key(name, False): both[0], _key(name, True): both[1]})
        copy = both[packed]
    return given(request, copy)


def given(request: HttpRequest, copy: CachedPage) -> HttpResponse:
    """A kept answer as it is sent: 304 to a browser that has it."""
    return get_conditional_response(request, etag=copy.response["ETag"], response=copy.response) or copy.response


def made_just_now(request: HttpRequest, name: str) -> CachedPage | None:
    """The kept answer of this name if it was made a moment ago, whatever has changed since."""
    copy, now = _kept(name, _packed(request)), timezone.now()
    return copy if copy and now < min(copy.fresh_until, copy.since + MOMENT) else None


def is_kept(name: str, version: Version) -> bool:
    """Whether there is an answer of this name and version."""
    return _copy(name, version, packed=True) is not None


def _copy(name: str, version: Version, packed: bool) -> CachedPage | None:
    copy = _kept(name, packed)
    return copy if copy and copy.holds(version, timezone.now()) else None


def _kept(name: str, packed: bool) -> CachedPage | None:
    return caches["pages"].get(_key(name, packed))


def _packed(request: HttpRequest) -> bool:
    return bool(_TAKES_GZIP.search(request.headers.get("Accept-Encoding", "")))


def _key(name: str, packed: bool) -> str:
    return f"{hashlib.sha256(f'{site_name()} {name}'.encode()).hexdigest()}-{packed}"


def _both(response: HttpResponse) -> tuple[HttpResponse, HttpResponse]:
    """The answer as it is and packed, each ready to be sent; nothing secret is in it that its length could tell."""
    response.setdefault("ETag", f'W/"{hashlib.sha256(response.content).hexdigest()[:16]}"')
    response["Cache-Control"], response["Vary"] = "no-cache", "Accept-Encoding"
    headers = {**response.headers, "Content-Encoding": "gzip"}
    return response, HttpResponse(gzip.compress(response.content, 6, mtime=0), headers=headers)


def numbers(request: HttpRequest, names: tuple[str, ...]) -> dict[str, int]:
    """The query parameters of these names that are whole numbers of up to three digits."""
    given = {name: request.GET.get(name, "") for name in names}
    return {name: int(text) for name, text in given.items() if text.isascii() and text.isdigit() and len(text) <= 3}


def chosen(request: HttpRequest, choices: Mapping[str, Collection[str]]) -> dict[str, str]:
    """The query parameters of these names that are among the words each may be."""
    return {name: request.GET[name] for name, words in choices.items() if request.GET.get(name) in words}


def looked_for(request: HttpRequest) -> str:
    """The words of `?find=`, as many as fit in 80 letters; empty where nothing is looked for."""
    return " ".join(request.GET.get("find", "")[:80].split())


def preview(address: str, picture: str = "", told: str = "") -> dict:
    """What a page says of itself where its address is shared: the address in full, and a picture with what it tells.

    Without a picture of its own, or where none can be drawn, it is that of the site.
    """
    if picture and is_installed():
        return {"address": address, "image": picture, "image_told": told}
    return {"address": address, "image": urljoin(address, static("preview.png"))}


def own_preview(request: HttpRequest) -> dict:
    """The same of the page that was asked for."""
    return preview(request.build_absolute_uri(request.path))


def page(template: str, **context) -> HttpResponse:
    """A page made without the request, so that it can hold nothing of whoever asks."""
    return HttpResponse(render_to_string(template, context))


def day_begins(now: datetime) -> datetime:
    """When the day of this moment began where the competitions are played."""
    return timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)


def day_ends(now: datetime) -> datetime:
    """When it ends."""
    return day_begins(now) + timedelta(days=1)
