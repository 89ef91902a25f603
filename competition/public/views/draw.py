"""Views for the published draw."""

from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt

from competition.accounts.access import public
from competition.contest.presenters.conditions import match_in_steps
from competition.draw.presenters import overview, words
from competition.draw.queries import competitions
from competition.draw.queries.attempts import locked_lists, taken_back
from competition.draw.queries.draw import PublishedDraw, last_change, pairs_named
from competition.entries.queries.pairs import entered
from competition.public.cached_draw import cached_draw_page, polled_draw_page, shown_value, version_of
from competition.public.presenters import champions, rail, rounds, tree
from competition.public.presenters.draw_json import as_dict
from competition.public.presenters.plate import plate_page
from competition.public.queries import at_the_end_of, season_days
from competition.web.cached_page import looked_for, page, preview
from competition.web.files import data
from competition.web.svg import qr_code

# Any site may frame the embedded draw. Its links open on the draw page, so it needs a base URL.
_LINKED = settings.CONTENT_SECURITY_POLICY.replace("base-uri 'none'", "base-uri 'self'")
_FRAMED = _LINKED.replace("frame-ancestors 'none'", "frame-ancestors *")


@public
def draw(request: HttpRequest, competition: str) -> HttpResponse:
    """Show the draw, or the entries before publication. `?find=` searches the draw for a name."""
    text = looked_for(request)
    return _find(competition, text) if text else _draw(request, competition)


@public
@xframe_options_exempt
def embed(request: HttpRequest, competition: str) -> HttpResponse:
    """Show the draw for framing on another site, such as a club's."""
    response = _embed(request, competition)
    # Set the header on every response, because the headers of a 304 replace those of the cached page.
    response["Content-Security-Policy"] = _FRAMED
    return response


def _entries(draw: PublishedDraw, address: str, **options: object) -> HttpResponse:
    fixed = locked_lists(draw.competition)
    context = {"pairs": entered(draw.competition), "locked_lists": fixed}
    context |= {"taken_back": taken_back(draw.competition), "how": match_in_steps(draw.competition.conditions)}
    context |= {"line": overview.line(draw), "entries": overview.entries(draw), **preview(address)}
    return page("competition/public/entries.html", competition=draw.competition, **context)


@cached_draw_page("round", "pair", "section", "day", before=_entries, addressed=True)
def _draw(draw: PublishedDraw, address: str, day: int = 0, **picked: int) -> HttpResponse:
    if day:
        then = _context(at_the_end_of(draw, day), **picked) | {"rail": None, "poll": None}
        return page("competition/public/past.html", **then, **_days(draw), day=day)
    return page(
        "competition/public/draw.html",
        **_context(draw, **picked),
        **preview(address, f"{address}draw.png", overview.line(draw)),
        square=qr_code(address),
        paragraph=champions.paragraph(draw),
        **_days(draw),
    )


def _days(draw: PublishedDraw) -> dict:
    return {"days": rail.days(draw), "today": season_days(draw)}


@cached_draw_page()
def _embed(draw: PublishedDraw) -> HttpResponse:
    return page("competition/public/embed.html", **_context(draw))


@public
@cached_draw_page("round", addressed=True)
def plate(draw: PublishedDraw, address: str, round: int = 0) -> HttpResponse:
    """Show the plate: who enters and why, and its rounds. Raises Http404 if there is no plate."""
    return page("competition/public/plate.html", **_plate(draw, round), **preview(f"{address}plate/"))


@public
@polled_draw_page("round")
def plate_live(draw: PublishedDraw, round: int = 0) -> HttpResponse:
    """Return the changing part of the plate, or 204 if the page is up to date. Raises Http404 if there is no plate."""
    return page("competition/public/plate_live.html", **_plate(draw, round))


def _plate(draw: PublishedDraw, round: int) -> dict:
    rules = draw.competition.conditions.plate_rules
    if rules is None or not draw.plate_rounds:
        raise Http404
    plate = plate_page(draw, rules, round)
    poll = f"{reverse('public:plate-live', args=[draw.competition.slug])}?shown={shown_value(draw)}&round={plate.round}"
    return {
        "competition": draw.competition,
        "draw": draw,
        "plate": plate,
        "line": overview.line(draw),
        "poll": None if draw.plate_winner else poll,
    }


@public
@polled_draw_page("round", "pair", "section")
def live(draw: PublishedDraw, **picked: int) -> HttpResponse:
    """Return the changing part of the draw with its latest change, or 204 if the page is up to date."""
    change = last_change(draw)
    news = words.news(draw.matches[change.match], change.at, draw.now) if change else ""
    return page("competition/public/live.html", **_context(draw, **picked), news=news)


def _context(draw: PublishedDraw, round: int = 0, pair: int = 0, section: int | None = None) -> dict:
    pick = tree.pick(draw, round, pair, section)
    return {
        "competition": draw.competition,
        "draw": draw,
        "line": overview.line(draw),
        "pick": pick,
        "rail": rail.rail(draw),
        "champions": champions.champions(draw),
        "qualified": overview.qualified(draw),
        "layout": rounds.layout(draw, pick),
        "notes": tree.notes(draw),
        "poll": None if draw.winners else _poll(draw, pick),
        "lit": draw.pairs[pick.pair] if pick.pair else None,
        "answer": rail.answer(draw, draw.pairs[pick.pair]) if pick.pair else None,
    }


def _poll(draw: PublishedDraw, pick: tree.Pick) -> str:
    """Return the URL that the page polls, with the version on the page."""
    shows = {"shown": shown_value(draw), "round": pick.round}
    shows |= {name: number for name, number in (("pair", pick.pair), ("section", pick.section)) if number is not None}
    return f"{reverse('public:live', args=[draw.competition.slug])}?{urlencode(shows)}"


def _find(competition: str, text: str) -> HttpResponse:
    draw = competitions.competition(competition, version_of(competition))
    address = reverse("public:draw", args=[competition])
    if draw is None or not draw.rounds:
        return redirect(address)
    found = [(pair, tree.page_of(draw, pair)) for pair in pairs_named(draw, text)]
    if len(found) == 1:
        return redirect(found[0][1])
    return page("competition/public/find.html", competition=draw.competition, wanted=text, found=found)


@public
@cached_draw_page()
def draw_json(draw: PublishedDraw) -> HttpResponse:
    """Return the draw as JSON for other programs."""
    return data(as_dict(draw))
