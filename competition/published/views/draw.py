"""The published draw: the page a whole region looks at."""

from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt

from competition.entries.queries import entered
from competition.exports.formats import draw_json as json
from competition.knockout.formats import overview, words
from competition.knockout.queries import competitions, finding
from competition.knockout.queries.competitions import Entries
from competition.knockout.queries.snapshot import Snapshot
from competition.lots import queries as lots_queries
from competition.pages.cached_page import looked_for, page, preview
from competition.pages.files import data
from competition.pictures.qr_code import qr_code
from competition.published import queries as past
from competition.published.cached_draw import cached_draw_page, changes_of, polled_draw_page
from competition.published.formats import champions, days, rail, tree
from competition.signing_in.doors import public

# Any site may frame the draw that is made for it, whose links are those of the draw page.
_LINKED = settings.CONTENT_SECURITY_POLICY.replace("base-uri 'none'", "base-uri 'self'")
_FRAMED = _LINKED.replace("frame-ancestors 'none'", "frame-ancestors *")


@public
def draw(request: HttpRequest, competition: str) -> HttpResponse:
    """The draw, or what is known before it is published; `?find=` looks for a name in it."""
    wanted = looked_for(request)
    return _find(competition, wanted) if wanted else _draw(request, competition)


@public
@xframe_options_exempt
def embed(request: HttpRequest, competition: str) -> HttpResponse:
    """The draw to be framed on a club's own site."""
    response = _embed(request, competition)
    # On every answer: what comes with a 304 takes the place of what came with the page.
    response["Content-Security-Policy"] = _FRAMED
    return response


def _entries(snapshot: Entries, address: str, **asked: object) -> HttpResponse:
    fixed = lots_queries.commitments(snapshot.competition)
    known = {"pairs": entered(snapshot.competition), "commitments": fixed}
    known["taken_back"] = lots_queries.taken_back(fixed)
    known |= {"line": overview.line(snapshot), **preview(address)}
    return page("competition/published/entries.html", competition=snapshot.competition, entries=snapshot, **known)


@cached_draw_page("round", "pair", "day", before=_entries, addressed=True)
def _draw(snapshot: Snapshot, address: str, round: int = 0, pair: int = 0, day: int = 0) -> HttpResponse:
    if day:
        then = _context(past.at_the_end_of(snapshot, day), round, pair) | {"rail": None, "poll": None}
        return page("competition/published/past.html", **then, **_days(snapshot), day=day)
    return page(
        "competition/published/draw.html",
        **_context(snapshot, round, pair),
        **preview(address, f"{address}draw.png", overview.line(snapshot)),
        square=qr_code(address),
        paragraph=champions.paragraph(snapshot),
        **_days(snapshot),
    )


def _days(snapshot: Snapshot) -> dict:
    return {"days": days.days(snapshot), "today": past.days(snapshot)}


@cached_draw_page()
def _embed(snapshot: Snapshot) -> HttpResponse:
    return page("competition/published/embed.html", **_context(snapshot))


@public
@polled_draw_page("round", "pair")
def live(snapshot: Snapshot, round: int = 0, pair: int = 0) -> HttpResponse:
    """The part of the draw that moves, with what changed last; 204 to a page that shows it already."""
    change = finding.last_change(snapshot)
    news = words.news(snapshot.matches[change.match], change.at, snapshot.now) if change else ""
    return page("competition/published/live.html", **_context(snapshot, round, pair), news=news)


def _context(snapshot: Snapshot, round: int = 0, pair: int = 0) -> dict:
    pick = tree.pick(snapshot, round, pair)
    return {
        "competition": snapshot.competition,
        "snapshot": snapshot,
        "line": overview.line(snapshot),
        "pick": pick,
        "rail": rail.rail(snapshot),
        "champions": champions.champions(snapshot),
        "keys": tree.keys(snapshot),
        "sections": tree.sections(snapshot, pick),
        "notes": tree.notes(snapshot),
        "poll": None if snapshot.champion else _poll(snapshot, pick),
        "lit": snapshot.pairs[pick.pair] if pick.pair else None,
    }


def _poll(snapshot: Snapshot, pick: tree.Pick) -> str:
    """Where the page asks for news: the address says what it shows, and until when that holds."""
    shows = {
        "version": snapshot.version,
        "until": int(snapshot.fresh_until.timestamp()),
        "round": pick.round,
    }
    if pick.pair:
        shows["pair"] = pick.pair
    return f"{reverse('public:live', args=[snapshot.competition.slug])}?{urlencode(shows)}"


def _find(competition: str, wanted: str) -> HttpResponse:
    snapshot = competitions.competition(competition, changes_of(competition))
    address = reverse("public:draw", args=[competition])
    if not isinstance(snapshot, Snapshot):
        return redirect(address)
    found = finding.pairs_named(snapshot, wanted)
    if len(found) == 1:
        return redirect(f"{address}?pair={found[0].number}#{tree.place_of(snapshot, found[0])}")
    return page("competition/published/find.html", competition=snapshot.competition, wanted=wanted, found=found)


@public
@cached_draw_page()
def draw_json(snapshot: Snapshot) -> HttpResponse:
    """The draw for other programs."""
    return data(json.draw(snapshot))
