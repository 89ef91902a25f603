"""What is worked out of each competition for pages about many, kept by each worker until that competition changes."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple, TypeVar

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from competition.archive import queries as reads
from competition.archive.formats import records
from competition.archive.formats.records import Mark
from competition.archive.formats.season import FOR_EVER, Season, season
from competition.contest import queries as contest_queries
from competition.knockout.queries import competitions
from competition.pages import cached_page
from competition.pages.cached_page import Made, cached

T = TypeVar("T")
Seasons = dict[int, Season]
WorkedOut = dict[int, tuple[datetime, T]]


class Part(NamedTuple):
    """What was worked out of one competition, from which version of it, and when time alone makes it stale."""

    version: Hashable
    fresh_until: datetime
    value: object

    def holds(self, version: Hashable, now: datetime) -> bool:
        """Whether it is still what would be worked out from this version."""
        return self.version == version and now < self.fresh_until


def answer(request: HttpRequest, show: Callable[[Seasons], HttpResponse]) -> HttpResponse:
    """The answer of a page about all competitions, kept until one of them changes or the day ends."""
    versions = contest_queries.versions()

    def make() -> Made:
        found = seasons(versions)
        until = min([cached_page.day_ends(timezone.now()), *(season.fresh_until for season in found.values())])
        return until, show(found)

    return cached(request, request.path, versions, make)


def seasons(versions: Iterable[tuple[int, int]]) -> Seasons:
    """The competitions of these keys and versions, the latest season first; only what has changed is read again."""
    found = _kept("season", dict(versions), _seasons)
    return dict(sorted(found.items(), key=lambda item: (-item[1].year, item[1].name)))


def marks(seasons: Seasons) -> list[tuple[Season, Mark]]:
    """What these seasons have to set against the records; deals are read only where another sheet is official."""
    sheets = {key: tuple(sheet for _, sheet in season.from_sheets) for key, season in seasons.items()}
    found = _kept("marks", sheets, lambda keys: _marks({key: seasons[key] for key in keys}))
    standing = {key: [*records.of_totals(season), *found.get(key, [])] for key, season in seasons.items()}
    return [(seasons[key], mark) for key, its in standing.items() for mark in its]


def _kept(
    name: str, versions: Mapping[int, Hashable], work_out: Callable[[Collection[int]], WorkedOut[T]]
) -> dict[int, T]:
    copies, now = caches["seasons"], timezone.now()
    found = {key: copies.get(f"{name}-{key}") for key in versions}
    parts = {key: part for key, part in found.items() if part and part.holds(versions[key], now)}
    if stale := versions.keys() - parts.keys():
        for key, (fresh_until, value) in competitions.all_but_broken(stale, work_out).items():
            parts[key] = Part(versions[key], fresh_until, value)
            copies.set(f"{name}-{key}", parts[key])
    return {key: part.value for key, part in parts.items()}


def _seasons(keys: Collection[int]) -> WorkedOut[Season]:
    moves = reads.moves(keys)
    found = {
        snapshot.competition.pk: season(snapshot, moves.get(snapshot.competition.pk, {}))
        for snapshot in competitions.competitions(keys)
    }
    return {key: (kept.fresh_until, kept) for key, kept in found.items()}


def _marks(seasons: Seasons) -> WorkedOut[list[Mark]]:
    official = {
        sheet.key: (key, match, sheet.upper) for key, season in seasons.items() for match, sheet in season.from_sheets
    }
    marks: dict[int, list[Mark]] = {key: [] for key in seasons}
    for sheet_key, sheet in reads.decided_sheets(seasons):
        if sheet_key in official:
            key, match, upper = official[sheet_key]
            marks[key] += records.of_sheet(match, sheet, upper)
    return {key: (FOR_EVER, found) for key, found in marks.items()}
