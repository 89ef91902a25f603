"""Views for spreadsheets, pictures, calendars and feeds about a draw or a pair."""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from competition.accounts.access import public
from competition.archive.presenters.career import runs_with
from competition.archive.presenters.season import ArchivedSeason, with_former_names, with_matches
from competition.archive.views.seasons import Seasons, season_page, seasons
from competition.contest.queries import versions
from competition.draw.queries.draw import PublishedDraw, get_draw
from competition.entries.access import calendar_holder
from competition.public.cached_draw import cached_draw_page
from competition.public.presenters import calendar, draw_card, draw_csv, draw_svg, feed
from competition.web.errors import or_404
from competition.web.files import download, inline, picture_view
from competition.web.png import draw_png

if TYPE_CHECKING:
    from competition.entries.models import Pair

# The number of seasons in a calendar or feed of a followed pair: this season and the last.
LATEST = 2


def with_pairs(draws: Collection[PublishedDraw]) -> Iterator[tuple[ArchivedSeason, None]]:
    """Yield each competition with its pairs and all current and former names of their players."""
    return ((archived, None) for archived in with_former_names(draws, map(with_matches, draws)))


@public
@cached_draw_page()
def csv(draw: PublishedDraw) -> HttpResponse:
    """Return all matches as a CSV file."""
    return download(draw_csv.write(draw), "text/csv", f"{draw.competition.slug}.csv")


@public
@cached_draw_page(addressed=True)
def svg(draw: PublishedDraw, address: str) -> HttpResponse:
    """Return the whole draw as an SVG picture."""
    return inline(draw_svg.picture(draw, address), "image/svg+xml")


@public
@picture_view("public:draw-svg")
@cached_draw_page()
def png(draw: PublishedDraw) -> HttpResponse:
    """Return the state of the draw as a PNG picture to share. Redirect to the SVG if PNG is not available."""
    return HttpResponse(draw_png(draw_card.card(draw)), content_type="image/png")


@public
@cached_draw_page(addressed=True)
def atom(draw: PublishedDraw, address: str) -> HttpResponse:
    """Return the official results as an Atom feed, newest first."""
    return inline(feed.feed(draw, address), "application/atom+xml")


@public
@cached_draw_page(addressed=True)
def pair_atom(draw: PublishedDraw, address: str, number: int) -> HttpResponse:
    """Return one pair's official results as an Atom feed, newest first."""
    return inline(feed.feed(draw, address, or_404(draw.pairs.get(number))), "application/atom+xml")


@public
@cached_draw_page(addressed=True)
def ics(draw: PublishedDraw, address: str) -> HttpResponse:
    """Return the play-by dates of all rounds as a calendar."""
    return inline(calendar.competition(draw, address), "text/calendar", f"{draw.competition.slug}.ics")


@public
@cached_draw_page(addressed=True)
def pair_ics(draw: PublishedDraw, address: str, number: int) -> HttpResponse:
    """Return a pair's matches as a calendar, with their agreed times or play-by dates."""
    text = calendar.pair(draw, or_404(draw.pairs.get(number)), address)
    return inline(text, "text/calendar", f"{draw.competition.slug}-{number}.ics")


@calendar_holder
def own_ics(request: HttpRequest, pair: "Pair") -> HttpResponse:
    """Return the calendar for the pair itself, with venues. Raises Http404 before publication."""
    draw = or_404(get_draw(pair.competition))
    address = request.build_absolute_uri(reverse("public:draw", args=[pair.competition.slug]))
    return inline(calendar.pair(draw, pair, address, places=True), "text/calendar", "matches.ics")


@public
@season_page(versions, with_pairs)
def followed_ics(seasons: Seasons[None], about: dict, competition: str, number: int) -> HttpResponse:
    """Return a pair's matches in all its competitions as a calendar. Its URL never changes."""
    return inline(
        calendar.followed(_runs(seasons, about["address"], competition, number)), "text/calendar", "matches.ics"
    )


@public
@season_page(versions, with_pairs)
def followed_atom(seasons: Seasons[None], about: dict, competition: str, number: int) -> HttpResponse:
    """Return a pair's official results in all its competitions as an Atom feed, newest first."""
    runs = _runs(seasons, about["address"], competition, number)
    return inline(feed.followed(runs, about["address"]), "application/atom+xml")


def _runs(archived: Seasons[None], address: str, competition: str, number: int) -> list[calendar.Run]:
    by_slug = {season.slug: season for season, _ in archived}
    pair = or_404(by_slug[competition].pairs.get(number) if competition in by_slug else None)
    runs: list[calendar.Run] = []
    for season, same in runs_with(by_slug.values(), pair.ever)[:LATEST]:
        if (draw := get_draw(season.slug)) and (row := draw.pairs.get(same.number)):
            runs.append((draw.for_spectators(), row, urljoin(address, reverse("public:draw", args=[season.slug]))))
    return or_404(runs or None)


@public
def follow_by_names(request: HttpRequest, one: str, partner: str, file: str) -> HttpResponse:
    """Redirect from an address with two names, which can be corrected, to their latest pair's permanent address."""
    runs = runs_with([season for season, _ in seasons(versions(), with_pairs)], [{one}, {partner}])
    season, pair = or_404(next(iter(runs), None))
    return redirect("public:follow-calendar" if file == "ics" else "public:follow-feed", season.slug, pair.number)
