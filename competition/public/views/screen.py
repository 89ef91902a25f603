"""Views for the large screen at the venue of a competition on one day."""

from django.http import Http404, HttpResponse
from django.urls import reverse

from competition.accounts.access import public
from competition.draw.presenters.one_day import one_day
from competition.draw.queries.draw import PublishedDraw
from competition.public.cached_draw import cached_draw_page, polled_draw_page, shown_value
from competition.web.cached_page import page


@public
@cached_draw_page()
def screen(draw: PublishedDraw) -> HttpResponse:
    """Show the end and the tables of the running round. Raises Http404 unless all rounds are on one day."""
    return page("competition/public/screen.html", **_screen(draw))


@public
@polled_draw_page()
def screen_live(draw: PublishedDraw) -> HttpResponse:
    """Return the large screen, or 204 if it is up to date."""
    return page("competition/public/_screen.html", **_screen(draw))


def _screen(draw: PublishedDraw) -> dict:
    if draw.competition.conditions.minutes is None:
        raise Http404
    poll = f"{reverse('public:screen-live', args=[draw.competition.slug])}?shown={shown_value(draw)}"
    return {"competition": draw.competition, "day": one_day(draw), "poll": poll}
