"""What is worked out of each competition for pages about many, kept by each worker until that competition changes."""

from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from functools import partial, wraps
from typing import Generic, NamedTuple, TypeVar

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from competition.archive.formats.season import Season
from competition.contest.queries import Versions
from competition.knockout.queries import competitions
from competition.knockout.queries.competitions import Entries
from competition.knockout.queries.draw import PublishedDraw
from competition.pages import cached_page
from competition.pages.cached_page import Made, Version, cached, preview
from competition.signing_in.doors import View

T = TypeVar("T")
Seasons = list[tuple[Season, T]]
WorkOut = Callable[[Collection[PublishedDraw | Entries]], Iterable[tuple[Season, T]]]


class Part(NamedTuple, Generic[T]):
    """What was worked out of one competition, and from which version of it."""

    version: int
    season: Season
    value: T

    def holds(self, version: int, now: datetime) -> bool:
        """Whether it is still what would be worked out from this version."""
        return self.version == version and now < self.season.fresh_until


def season_page(versions: Callable[[], Versions], work_out: WorkOut[T]) -> Callable[[View], View]:
    """Turn a page about all competitions into a view that keeps its answers until one of them changes or the day ends.

    The page is given the seasons, what it says of itself where its address is shared, and what the address names.
    """

    def keep(page: View) -> View:
        @wraps(page)
        def answer(request: HttpRequest, **rest: str) -> HttpResponse:
            address, known = request.build_absolute_uri(request.path), versions()

            def make() -> Made:
                found = seasons(known, work_out)
                return fresh_until(found), page(found, preview(address), **rest)

            return cached(request, address, Version(known), make)

        return answer

    return keep


def fresh_until(seasons: Seasons[T]) -> datetime:
    """Return when time alone will change a page about these seasons."""
    return min([cached_page.day_ends(timezone.now()), *(season.fresh_until for season, _ in seasons)])


def seasons(versions: Versions, work_out: WorkOut[T]) -> Seasons[T]:
    """What is worked out of the competitions of these keys and versions, the latest season first.

    Only those are read again that have changed, or that time alone has made stale.
    """
    wanted, copies, now = dict(versions), caches["seasons"], timezone.now()
    names = {key: f"{work_out.__name__}-{key}" for key in wanted}
    kept: dict[int, Part[T] | None] = {key: copies.get(name) for key, name in names.items()}
    parts = {key: part for key, part in kept.items() if part and part.holds(wanted[key], now)}
    if stale := wanted.keys() - parts.keys():
        for key, (season, value) in competitions.all_but_broken(stale, partial(_read, work_out)).items():
            parts[key] = Part(wanted[key], season, value)
            copies.set(names[key], parts[key])
    in_order = sorted(
        parts.values(), key=lambda part: (-part.season.year, -part.season.over_two_years, part.season.name)
    )
    return [(part.season, part.value) for part in in_order]


def _read(work_out: WorkOut[T], keys: Collection[int]) -> dict[int, tuple[Season, T]]:
    draws = competitions.competitions(keys)
    return {one.competition.pk: found for one, found in zip(draws, work_out(draws), strict=True)}


def counted(seasons: Seasons[T]) -> Seasons[T]:
    """The seasons that have a draw, a demo's left out unless there is nothing else."""
    drawn = [(season, value) for season, value in seasons if season.rounds]
    return [(season, value) for season, value in drawn if not season.is_demo] or drawn
