"""A pair followed from season to season, at an address that holds for as long as the two play together."""

from collections.abc import Callable
from functools import partial
from urllib.parse import urljoin

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from competition.archive.formats.career import runs_of
from competition.archive.views.players import with_everybody
from competition.archive.views.seasons import Seasons, answer
from competition.contest.queries import versions
from competition.exports.formats import calendar, feed
from competition.knockout.queries.reading import snapshot_at
from competition.pages.files import inline
from competition.signing_in.doors import public

# This year's season and the last one: whoever follows has the others already.
LATEST = 2
Runs = list[calendar.Run]


@public
def ics(request: HttpRequest, one: str, partner: str) -> HttpResponse:
    """The matches of two who play together, whatever they enter, as a calendar."""
    return _answer(request, one, partner, _ics)


@public
def atom(request: HttpRequest, one: str, partner: str) -> HttpResponse:
    """Their official results, newest first."""
    return _answer(request, one, partner, _atom)


def _ics(runs: Runs, address: str) -> HttpResponse:
    return inline(calendar.followed(runs), "text/calendar", "matches.ics")


def _atom(runs: Runs, address: str) -> HttpResponse:
    return inline(feed.followed(runs, address), "application/atom+xml")


def _answer(request: HttpRequest, one: str, partner: str, show: Callable[[Runs, str], HttpResponse]) -> HttpResponse:
    return answer(request, versions(), with_everybody, partial(_shown, slugs=(one, partner), show=show))


def _shown(
    seasons: Seasons[None], about: dict, slugs: tuple[str, str], show: Callable[[Runs, str], HttpResponse]
) -> HttpResponse:
    found: Runs = []
    for run in runs_of([season for season, _ in seasons], *slugs)[:LATEST]:
        if (snapshot := snapshot_at(run.season.slug)) and (pair := snapshot.pairs.get(run.pair.number)):
            found.append((snapshot, pair, urljoin(about["address"], reverse("public:draw", args=[run.season.slug]))))
    if not found or slugs[0] == slugs[1]:
        raise Http404
    return show(found, about["address"])
