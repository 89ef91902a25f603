"""The published draw for other programs: spreadsheets, calendars, feed readers, newsletters."""

from django.http import Http404, HttpResponse

from competition.knockout.queries.snapshot import Snapshot
from competition.pages.doors import public
from competition.published.cached_draw import cached_draw_page
from competition.published.formats import calendar, draw_csv, draw_svg, feed


@public
@cached_draw_page()
def csv(snapshot: Snapshot) -> HttpResponse:
    """Every match as a table for a spreadsheet."""
    return _file(draw_csv.write(snapshot), "text/csv", f'attachment; filename="{snapshot.competition.slug}.csv"')


@public
@cached_draw_page(addressed=True)
def svg(snapshot: Snapshot, address: str) -> HttpResponse:
    """The draw as a picture."""
    return _file(draw_svg.picture(snapshot, address), "image/svg+xml")


@public
@cached_draw_page(addressed=True)
def atom(snapshot: Snapshot, address: str) -> HttpResponse:
    """The official results, newest first."""
    return _file(feed.feed(snapshot, address), "application/atom+xml")


@public
@cached_draw_page(addressed=True)
def ics(snapshot: Snapshot, address: str) -> HttpResponse:
    """The last day to play of every round."""
    return _calendar(calendar.competition(snapshot, address), snapshot.competition.slug)


@public
@cached_draw_page(addressed=True)
def pair_ics(snapshot: Snapshot, address: str, number: int) -> HttpResponse:
    """The last day to play of every match a pair is in."""
    if (pair := snapshot.pairs.get(number)) is None:
        raise Http404
    return _calendar(calendar.pair(snapshot, pair, address), f"{snapshot.competition.slug}-{number}")


def _calendar(text: str, name: str) -> HttpResponse:
    return _file(text, "text/calendar", f'inline; filename="{name}.ics"')


def _file(text: str, kind: str, disposition: str = "inline") -> HttpResponse:
    return HttpResponse(text, content_type=f"{kind}; charset=utf-8", headers={"Content-Disposition": disposition})
