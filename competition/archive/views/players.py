"""Players from season to season, alone and against each other."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from competition.archive.formats.career import career, named
from competition.archive.formats.rivals import rivals
from competition.archive.views.seasons import Seasons, answer, seasons
from competition.contest import queries as contest_queries
from competition.pages.cached_page import looked_for, page
from competition.pages.doors import public

# More names than anybody reads through.
MANY = 100


@public
def players(request: HttpRequest) -> HttpResponse:
    """Find a player by name, `?find=`; the only one found is gone to at once."""
    wanted = looked_for(request)
    found = named(seasons(contest_queries.versions()).values(), wanted) if wanted else []
    if len(found) == 1:
        return redirect("public:player", found[0].person.slug)
    return page("competition/archive/players.html", wanted=wanted, found=found[:MANY], is_more=len(found) > MANY)


@public
def player(request: HttpRequest, player: str) -> HttpResponse:
    """A player across seasons and partners."""
    return answer(request, partial(_player, slug=player))


def _player(seasons: Seasons, slug: str) -> HttpResponse:
    if (found := career(seasons.values(), slug)) is None:
        raise Http404
    return page("competition/archive/player.html", career=found)


@public
def head_to_head(request: HttpRequest, one: str, other: str, partner: str = "", others: str = "") -> HttpResponse:
    """Two players against each other, and together; with the partner of each, two pairs."""
    sides = [tuple(filter(None, side)) for side in ((one, partner), (other, others))]
    return answer(request, partial(_head_to_head, sides=sides))


def _head_to_head(seasons: Seasons, sides: list[tuple[str, ...]]) -> HttpResponse:
    if (found := rivals(seasons.values(), *sides)) is None:
        raise Http404
    return page("competition/archive/head_to_head.html", rivals=found)
