"""Players from season to season, alone and against each other."""

from collections.abc import Iterable, Iterator

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import conditional_page

from competition.archive.formats.career import Found, by_letter, career, named
from competition.archive.formats.rivals import rivals
from competition.archive.formats.season import Season, with_matches
from competition.archive.views.seasons import Seasons, counted, season_page, seasons
from competition.contest.queries import versions
from competition.knockout.queries.competitions import Entries
from competition.knockout.queries.snapshot import Snapshot
from competition.pages.cached_page import looked_for, page, preview
from competition.pages.errors import or_404
from competition.signing_in.doors import public

# More names than anybody reads through.
MANY = 100


def with_everybody(snapshots: Iterable[Snapshot | Entries]) -> Iterator[tuple[Season, None]]:
    """Each competition with everybody who is in it and every match."""
    return ((with_matches(snapshot), None) for snapshot in snapshots)


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


def _every(seasons: Seasons[None]) -> list[Season]:
    return [season for season, _ in seasons]


@public
@season_page(versions, with_everybody)
def player(seasons: Seasons[None], about: dict, player: str) -> HttpResponse:
    """A player across seasons and partners."""
    return page("competition/archive/player.html", career=or_404(career(_every(seasons), player)), **about)


@public
@season_page(versions, with_everybody)
def head_to_head(
    seasons: Seasons[None], about: dict, one: str, other: str, partner: str = "", others: str = ""
) -> HttpResponse:
    """Two players against each other, and together; with the partner of each, two pairs."""
    sides = [tuple(filter(None, side)) for side in ((one, partner), (other, others))]
    return page("competition/archive/head_to_head.html", rivals=or_404(rivals(_every(seasons), *sides)), **about)
