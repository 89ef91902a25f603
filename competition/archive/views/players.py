"""Views for players across seasons and for comparing players with each other."""

from collections.abc import Collection, Iterator
from functools import cache, partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import conditional_page

from competition.accounts.access import public
from competition.archive.presenters.career import (
    FoundPlayer,
    PlayerTally,
    by_letter,
    career,
    everyone,
    players_named,
    tallies,
)
from competition.archive.presenters.player_page import PlayerPage
from competition.archive.presenters.rivals import opponents_of, rivals
from competition.archive.presenters.season import ArchivedSeason, season, with_matches, with_past
from competition.archive.views.seasons import Seasons, counted, fresh_until, season_page, seasons
from competition.contest.queries import versions, versions_without_deals
from competition.draw.queries.draw import PublishedDraw
from competition.web.cached_page import Made, Version, cached, is_kept, looked_for, own_preview, page, preview
from competition.web.errors import or_404

# Maximum number of names in a list of search results.
MANY = 100
# Up to this number of players share one page. If there are more, each letter has its own page.
WHOLE = 120


def with_everybody(draws: Collection[PublishedDraw]) -> Iterator[tuple[ArchivedSeason, None]]:
    """Yield each competition with its players, matches and past seasons."""
    return ((archived, None) for archived in with_past(draws, map(with_matches, draws)))


def with_names(draws: Collection[PublishedDraw]) -> Iterator[tuple[ArchivedSeason, tuple[PlayerTally, ...]]]:
    """Yield each competition with its players and past seasons. Deals do not affect these facts."""
    archived = list(map(with_matches, draws))
    return zip(with_past(draws, map(season, draws)), map(tallies, archived), strict=True)


@public
@conditional_page
def players(request: HttpRequest) -> HttpResponse:
    """List the players by the first letter of their surnames (`?letter=`) or by name (`?find=`).

    Redirect to the player page if the search finds exactly one player.
    """
    text = looked_for(request)
    current_versions = versions_without_deals()
    if not text:
        return _browse(request, current_versions)
    matches = players_named(everyone(seasons(current_versions, with_names)), text)
    if len(matches) == 1:
        return redirect("public:player", matches[0].person.slug)
    context = {"found": matches[:MANY], "is_more": len(matches) > MANY, **own_preview(request)}
    return page("competition/archive/players.html", wanted=text, **context)


def _browse(request: HttpRequest, current_versions: tuple[Version, ...]) -> HttpResponse:
    """Return the cached page for this letter, or for the first letter if no surname begins with it."""
    address = request.build_absolute_uri(request.path)
    letter = request.GET.get("letter", "")
    read = cache(partial(seasons, current_versions, with_names))

    def surnames() -> dict[str, list[FoundPlayer]]:
        return by_letter(everyone(counted(read())))

    if letter and not is_kept(f"{address} {letter}", current_versions) and letter not in surnames():
        letter = ""

    def make() -> Made:
        by_surname = surnames()
        chosen = letter or next(iter(by_surname), "")
        players = [player for of_letter in by_surname.values() for player in of_letter]
        is_whole = len(players) <= WHOLE
        shown = players if is_whole else by_surname.get(chosen, [])
        context = {
            "letters": list(by_surname),
            "letter": "" if is_whole else chosen,
            "sections": by_surname.items() if is_whole else [(chosen, shown)],
            "is_whole": is_whole,
            "number": len(players),
            "clubs": len({player.club for player in players if player.club}),
            "has_titles": any(player.crown for player in shown),
            "most": max((player.won + player.lost for player in players), default=0),
        }
        return fresh_until(read()), page("competition/archive/players.html", **context, **preview(address))

    return cached(request, f"{address} {letter}", current_versions, make)


def _every(seasons: Seasons[None]) -> list[ArchivedSeason]:
    return [season for season, _ in seasons]


@public
@season_page(versions, with_everybody)
def player(seasons: Seasons[None], about: dict, player: str) -> HttpResponse:
    """Show a player's career."""
    career_page = PlayerPage(or_404(career(_every(seasons), player)))
    return page("competition/archive/player.html", player=career_page, **about)


@public
def head_to_head(request: HttpRequest, one: str, other: str, partner: str = "", others: str = "") -> HttpResponse:
    """Show two players, or two pairs including the partners, against each other and together.

    `?find=` compares the first side with another player instead. Redirect if the search finds exactly one player.
    """
    sides = [tuple(filter(None, side)) for side in ((one, partner), (other, others))]
    if text := looked_for(request):
        return _compare(request, sides, text)
    return _head_to_head(request, sides=sides)


@season_page(versions, with_everybody)
def _head_to_head(seasons: Seasons[None], about: dict, sides: list[tuple[str, ...]]) -> HttpResponse:
    return page("competition/archive/head_to_head.html", rivals=or_404(rivals(_every(seasons), *sides)), **about)


def _compare(request: HttpRequest, sides: list[tuple[str, ...]], text: str) -> HttpResponse:
    """Redirect to the page of the first side and the player with this name, or list the players to choose from."""
    current_versions = versions()
    every = _every(seasons(current_versions, with_everybody))
    first = sides[0]
    pair_rivals = or_404(rivals(every, *sides))
    matches = [
        row
        for row in players_named(everyone(seasons(current_versions, with_names)), text)
        if row.person.slug not in first
    ]
    choices = [
        (player, reverse("public:head-to-head", args=[*first, *opponents_of(every, first, player.person.slug)]))
        for player in matches[:MANY]
    ]
    if len(choices) == 1:
        return redirect(choices[0][1])
    context = {"rivals": pair_rivals, "wanted": text, "choices": choices, **own_preview(request)}
    return page("competition/archive/head_to_head.html", **context)
