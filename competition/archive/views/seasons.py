"""Cached facts about each competition, for pages about many competitions. Each worker has its own cache."""

from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from functools import partial, wraps
from typing import Generic, NamedTuple, TypeVar

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from competition.accounts.access import View
from competition.archive.presenters.season import ArchivedSeason
from competition.draw.queries import competitions
from competition.draw.queries.draw import PublishedDraw
from competition.web import cached_page
from competition.web.cached_page import Made, Version, cached, preview

T = TypeVar("T")
Seasons = list[tuple[ArchivedSeason, T]]
WorkOut = Callable[[Collection[PublishedDraw]], Iterable[tuple[ArchivedSeason, T]]]


class CachedSeason(NamedTuple, Generic[T]):
    """The facts about one competition, with the version from which they were calculated."""

    version: Version
    season: ArchivedSeason
    value: T

    def holds(self, version: Version, now: datetime) -> bool:
        """Return True if the facts are still valid for this version at this time."""
        return self.version.holds(version) and now < self.season.fresh_until


def season_page(versions: Callable[[], tuple[Version, ...]], work_out: WorkOut[T]) -> Callable[[View], View]:
    """Return a decorator that turns a page about all competitions into a cached view.

    The cache expires when a competition changes or the day ends. The page gets the seasons, its link preview and the
    arguments from the URL.
    """

    def decorate(page: View) -> View:
        @wraps(page)
        def respond(request: HttpRequest, **rest: str) -> HttpResponse:
            address = request.build_absolute_uri(request.path)
            current_versions = versions()

            def make() -> Made:
                archived = seasons(current_versions, work_out)
                return fresh_until(archived), page(archived, preview(address), **rest)

            return cached(request, address, current_versions, make)

        return respond

    return decorate


def fresh_until(seasons: Seasons[T]) -> datetime:
    """Return the time when a page about these seasons expires if nothing changes."""
    return min([cached_page.day_ends(timezone.now()), *(season.fresh_until for season, _ in seasons)])


def seasons(versions: Collection[Version], work_out: WorkOut[T]) -> Seasons[T]:
    """Return the facts about these competitions, latest season first. Only changed and expired ones are read again."""
    newest = {version.competition: version for version in versions}
    copies = caches["seasons"]
    now = timezone.now()
    names = {key: f"{work_out.__name__}-{key}" for key in newest}
    cached_seasons: dict[int, CachedSeason[T] | None] = {key: copies.get(name) for key, name in names.items()}
    parts = {key: part for key, part in cached_seasons.items() if part and part.holds(newest[key], now)}
    if stale := newest.keys() - parts.keys():
        for key, (season, value) in competitions.all_but_broken(stale, partial(_read, work_out)).items():
            parts[key] = CachedSeason(newest[key], season, value)
            copies.set(names[key], parts[key])
    return [(part.season, part.value) for _, part in sorted(parts.items(), key=_sort_key)]


def _sort_key(part: tuple[int, CachedSeason]) -> tuple:
    """Return a competition's sort key for lists. It does not depend on anything that a worker has cached."""
    key, (_, season, _) = part
    return -season.year, -season.over_two_years, season.name, season.region, key


def _read(work_out: WorkOut[T], keys: Collection[int]) -> dict[int, tuple[ArchivedSeason, T]]:
    draws = [draw.for_spectators() for draw in competitions.competitions(keys)]
    return {draw.competition.pk: value for draw, value in zip(draws, work_out(draws), strict=True)}


def counted(seasons: Seasons[T]) -> Seasons[T]:
    """Return the seasons with a draw or past seasons. Demo seasons are omitted unless there are no others."""
    drawn = [(season, value) for season, value in seasons if season.rounds or season.past]
    return [(season, value) for season, value in drawn if not season.is_demo] or drawn
