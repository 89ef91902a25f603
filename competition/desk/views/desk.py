"""Views for the organiser's desk: competitions, the tasks and log of one competition, and its matches."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.html import format_html_join
from django.views.decorators.http import require_POST, require_safe

from competition.accounts.access import signed_in
from competition.accounts.queries import may_create, site_owners
from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.contest.queries import organisers_of
from competition.desk.forms import LogForm
from competition.desk.presenters import opening_day, season, tasks, untold
from competition.desk.presenters.history import history, log_lines, news, when
from competition.desk.presenters.tasks import Task
from competition.desk.queries import overview
from competition.desk.queries.overview import Desk, comparisons
from competition.draw.access import match_of
from competition.draw.actions.meetings import record_notice
from competition.draw.models.result_entry import Notice
from competition.draw.presenters.match_line import match_line
from competition.draw.presenters.overview import cancellation, is_over
from competition.draw.presenters.words import to_organiser
from competition.draw.queries.draw import PublishedDraw, get_draw
from competition.draw.queries.later_rounds import is_by_round
from competition.draw.queries.results import stand_in
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import Stage
from competition.match.presenters import listing, official_sheet, story
from competition.match.queries.dates import matches_needing_attention
from competition.match.queries.paper import has_two_sheets, two_sheets
from competition.match.queries.play import earlier_sheets, open_pair_match
from competition.notifications.queries.message_states import (
    Notification,
    all_notifications,
    are_known,
    are_needed,
    kept_until,
    parked_to_organisers,
    waiting_since,
    wordings,
)
from competition.rulings.decisions.results import ways
from competition.rulings.queries import may_be_deleted
from competition.web.posting import by, form_page, organiser, refusal_as_message
from competition.web.rules import whole_number
from scoring.rules.sides import Reader

_MOST_NEWS = 4
# The cookie stores the time of the last visit, so that a visit writes nothing to the database.
_COOKIE = "looked"
_COOKIE_AGE = timedelta(days=180)
# A visit ends after this many minutes without a request. Until then, the desk continues to mark new items.
_VISIT_MINUTES = 30
_LINE = '<li><a href="matches/{}/">{}</a> {}</li>'


@signed_in
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """List the organiser's competitions: first those with tasks, and last those that are over."""
    desks = sorted(overview.desks(organiser(request)), key=lambda desk: desk.needs, reverse=True)
    groups = [
        ("Current", [desk for desk in desks if not desk.is_over]),
        ("Finished", [desk for desk in desks if desk.is_over]),
    ]
    creates = may_create(organiser(request))
    page = {
        "groups": [(title, some) for title, some in groups if some],
        "may_create": creates,
        "owners": [] if creates else site_owners(),
    }
    return render(request, "competition/desk/home.html", page)


# Compression is safe here against BREACH: the page with phone numbers does not echo any input, and the CSRF token
# changes with each response.
@for_organiser
@require_safe
def competition(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the desk: the organiser's tasks, the season, the waiting pairs, and the news."""
    seen = overview.desk(competition)
    since = _previous_visit(request)
    now = timezone.now()
    notifications = all_notifications(competition, seen.draw)
    open_ones = untold.open_messages(notifications)
    deleting, waits_for = _end(seen, notifications, open_ones)
    todo = [*_tasks(seen, notifications, open_ones), *deleting]
    lines = overview.news(competition, organiser(request), since, _MOST_NEWS)
    page = {"desk": seen, "competition": competition, "now": now, "needs": todo, "heading": tasks.heading(todo, seen)}
    page |= {"what_next": tasks.what_next(seen) or waits_for, "news": news(lines, seen.draw, now)}
    page |= {"cancelled": cancellation(competition), "open_messages": untold.number_of_pairs(open_ones)}
    if competition.opening_day == timezone.localdate() and (today := opening_day.read(competition, seen.draw)):
        page |= {"day": today, "heading": today.heading, "shown": today.missing[: opening_day.MOST_MISSING]}
    page["emailed_today"] = untold.emailed_today(notifications)
    page["since"] = when(since, now) if since else ""
    if since and not seen.draw:
        page["new_entries"] = overview.entries_since(competition, since)
    if seen.draw:
        waits = season.waits(seen.draw)
        page |= {"columns": season.columns(seen.draw), "waits": waits[: season.MOST_WAITING]}
        page["still_in"] = len(season.still_in(seen.draw))
        page["further"] = len(waits) - season.MOST_WAITING
        over = seen.under(Stage.OFFICIAL)
        decided = [(line.code, line.round, line.sentence) for line in map(match_line, over)]
        # A loop in the template is too slow for hundreds of lines.
        page |= {"decided": format_html_join("", _LINE, decided), "number_decided": len(decided)}
    return _store_visit(request, render(request, "competition/desk/competition.html", page))


def _tasks(seen: Desk, notifications: Sequence[Notification], open_ones: Sequence[Notification]) -> list[Task]:
    """Return the tasks: waiting emails, the matches, the messages, and then entries and the draw."""
    competition, draw = seen.competition, seen.draw
    worries = matches_needing_attention(draw) if draw else []
    since = waiting_since(notifications)
    todo = [untold.unsent(since)] if since else []
    if draw:
        todo += tasks.one_day(draw)
        todo += tasks.round_to_be_drawn(draw)
        todo += tasks.in_play(seen, draw, comparisons(seen.under("disputed")), worries)
    todo += untold.failed_email_tasks(notifications)
    todo += untold.message_tasks(open_ones, worries, wordings(competition) if open_ones else {})
    return [*todo, *tasks.entries(seen), *untold.not_delivered(parked_to_organisers(competition))]


def _end(
    seen: Desk, notifications: Sequence[Notification], open_ones: Sequence[Notification]
) -> tuple[list[Task], str]:
    """Return the task to delete the contact details after all pairs have been told, or a sentence about waiting."""
    if are_needed(seen.competition, seen.draw) or not are_known(seen.competition):
        return [], ""
    last_day, today = kept_until(seen.competition, seen.draw), timezone.localdate()
    left = untold.number_of_pairs([*open_ones, *(row for row in notifications if row.waits)])
    if left and last_day >= today:
        return [], tasks.contacts_wait(last_day, left)
    return [tasks.contacts(last_day, today, left)], ""


@for_organiser
@require_safe
def more(request: HttpRequest, competition: Competition) -> HttpResponse:
    """List all pages of the desk with their purpose."""
    draw = get_draw(competition)
    page = {"competition": competition, "is_published": draw is not None}
    page["is_by_round"] = draw is not None and is_by_round(draw)
    page |= {"contacts_until": kept_until(competition, draw), "is_over": bool(draw and is_over(draw))}
    page["may_cancel"] = not (competition.is_cancelled or page["is_over"])
    page["may_delete"] = competition.owner_id == organiser(request).pk and may_be_deleted(competition)
    return render(request, "competition/desk/more.html", page)


def _previous_visit(request: HttpRequest) -> datetime | None:
    """Return the end of this browser's previous visit, or None on the first visit."""
    before, _ = _visits(request)
    return datetime.fromtimestamp(before * 60, tz=timezone.get_current_timezone()) if before else None


def _store_visit(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Store the time of this visit in a cookie on the response."""
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
    minutes = [whole_number(part) or 0 for part in request.COOKIES.get(_COOKIE, "").split("-")]
    before, latest = minutes if len(minutes) == 2 and max(minutes) <= now else (0, 0)
    return (latest if now - latest > _VISIT_MINUTES else before), now


@for_organiser
@require_safe
def log(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the log, newest first. `?match=R2-M5`, `?pair=7` and `?who=` filter it. `?deals=1` shows deals."""
    draw = get_draw(competition)
    rounds = [round.name for round in draw.rounds] if draw else []
    form = LogForm(request.GET, organisers=organisers_of(competition), rounds=rounds)
    lines = overview.log(competition, deals="deals" in request.GET, **form.wanted)
    kept = request.GET.copy()
    kept.pop("page", None)
    shown = overview.page_of(lines, request.GET.get("page"))
    page = {"competition": competition, "page": shown, "lines": log_lines(shown, draw), "kept": kept.urlencode()}
    return form_page(request, "competition/desk/log.html", form, **page)


@for_organiser
@require_safe
def match(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Show a match with its pairs, its score sheet, its reports and decisions, and the possible rulings."""
    draw, state = match_of(competition, code)
    lines = overview.match_log(draw, code)
    match_story = story.make_story(draw, state, open_pair_match(draw, state))
    page = {
        "competition": competition,
        "state": state,
        "story": match_story,
        "standing": to_organiser(match_story.standing),
        "lead": _with_short_names(draw, state, match_story.sentence),
        "replaced": earlier_sheets(state),
        "history": history(draw, state, overview.result_entries(draw, code, lines)),
        "lines": log_lines(lines, draw),
        "ways": ways(state),
        "has_two": has_two_sheets(state),
        "stand_ins": [player for pair in state.pairs if (player := stand_in(state, pair))],
    }
    return render(request, "competition/desk/match.html", page)


def _with_short_names(draw: PublishedDraw, state: PublishedMatch, sentence: str) -> str:
    """Return the sentence for the organiser with short names, because the heading has the full names."""
    for side in state.sides:
        if side.pair:
            sentence = sentence.replace(side.text, draw.forms[side.pair.number].short)
    return to_organiser(sentence)


@for_organiser
@require_safe
def compare(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Compare both score sheets of a match deal by deal. Raises Http404 if the match has no score sheet."""
    draw, state = match_of(competition, code)
    if (match := open_pair_match(draw, state)) is None:
        raise Http404
    page = {"competition": competition, "state": state, "both": two_sheets(match), "reader": Reader()}
    return render(request, "competition/desk/compare.html", page)


@for_organiser
@require_safe
def print_blank(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Show a blank score sheet for any match, for printing."""
    return render(request, "competition/desk/print.html", {"sheet": official_sheet.blank(*match_of(competition, code))})


@for_organiser
@require_POST
def told(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Record that the organiser told the pair about the result that awaits its reply."""
    outcome = whole_number(request.POST.get("outcome", "")) or 0
    with refusal_as_message(request):
        record_notice(competition, code, outcome, how=Notice.Channel.ORGANISER, by=by(request))
        messages.success(request, "Saved. Their reply time starts now.")
    return redirect("desk:competition", competition.slug)


# Compression is safe here against BREACH: the page echoes the search, but shows no phone numbers or private links. The
# CSRF token changes with each response.
@for_organiser
@require_safe
def all_matches(request: HttpRequest, competition: Competition) -> HttpResponse:
    """List the matches that pass the filters, by round. Raises Http404 before the draw is published."""
    if (draw := get_draw(competition)) is None:
        raise Http404
    asked = listing.Filter(*(request.GET.get(name, "") for name in ("show", "round", "find")))
    ticked = "all" in request.GET
    sections = listing.sections(draw, asked, listing.ForOrganiser(ticked, competition.conditions.extensions))
    page = {"competition": competition, "draw": draw, "asked": asked, "sections": sections, "ticked": ticked}
    page |= {
        "filters": listing.filters(draw),
        "can_be_ticked": any(section.can_be_ticked for section in sections),
        "can_be_confirmed": any(section.can_be_confirmed for section in sections),
    }
    page["can_be_entered"] = any(state.is_open for state in draw.matches.values())
    return render(request, "competition/desk/all_matches.html", page)
