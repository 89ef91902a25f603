"""Players from season to season, alone and against each other."""

from collections.abc import Iterable, Iterator
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import conditional_page

from competition.archive.formats.career import Found, by_letter, career, named
from competition.archive.formats.rivals import rivals
from competition.archive.formats.season import Season, with_matches
from competition.archive.views.seasons import Seasons, answer, counted, seasons
from competition.contest.queries import versions
from competition.knockout.queries.competitions import Entries
from competition.knockout.queries.snapshot import Snapshot
from competition.pages.cached_page import looked_for, page, preview
from competition.signing_in.doors import public

# More names than anybody reads through.
MANY = 100


@public
@conditional_page
def players(request: HttpRequest) -> HttpResponse:
    """Every player by the letter of the surname, `?letter=`, or by name, `?find=`; the only one found is gone to."""
    wanted, every = looked_for(request), seasons(versions(), with_everybody)
    about = preview(request.build_absolute_uri(request.path))
    if not wanted:
        return _browse(by_letter(named(_every(counted(every)), "")), request.GET.get("letter", ""), about)
    found = named(_every(every), wanted)
    if len(found) == 1:
        return redirect("public:player", found[0].person.slug)
    shown = {"found": found[:MANY], "is_more": len(found) > MANY}
    return page("competition/archive/players.html", wanted=wanted, **shown, **about)


def _browse(players: dict[str, list[Found]], letter: str, about: dict) -> HttpResponse:
    chosen = letter if letter in players else next(iter(players), "")
    shown = {"letters": list(players), "letter": chosen, "found": players.get(chosen, [])}
    return page("competition/archive/players.html", **shown, **about)


@public
def player(request: HttpRequest, player: str) -> HttpResponse:
    """A player across seasons and partners."""
    return answer(request, versions(), with_everybody, partial(_player, slug=player))


def _player(seasons: Seasons[None], about: dict, slug: str) -> HttpResponse:
    if (found := career(_every(seasons), slug)) is None:
        raise Http404
    return page("competition/archive/player.html", career=found, **about)


@public
def head_to_head(request: HttpRequest, one: str, other: str, partner: str = "", others: str = "") -> HttpResponse:
    """Two players against each other, and together; with the partner of each, two pairs."""
    sides = [tuple(filter(None, side)) for side in ((one, partner), (other, others))]
    return answer(request, versions(), with_everybody, partial(_head_to_head, sides=sides))


def _head_to_head(seasons: Seasons[None], about: dict, sides: list[tuple[str, ...]]) -> HttpResponse:
    if (found := rivals(_every(seasons), *sides)) is None:
        raise Http404
    return page("competition/archive/head_to_head.html", rivals=found, **about)


def with_everybody(snapshots: Iterable[Snapshot | Entries]) -> Iterator[tuple[Season, None]]:
    """Each competition with everybody who is in it and every match."""
    return ((with_matches(snapshot), None) for snapshot in snapshots)


def _every(seasons: Seasons[None]) -> list[Season]:
    return [season for season, _ in seasons]
