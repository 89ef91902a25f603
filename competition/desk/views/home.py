"""Views for the organiser's competitions, and for the desk and the log of one competition."""

from datetime import datetime, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.html import format_html_join
from django.views.decorators.http import require_safe

from competition.accounts.access import signed_in
from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.contest.queries import organisers_of
from competition.desk import queries
from competition.desk.forms import LogForm
from competition.desk.presenters import duties, season, tasks
from competition.desk.presenters.history import log_lines, news, when
from competition.desk.presenters.tasks import Task
from competition.desk.queries import Desk, comparisons
from competition.knockout.presenters import words
from competition.knockout.presenters.overview import cancellation, is_over
from competition.knockout.queries.draw import get_draw
from competition.knockout.rules.stages import Stage
from competition.notifications.presenters import by_topic
from competition.notifications.queries.contacts import are_known, are_needed, kept_until
from competition.notifications.queries.emails import rows, troubles, waiting_since, waits_long
from competition.notifications.queries.message_states import entry_notifications, notifications_of, parked_to_organisers
from competition.rulings.queries import was_played
from competition.scheduling.queries import matches_needing_attention
from competition.web.posting import form_page, organiser
from competition.web.rules import whole_number

_MOST_NEWS = 4
# The cookie stores the time of the last visit, so that a visit writes nothing to the database.
_COOKIE = "looked"
_COOKIE_AGE = timedelta(days=180)
# A visit ends after this many minutes without a request. Until then, the desk marks new items as new.
_VISIT_MINUTES = 30
_LINE = '<li><a href="matches/{}/">{}</a> {}</li>'


@signed_in
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """List the organiser's competitions and their open tasks."""
    return render(request, "competition/desk/home.html", {"desks": queries.desks(organiser(request))})


# Compression is safe here against BREACH: the page with phone numbers does not echo any input, and the CSRF token
# changes with each response.
@for_organiser
@require_safe
def competition(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the desk: the organiser's tasks, the season, the pairs that wait, and the news."""
    seen, since, now = queries.desk(competition), _previous_visit(request), timezone.now()
    todo = _tasks(seen)
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
        over = seen.under(Stage.OFFICIAL)
        decided = [(match.code, match.round_name, words.sentence(match)) for match in over]
        # A loop in the template is too slow for hundreds of lines.
        page |= {"decided": format_html_join("", _LINE, decided), "number_decided": len(decided)}
    return _store_visit(request, render(request, "competition/desk/competition.html", page))


def _tasks(seen: Desk) -> list[Task]:
    draw = seen.draw
    todo, entries = [*duties.entries(seen)], entry_notifications(seen.competition)
    waiting: list[datetime | None] = [row.since for one in entries for row in one.emails if waits_long(row)]
    if draw:
        both = comparisons(seen.under("disputed"))
        sent = rows(draw)
        untold = [one for one in notifications_of(draw, sent, *tasks.PRESSED) if one.to_do]
        todo = [*tasks.in_play(seen, draw, both, matches_needing_attention(draw), untold, troubles(draw, sent)), *todo]
        waiting.append(waiting_since(draw, sent))
    if since := min(filter(None, waiting), default=None):
        todo.insert(0, duties.unsent(since))
    todo += duties.not_delivered(parked_to_organisers(seen.competition))
    todo += [duties.to_tell(told) for told in by_topic(entries) if told.left]
    last_day, today = kept_until(seen.competition, draw), timezone.localdate()
    if not are_needed(seen.competition, draw) and are_known(seen.competition):
        todo.append(duties.contacts(last_day, today))
    return todo


@for_organiser
@require_safe
def more(request: HttpRequest, competition: Competition) -> HttpResponse:
    """List all pages of the desk with their purpose."""
    draw = get_draw(competition)
    page = {"competition": competition, "is_published": draw is not None}
    page |= {"contacts_until": kept_until(competition, draw), "is_over": bool(draw and is_over(draw))}
    page["may_cancel"] = not (competition.is_cancelled or page["is_over"])
    page["may_delete"] = competition.owner_id == organiser(request).pk and not was_played(competition)
    return render(request, "competition/desk/more.html", page)


def _previous_visit(request: HttpRequest) -> datetime | None:
    """Return the end of the previous visit of this browser, or None on the first visit."""
    before, _ = _visits(request)
    return datetime.fromtimestamp(before * 60, tz=timezone.get_current_timezone()) if before else None


def _store_visit(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Store the time of this visit in a cookie of the response."""
    before, now = _visits(request)
    response.set_cookie(
        _COOKIE,
        f"{before}-{now}",
        max_age=_COOKIE_AGE,
        path=request.path,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _visits(request: HttpRequest) -> tuple[int, int]:
    """Return the end of the previous visit (0 if there is none) and the current time, in minutes since 1970."""
    now = int(timezone.now().timestamp()) // 60
    told = [whole_number(part) or 0 for part in request.COOKIES.get(_COOKIE, "").split("-")]
    before, latest = told if len(told) == 2 and max(told) <= now else (0, 0)
    return (latest if now - latest > _VISIT_MINUTES else before), now


@for_organiser
@require_safe
def log(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the log, newest first. `?match=R2-M5`, `?pair=7` and `?who=` filter it."""
    form = LogForm(request.GET, organisers=organisers_of(competition))
    lines = queries.page_of(queries.log(competition, **form.wanted), request.GET.get("page"))
    kept = request.GET.copy()
    kept.pop("page", None)
    page = {"competition": competition, "page": lines, "lines": log_lines(lines), "kept": kept.urlencode()}
    return form_page(request, "competition/desk/log.html", form, **page)
