"""An organiser's competitions, and the desk of one: what needs the organiser today, all else there is, the log."""

from datetime import datetime, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.html import format_html_join
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from competition.arranging.queries import radar
from competition.contest import queries as contest_queries
from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.desk import queries
from competition.desk.formats import duties, needs, season
from competition.desk.formats.history import log_lines, news, when
from competition.desk.formats.needs import Need
from competition.desk.forms import LogForm
from competition.desk.queries import Desk, comparisons
from competition.knockout.formats import words
from competition.knockout.formats.overview import cancellation, is_over
from competition.knockout.queries.draw import get_draw
from competition.knockout.rules.stages import Stage
from competition.pages.posting import form_page, organiser
from competition.pages.rules import whole_number
from competition.post.formats.by_way import by_occasion
from competition.post.queries.contacts import are_known, are_needed, kept_until
from competition.post.queries.entry_tellings import entry_tellings
from competition.post.queries.mails import rows, troubles, waiting_since, waits_long
from competition.post.queries.tellings import parked_to_organisers, tellings_of
from competition.rulings.queries import was_played
from competition.signing_in.doors import signed_in

_MOST_NEWS = 4
# A cookie of each desk says when it was last looked at, so that looking writes nothing down.
_COOKIE = "looked"
_KEPT = timedelta(days=180)
# Whoever looks again within so many minutes is still there: what is new stays new until they have been away.
_AWAY = 30
_LINE = '<li><a href="matches/{}/">{}, {}</a> {}</li>'


@signed_in
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The organiser's competitions, each with what needs doing."""
    return render(request, "competition/desk/home.html", {"desks": queries.desks(organiser(request))})


# Packed: nothing that is asked for comes back with the telephone numbers on this page, whose secret a length could
# betray (BREACH); the token of a form is another each time.
@for_organiser
@gzip_page
@require_safe
def competition(request: HttpRequest, competition: Competition) -> HttpResponse:
    """One competition: what needs the organiser, the season, who waits for whom, what is new."""
    seen, since, now = queries.desk(competition), _last_look(request), timezone.now()
    todo = _needs(seen)
    lines = queries.news(competition, organiser(request), since, _MOST_NEWS)
    page = {"desk": seen, "competition": competition, "now": now, "needs": todo, "heading": duties.heading(todo)}
    page |= {"next_day": duties.next_day(seen), "news": news(lines, seen.draw, now)}
    page["cancelled"] = cancellation(competition)
    page["since"] = when(since, now) if since else ""
    if seen.draw:
        waits = season.waits(seen.draw)
        page |= {"columns": season.columns(seen.draw), "waits": waits[: season.MOST_WAITING]}
        page["still_in"] = season.still_in(seen.draw)
        page["further"] = len(waits) - season.MOST_WAITING
        over = [match for _, match in seen.matches if match.stage is Stage.OFFICIAL]
        decided = [(match.code, match.round_name, match.code, words.sentence(match)) for match in over]
        # In a loop of the template hundreds of lines take longer than all else.
        page |= {"decided": format_html_join("", _LINE, decided), "number_decided": len(decided)}
    return _keep_look(request, render(request, "competition/desk/competition.html", page))


def _needs(seen: Desk) -> list[Need]:
    draw = seen.draw
    todo, entries = [*duties.entries(seen)], entry_tellings(seen.competition)
    waiting: list[datetime | None] = [row.since for one in entries for row in one.mails if waits_long(row)]
    if draw:
        both = comparisons(seen.under("disputed"))
        sent = rows(draw)
        untold = [one for one in tellings_of(draw, sent, *needs.PRESSED) if one.to_do]
        todo = [*needs.in_play(seen, draw, both, radar(draw), untold, troubles(draw, sent)), *todo]
        waiting.append(waiting_since(draw, sent))
    if since := min(filter(None, waiting), default=None):
        todo.insert(0, duties.unsent(since))
    todo += duties.not_delivered(parked_to_organisers(seen.competition))
    todo += [duties.to_tell(told) for told in by_occasion(entries) if told.left]
    last_day, today = kept_until(seen.competition, draw), timezone.localdate()
    if not are_needed(seen.competition, draw) and are_known(seen.competition):
        todo.append(duties.contacts(last_day, today))
    return todo


@for_organiser
@require_safe
def more(request: HttpRequest, competition: Competition) -> HttpResponse:
    """The way to all of them, each with what it is for."""
    draw = get_draw(competition)
    page = {"competition": competition, "is_published": draw is not None}
    page |= {"contacts_until": kept_until(competition, draw), "is_over": bool(draw and is_over(draw))}
    page["may_cancel"] = not (competition.is_cancelled or page["is_over"])
    page["may_delete"] = competition.owner_id == organiser(request).pk and not was_played(competition)
    return render(request, "competition/desk/more.html", page)


def _last_look(request: HttpRequest) -> datetime | None:
    """When this browser's visit before this one ended; None at the first."""
    before, _ = _visits(request)
    return datetime.fromtimestamp(before * 60, tz=timezone.get_current_timezone()) if before else None


def _keep_look(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer, by which the browser will know when this was."""
    before, now = _visits(request)
    response.set_cookie(
        _COOKIE,
        f"{before}-{now}",
        max_age=_KEPT,
        path=request.path,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _visits(request: HttpRequest) -> tuple[int, int]:
    """When the visit before this one ended (0: never), and now; in minutes."""
    now = int(timezone.now().timestamp()) // 60
    told = [whole_number(part) or 0 for part in request.COOKIES.get(_COOKIE, "").split("-")]
    before, latest = told if len(told) == 2 and max(told) <= now else (0, 0)
    return (latest if now - latest > _AWAY else before), now


@for_organiser
@require_safe
def log(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Who did what, newest first; `?match=R2-M5`, `?pair=7` and `?who=` narrow it."""
    form = LogForm(request.GET, organisers=contest_queries.organisers(competition))
    lines = queries.page_of(queries.log(competition, **form.wanted), request.GET.get("page"))
    kept = request.GET.copy()
    kept.pop("page", None)
    page = {"competition": competition, "page": lines, "lines": log_lines(lines), "kept": kept.urlencode()}
    return form_page(request, "competition/desk/log.html", form, **page)
