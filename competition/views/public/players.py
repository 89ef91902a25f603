"""Players from season to season, alone and against each other."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from competition.access import public
from competition.formats.career import career, named
from competition.formats.rivals import rivals
from competition.queries import shown
from competition.views.public.kept import page
from competition.views.public.seasons import Seasons, answer, seasons

# More names than anybody reads through.
MANY = 100


@public
def players(request: HttpRequest) -> HttpResponse:
    """Find a player by name, `?find=`; the only one found is gone to at once."""
    wanted = " ".join(request.GET.get("find", "")[:80].split())
    found = named(seasons(shown.versions()).values(), wanted) if wanted else []
    if len(found) == 1:
        return redirect("public:player", found[0].person.slug)
    return page("players.html", wanted=wanted, found=found[:MANY], is_more=len(found) > MANY)


@public
def player(request: HttpRequest, player: str) -> HttpResponse:
    """A player across seasons and partners."""
    return answer(request, partial(_player, slug=player))


def _player(seasons: Seasons, slug: str) -> HttpResponse:
    if (found := career(seasons.values(), slug)) is None:
        raise Http404
    return page("player.html", career=found)


@public
def head_to_head(request: HttpRequest, one: str, other: str, partner: str = "", others: str = "") -> HttpResponse:
    """Two players against each other, and together; with the partner of each, two pairs."""
    sides = [tuple(filter(None, side)) for side in ((one, partner), (other, others))]
    return answer(request, partial(_head_to_head, sides=sides))


def _head_to_head(seasons: Seasons, sides: list[tuple[str, ...]]) -> HttpResponse:
    if (found := rivals(seasons.values(), *sides)) is None:
        raise Http404
    return page("head_to_head.html", rivals=found)
