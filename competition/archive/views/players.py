"""Views for players across seasons and for players against each other."""

from collections.abc import Collection, Iterator
from functools import cache, partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import conditional_page

from competition.accounts.access import public
from competition.archive.presenters.career import Found, by_letter, career, everyone, named
from competition.archive.presenters.rivals import rivals
from competition.archive.presenters.season import Person, Season, everybody, season, with_matches, with_past
from competition.archive.views.seasons import Seasons, counted, fresh_until, season_page, seasons
from competition.contest.queries import Versions, structures, versions
from competition.knockout.queries.draw import PublishedDraw
from competition.web.cached_page import Made, Version, cached, is_kept, looked_for, own_preview, page, preview
from competition.web.errors import or_404

# Maximum number of names in a list of search results.
MANY = 100


def with_everybody(draws: Collection[PublishedDraw]) -> Iterator[tuple[Season, None]]:
    """Return each competition with its players, matches and past seasons."""
    return ((known, None) for known in with_past(draws, map(with_matches, draws)))


def with_names(draws: Collection[PublishedDraw]) -> Iterator[tuple[Season, tuple[Person, ...]]]:
    """Return each competition with its players and past seasons. Deals do not affect them."""
    return zip(with_past(draws, map(season, draws)), map(everybody, draws), strict=True)


@public
@conditional_page
def players(request: HttpRequest) -> HttpResponse:
    """List the players by first letter of the surname (`?letter=`) or by name (`?find=`).

    Redirect to the player page if the search finds one player.
    """
    wanted, known = looked_for(request), structures()
    if not wanted:
        return _browse(request, known)
    found = named(everyone(seasons(known, with_names)), wanted)
    if len(found) == 1:
        return redirect("public:player", found[0].person.slug)
    shown = {"found": found[:MANY], "is_more": len(found) > MANY, **own_preview(request)}
    return page("competition/archive/players.html", wanted=wanted, **shown)


def _browse(request: HttpRequest, known: Versions) -> HttpResponse:
    """Return the cached page of this letter, or of the first letter if no surname begins with it."""
    address, letter = request.build_absolute_uri(request.path), request.GET.get("letter", "")
    read = cache(partial(seasons, known, with_names))

    def surnames() -> dict[str, list[Found]]:
        return by_letter(everyone(counted(read())))

    if letter and not is_kept(f"{address} {letter}", Version(known)) and letter not in surnames():
        letter = ""

    def make() -> Made:
        found = surnames()
        chosen = letter or next(iter(found), "")
        shown = {"letters": list(found), "letter": chosen, "found": found.get(chosen, [])}
        return fresh_until(read()), page("competition/archive/players.html", **shown, **preview(address))

    return cached(request, f"{address} {letter}", Version(known), make)


def _every(seasons: Seasons[None]) -> list[Season]:
    return [season for season, _ in seasons]


@public
@season_page(versions, with_everybody)
def player(seasons: Seasons[None], about: dict, player: str) -> HttpResponse:
    """Show a player's career."""
    return page("competition/archive/player.html", career=or_404(career(_every(seasons), player)), **about)


@public
@season_page(versions, with_everybody)
def head_to_head(
    seasons: Seasons[None], about: dict, one: str, other: str, partner: str = "", others: str = ""
) -> HttpResponse:
    """Show two players, or two pairs with the partners, against each other and together."""
    sides = [tuple(filter(None, side)) for side in ((one, partner), (other, others))]
    return page("competition/archive/head_to_head.html", rivals=or_404(rivals(_every(seasons), *sides)), **about)
