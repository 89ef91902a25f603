"""The published draw for other programs: spreadsheets, calendars, feed readers, newsletters."""

from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from competition.entries.doors import calendar_holder
from competition.exports.formats import calendar, draw_card, draw_csv, draw_svg, feed
from competition.knockout.queries.reading import snapshot_of
from competition.knockout.queries.snapshot import Snapshot
from competition.pages.files import download, drawn, inline
from competition.pictures import png as pictures
from competition.published.cached_draw import cached_draw_page
from competition.published.views.named import pair_at
from competition.signing_in.doors import public

if TYPE_CHECKING:
    from competition.entries.models.pair import Pair


@public
@cached_draw_page()
def csv(snapshot: Snapshot) -> HttpResponse:
    """Every match as a table for a spreadsheet."""
    return download(draw_csv.write(snapshot), "text/csv", f"{snapshot.competition.slug}.csv")


@public
@cached_draw_page(addressed=True)
def svg(snapshot: Snapshot, address: str) -> HttpResponse:
    """The draw as a picture."""
    return inline(draw_svg.picture(snapshot, address), "image/svg+xml")


@public
def png(request: HttpRequest, competition: str) -> HttpResponse:
    """How the draw stands, as a picture to send to people; the draw as SVG where it cannot be drawn."""
    return drawn(lambda: _png(request, competition), reverse("public:draw-svg", args=[competition]))


@cached_draw_page()
def _png(snapshot: Snapshot) -> HttpResponse:
    return HttpResponse(pictures.png(draw_card.card(snapshot)), content_type="image/png")


@public
@cached_draw_page(addressed=True)
def atom(snapshot: Snapshot, address: str) -> HttpResponse:
    """The official results, newest first."""
    return inline(feed.feed(snapshot, address), "application/atom+xml")


@public
@cached_draw_page(addressed=True)
def pair_atom(snapshot: Snapshot, address: str, number: int) -> HttpResponse:
    """The official results of one pair, newest first."""
    return inline(feed.feed(snapshot, address, pair_at(snapshot, number)), "application/atom+xml")


@public
@cached_draw_page(addressed=True)
def ics(snapshot: Snapshot, address: str) -> HttpResponse:
    """The last day to play of every round."""
    return inline(calendar.competition(snapshot, address), "text/calendar", f"{snapshot.competition.slug}.ics")


@public
@cached_draw_page(addressed=True)
def pair_ics(snapshot: Snapshot, address: str, number: int) -> HttpResponse:
    """The last day to play of every match a pair is in."""
    text = calendar.pair(snapshot, pair_at(snapshot, number), address)
    return inline(text, "text/calendar", f"{snapshot.competition.slug}-{number}.ics")


@calendar_holder
def own_ics(request: HttpRequest, pair: "Pair") -> HttpResponse:
    """The same for the pair alone, with the place of each match; 404 before the draw is published."""
    if (snapshot := snapshot_of(pair.competition)) is None:
        raise Http404
    address = request.build_absolute_uri(reverse("public:draw", args=[pair.competition.slug]))
    return inline(calendar.pair(snapshot, pair, address, places=True), "text/calendar", "matches.ics")
