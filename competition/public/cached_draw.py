"""Decorators for caching the pages of a published draw. Each worker has its own cache."""

import re
from collections.abc import Callable, Collection, Mapping
from functools import cache, partial, wraps
from types import MappingProxyType
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from competition.accounts.access import View
from competition.contest.queries import read_version, versions_without_deals
from competition.draw.queries import competitions
from competition.draw.queries.draw import PublishedDraw, get_draw, last_change
from competition.draw.queries.polling import polling_value
from competition.draw.rules.result import Stage
from competition.public.presenters import tree
from competition.public.queries import season_days
from competition.web.cached_page import (
    Made,
    Version,
    cached,
    chosen,
    day_ends,
    is_kept,
    made_just_now,
    numbers,
    send_copy,
)
from competition.web.errors import or_404

# A competition's primary key, its version, and the Unix time until which the draw is current.
_SHOWN = re.compile(r"(\d{1,12})-(\d{1,12})-(\d{1,12})", re.ASCII)


def cached_draw_page(
    *parameters: str,
    before: View | None = None,
    addressed: bool = False,
    **choices: Collection[str],
) -> Callable[[View], View]:
    """Return a decorator that turns a page of a published draw into a cached view.

    The page function gets the draw, the valid query parameters among `parameters` (`round`, `pair`, `section`, `lot`,
    `day`) and the valid values from `choices`. It never gets the request, so every reader sees the same page. `before`
    is the page before publication. It gets a draw without rounds. Without `before`, the view raises Http404 until
    publication. If `addressed` is True, the page function also gets `address`, the full URL of the draw page.
    """

    def decorate(page: View) -> View:
        respond_at = _cached_view(page, parameters, before, addressed, choices)

        @wraps(page)
        def respond(request: HttpRequest, competition: str, **rest) -> HttpResponse:
            return respond_at(request, competition, version_of(competition), **rest)

        return respond

    return decorate


def polled_draw_page(*parameters: str) -> Callable[[View], View]:
    """Return a decorator that turns a polled part of a published draw into a cached view.

    `?shown=` is the value of `shown_value` on the page. While the version is current, the response is 204. A response
    cached less than a second ago is sent without a query, unless it is older than the version on the page.
    """

    def decorate(page: View) -> View:
        respond_at = _cached_view(page, parameters)

        @wraps(page)
        def respond(request: HttpRequest, competition: str) -> HttpResponse:
            stamp = _shown_version(request)
            copy = made_just_now(request, _cache_key(request, numbers(request, parameters)))
            if copy and stamp and stamp[0] == copy.version[0] and stamp <= copy.version[:2]:
                return send_copy(request, copy) if copy.version[:2] > stamp else HttpResponse(status=204)
            version = version_of(competition)
            return HttpResponse(status=204) if version[:2] == stamp else respond_at(request, competition, version)

        return respond

    return decorate


def cached_match_page(*, with_news: bool = False, byes: bool = True) -> Callable[[View], View]:
    """Return a decorator that turns a page about one match into a cached view.

    Changes in other matches do not clear its cache. The page function gets the draw, the match and the full URL of the
    draw page. The view raises Http404 if the match does not exist. If `with_news` is True, the page also shows the
    time of the latest change in the match. If `byes` is False, the view redirects from a bye to the page of its pair.
    The page of a match that has not begun shows results of other matches and seasons, so it expires after a change to
    any fact.
    """

    def decorate(page: View) -> View:
        @wraps(page)
        def respond(request: HttpRequest, competition: str, code: str) -> HttpResponse:
            drawn = get_draw(competition, match=code)
            if drawn is None or code not in drawn.matches:
                raise Http404
            draw = drawn.for_spectators()
            state = draw.matches[code]
            address = request.build_absolute_uri(reverse("public:draw", args=[competition]))
            if state.stage is Stage.BYE and not byes:
                return redirect("public:pair", competition, state.pairs[0].number)
            news = last_change(draw, code) if with_news else None

            def make() -> Made:
                return draw.fresh_until if state.is_to_come else day_ends(draw.now), page(draw, state, address)

            others = versions_without_deals() if state.is_to_come else ()
            version = (polling_value(draw, code), news and news.pk, others)
            return cached(request, f"{request.path} {address}", version, make)

        return respond

    return decorate


def _cached_view(
    page: View,
    parameters: tuple[str, ...],
    before: View | None = None,
    addressed: bool = False,
    choices: Mapping[str, Collection[str]] = MappingProxyType({}),
) -> View:
    """Return a cached view that takes the version of the competition as an argument."""

    def respond(request: HttpRequest, competition: str, version: Version, **rest) -> HttpResponse:
        number_values = numbers(request, parameters)
        arguments = dict[str, Any](chosen(request, choices))
        site = f"{request.scheme}://{request.get_host()}" if addressed else ""
        read = cache(partial(competitions.competition, competition, version))
        if number_values and not is_kept(f"{site}{_cache_key(request, arguments | number_values)}", version):
            number_values = _valid_numbers(read(), number_values)

        def make() -> Made:
            draw = read()
            show = page if draw and draw.rounds else before
            if draw is None or show is None:
                raise Http404
            if addressed:
                arguments["address"] = f"{site}{reverse('public:draw', args=[competition])}"
            return draw.fresh_until, show(draw.for_spectators(), **rest, **arguments, **number_values)

        return cached(request, f"{site}{_cache_key(request, arguments | number_values)}", version, make)

    return respond


def _cache_key(request: HttpRequest, arguments: dict[str, Any]) -> str:
    return f"{request.path} {arguments}"


def shown_value(draw: PublishedDraw) -> str:
    """Return the value of `?shown=` for a page of this draw."""
    return f"{draw.competition.pk}-{draw.version}-{int(draw.fresh_until.timestamp())}"


def _shown_version(request: HttpRequest) -> tuple[int, int] | None:
    """Return the primary key and the version of the draw on the page. None if they are missing or out of date."""
    parts = _SHOWN.fullmatch(request.GET.get("shown", ""))
    return (int(parts[1]), int(parts[2])) if parts and int(parts[3]) > timezone.now().timestamp() else None


def _valid_numbers(draw: PublishedDraw | None, values: dict[str, int]) -> dict[str, int]:
    """Return the numbers of an existing round, pair, section or earlier day.

    A lot number above the last lot becomes the last lot. Other invalid numbers are dropped, so all meaningless URLs
    share one cached page.
    """
    if draw is None or not draw.rounds:
        return {}
    drawn = sum(place.pair is not None for place in draw.places)
    lots = range(drawn + 1)
    valid: dict[str, Collection[int]] = {
        "round": range(1, len(draw.rounds) + 1),
        "pair": draw.main_pairs,
        "section": tree.section_numbers(draw),
        "lot": lots,
        "day": range(1, season_days(draw)),
    }
    corrected = values | ({"lot": min(values["lot"], lots[-1])} if "lot" in values else {})
    return {name: number for name, number in corrected.items() if number in valid[name]}


def version_of(competition: str) -> Version:
    """Return the version of the competition with this slug. Raises Http404 if there is none."""
    return or_404(read_version(competition))
