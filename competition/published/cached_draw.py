"""Pages of a published draw, made once for each version of it and kept by each worker."""

from collections.abc import Callable, Collection
from functools import cache, partial, wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from competition.contest import queries as contest_queries
from competition.contest.queries import Changes
from competition.knockout.queries import competitions
from competition.knockout.queries.competitions import Entries
from competition.knockout.queries.polling import holding
from competition.knockout.queries.reading import snapshot_at
from competition.knockout.queries.snapshot import Snapshot
from competition.pages.cached_page import Made, Version, cached, chosen, is_kept, numbers
from competition.published import queries as past
from competition.signing_in.doors import View


def cached_draw_page(
    *parameters: str,
    before: View | None = None,
    addressed: bool = False,
    unless: Callable[[HttpRequest, int], bool] | None = None,
    **choices: Collection[str],
) -> Callable[[View], View]:
    """Turn a page of a published draw into a view that keeps its answers.

    The page is given the Knockout, those of these query parameters (`round`, `pair`, `lot`, `day`) that are in it, and
    those that are among the words in `choices`; it never sees who asks. `before` is the page before publication, given
    the Entries; without one there is 404. `addressed` is for what leaves the site: it is given `address` too, the draw
    page's own in full. `unless` says whether whoever asks has this version: 204.
    """

    def keep(page: View) -> View:
        @wraps(page)
        def answer(request: HttpRequest, competition: str, **rest) -> HttpResponse:
            changes, wanted = changes_of(competition), numbers(request, parameters)
            if unless and unless(request, changes.version):
                return HttpResponse(status=204)
            version, asked = Version(*changes[1:]), dict[str, Any](chosen(request, choices))
            if addressed:
                asked["address"] = request.build_absolute_uri(reverse("public:draw", args=[competition]))
            read = cache(partial(competitions.competition, competition, changes))
            if wanted and not is_kept(f"{request.path} {asked | wanted}", version):
                wanted = _meant(read(), wanted)

            def make() -> Made:
                snapshot = read()
                show = before if isinstance(snapshot, Entries) else page
                if snapshot is None or show is None:
                    raise Http404
                return snapshot.fresh_until, show(snapshot, **rest, **asked, **wanted)

            return cached(request, f"{request.path} {asked | wanted}", version, make)

        return answer

    return keep


def cached_match_page(page: View) -> View:
    """Turn a page of one match into a view that keeps its answers, whatever is written on other matches' sheets.

    The page is given the Snapshot, the match as it stands, and the draw page's own address in full.
    """

    @wraps(page)
    def answer(request: HttpRequest, competition: str, code: str) -> HttpResponse:
        snapshot = snapshot_at(competition)
        if snapshot is None or code not in snapshot.bracket.matches:
            raise Http404
        state = snapshot.state(code)
        address = request.build_absolute_uri(reverse("public:draw", args=[competition]))

        def make() -> Made:
            return snapshot.fresh_until, page(snapshot, state, address)

        return cached(request, f"{request.path} {address}", Version(holding(snapshot, state, "")), make)

    return answer


def _meant(snapshot: Snapshot | Entries | None, wanted: dict[str, int]) -> dict[str, int]:
    """Those of the numbers that there is a round, pair or earlier day of; after the last lot nothing more is drawn.

    There is no end of addresses that mean nothing in this draw: all of them ask for one page.
    """
    if not isinstance(snapshot, Snapshot):
        return {}
    drawn = sum(place.pair is not None for place in snapshot.places)
    rounds, lots = range(1, len(snapshot.bracket.rounds) + 1), range(drawn + 1)
    days = range(1, past.days(snapshot))
    known: dict[str, Collection[int]] = {"round": rounds, "pair": snapshot.pairs, "lot": lots, "day": days}
    meant = wanted | ({"lot": min(wanted["lot"], lots[-1])} if "lot" in wanted else {})
    return {name: number for name, number in meant.items() if number in known[name]}


def changes_of(competition: str) -> Changes:
    """How often the competition at this address has changed; 404 where there is none."""
    if (changes := contest_queries.changes(competition)) is None:
        raise Http404
    return changes
