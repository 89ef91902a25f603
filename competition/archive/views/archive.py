"""Views for the home page and the archive of all competitions."""

import hashlib
from collections.abc import Collection, Iterable, Iterator
from datetime import timedelta
from operator import attrgetter
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone

from competition.accounts.access import public
from competition.accounts.queries import has_accounts
from competition.archive.presenters import records
from competition.archive.presenters.board import COLUMNS, Board, boards, csv_rows, latest_rows
from competition.archive.presenters.home import (
    Home,
    being_played,
    front_page,
    now_playing,
    season_news,
    sheets_of,
    summary,
)
from competition.archive.presenters.records import RecordStanding
from competition.archive.presenters.season import ArchivedSeason, SeasonLine, by_series, line, season, with_past
from competition.archive.queries import latest_moves
from competition.archive.views.seasons import Seasons, counted, season_page
from competition.contest.queries import versions, versions_without_deals
from competition.draw.queries.draw import PublishedDraw
from competition.web.cached_page import Version, day_ends, page
from competition.web.errors import or_404
from competition.web.files import csv_table, data, download
from scoring.queries import read_all

# Number of past champions on the home page. The archive shows all of them.
LATEST = 2
# A match with no event for this long is not shown as in play.
LIVE = timedelta(days=1)
# Response header with the hash of the changing part of the home page.
_SHOWN = "X-Shown"


def _news(draws: Collection[PublishedDraw]) -> Iterator[tuple[ArchivedSeason, Home]]:
    now = timezone.now()
    matches = {state.code for draw in draws for state in being_played(draw)}
    moves = latest_moves([draw.competition.pk for draw in draws], matches, now - LIVE)
    sheets = dict(read_all(sheets_of(draws)))
    for draw in draws:
        # Dates and news expire at midnight, even if nothing else changes.
        archived = season(draw)
        archived = archived._replace(fresh_until=min(archived.fresh_until, day_ends(now)))
        yield archived, season_news(draw, archived, moves.get(draw.competition.pk, {}), sheets)


def _ended_line(draw: PublishedDraw, archived: ArchivedSeason) -> SeasonLine | None:
    return line(draw, archived) if draw.rounds and archived.is_over else None


def _versions() -> tuple[Version, ...]:
    """Return the versions of the competitions.

    Without competitions, return a version that changes when the first organiser account is created.
    """
    # No competition has the primary key 0.
    return versions() or (Version(0, int(has_accounts()), 0),)


@public
@season_page(_versions, _news)
def home(seasons: Seasons[Home], about: dict) -> HttpResponse:
    """Show a lead story, matches in play, the latest results, the current competitions and champions."""
    moving = _moving(seasons)
    news = summary(moving["front"], moving["now"])
    context = {"news": news, "today": timezone.localdate()}
    context["is_new"] = not (seasons or has_accounts())
    return page("competition/archive/home.html", **moving, **context, **about)


@public
def home_live(request: HttpRequest) -> HttpResponse:
    """Show the changing part of the home page. Return 204 if the page already has this version."""
    response = _live(request)
    return HttpResponse(status=204) if response.headers.get(_SHOWN) == request.GET.get("shown") else response


@season_page(versions, _news)
def _live(seasons: Seasons[Home], about: dict) -> HttpResponse:
    moving = _moving(seasons)
    response = page("competition/archive/home_live.html", **moving)
    response[_SHOWN] = moving["shown"]
    return response


def _moving(seasons: Seasons[Home]) -> dict:
    """Return the context for the changing part of the home page, with the lead story.

    `moving` is its HTML, and `shown` is the hash of this HTML.
    """
    current = counted(seasons)
    now = now_playing(seasons, current)
    front = front_page(seasons, current, timezone.now(), LATEST)
    moving = render_to_string("competition/archive/_going_on.html", {"now": now, "front": front})
    latest = max([*now.results[:1], *now.in_play], key=attrgetter("at"), default=None)
    digest = hashlib.sha256(moving.encode()).hexdigest()[:16]
    return {"now": now, "front": front, "moving": moving, "shown": digest, "latest": latest}


class SeasonHonours(NamedTuple):
    """The facts about a season in the archive: its result after it is over, and its records."""

    line: SeasonLine | None
    standings: list[RecordStanding]


def with_honours(draws: Collection[PublishedDraw]) -> Iterator[tuple[ArchivedSeason, SeasonHonours]]:
    """Yield each competition with its past seasons, result and records."""
    best = {draw.competition.pk: records.best(draw) for draw in draws}
    named = {sheet.pk: sheet for bests in best.values() for best_of in bests for sheet in best_of.sheets}
    sheets = dict(read_all(named.values()))
    for draw, archived in zip(draws, with_past(draws, map(season, draws)), strict=True):
        bests = best.get(draw.competition.pk, [])
        yield archived, SeasonHonours(_ended_line(draw, archived), records.standings(archived, bests, sheets))


@public
@season_page(versions_without_deals, with_honours)
def archive(seasons: Seasons[SeasonHonours], about: dict) -> HttpResponse:
    """Show the honours boards and records of all competitions."""
    started = counted(seasons)
    series = boards_of(started)
    return page(
        "competition/archive/archive.html",
        boards=series,
        rows=latest_rows(series),
        records=records.overall(standing for _, honours in started for standing in honours.standings),
        is_demo=any(season.is_demo for season, _ in started),
        **about,
    )


@public
@season_page(versions_without_deals, with_honours)
def archive_csv(seasons: Seasons[SeasonHonours], about: dict) -> HttpResponse:
    """Return the roll of honour as a CSV file."""
    rows = csv_rows(boards_of(counted(seasons)))
    return download(csv_table(COLUMNS, rows), "text/csv", "roll-of-honour.csv")


@public
@season_page(versions_without_deals, with_honours)
def archive_json(seasons: Seasons[SeasonHonours], about: dict) -> HttpResponse:
    """Return the roll of honour as JSON."""
    lines = csv_rows(boards_of(counted(seasons)))
    return data({"roll": [dict(zip(COLUMNS, line, strict=True)) for line in lines]})


@public
@season_page(versions_without_deals, with_honours)
def honours(seasons: Seasons[SeasonHonours], about: dict, competition: str) -> HttpResponse:
    """Show the honours board of a competition over all its seasons."""
    return page("competition/archive/honours.html", board=_board(seasons, competition), **about)


@public
@season_page(versions_without_deals, with_honours)
def honours_csv(seasons: Seasons[SeasonHonours], about: dict, competition: str) -> HttpResponse:
    """Return the honours board of a competition as a CSV file."""
    rows = csv_rows([_board(seasons, competition)])
    return download(csv_table(COLUMNS, rows), "text/csv", f"{competition}-honours.csv")


def boards_of(seasons: Iterable[tuple[ArchivedSeason, SeasonHonours]]) -> list[Board]:
    """Return the honours boards of these seasons."""
    return boards((season, honours.line) for season, honours in seasons)


def _board(seasons: Seasons[SeasonHonours], slug: str) -> Board:
    """Return the board of the competition with this slug. It is empty before the first champions.

    Raises Http404 if there is no such competition.
    """
    archived = or_404(next((season for season, _ in seasons if season.slug == slug), None))
    its_own = next(series for series in by_series(seasons) if slug in [season.slug for season, _ in series])
    return next(iter(boards_of(its_own)), Board(archived.name, archived.region, archived.slug, archived.is_demo, []))
