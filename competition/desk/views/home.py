"""An organiser's competitions, and the desk of one: what needs the organiser today."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.html import format_html_join
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from competition.arranging.queries import radar
from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.desk.formats import duties, needs, season
from competition.desk.formats.needs import Need
from competition.desk.formats.news import news, when
from competition.desk.queries import log, matches
from competition.desk.queries.disputes import comparisons
from competition.desk.queries.matches import Desk
from competition.desk.views.looking import keep_look, last_look
from competition.knockout.formats import words
from competition.knockout.formats.overview import cancellation
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.stages import Stage
from competition.pages.posting import organiser
from competition.post.formats.by_way import by_occasion
from competition.post.queries.contacts import are_known, are_needed, kept_until
from competition.post.queries.entry_tellings import entry_tellings
from competition.post.queries.mails import rows, troubles, waiting_since, waits_long
from competition.post.queries.tellings import tellings_of
from competition.signing_in.doors import signed_in

_MOST_NEWS = 4
_LINE = '<li><a href="matches/{}/">{}, {}</a> {}</li>'


@signed_in
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The organiser's competitions, each with what needs doing."""
    return render(request, "competition/desk/home.html", {"desks": matches.desks(organiser(request))})


# Packed: nothing that is asked for comes back with the telephone numbers on this page, whose secret a length could
# betray (BREACH); the token of a form is another each time.
@for_organiser
@gzip_page
@require_safe
def competition(request: HttpRequest, competition: Competition) -> HttpResponse:
    """One competition: what needs the organiser, the season, who waits for whom, what is new."""
    seen, since, now = matches.desk(competition), last_look(request), timezone.now()
    todo = _needs(seen)
    lines = log.news(competition, organiser(request), since, _MOST_NEWS)
    page = {"desk": seen, "competition": competition, "now": now, "needs": todo, "heading": duties.heading(todo)}
    page |= {"next_day": duties.next_day(seen), "news": news(lines, seen.snapshot, now)}
    page["cancelled"] = cancellation(competition)
    page["since"] = when(since, now) if since else ""
    if seen.snapshot:
        waits = season.waits(seen.snapshot)
        page |= {"columns": season.columns(seen.snapshot), "waits": waits[: season.MOST_WAITING]}
        page["still_in"] = season.still_in(seen.snapshot)
        page["further"] = len(waits) - season.MOST_WAITING
        decided = [(match.code, match.round_name, match.code, words.sentence(match)) for match in _decided(seen)]
        # In a loop of the template hundreds of lines take longer than all else.
        page |= {"decided": format_html_join("", _LINE, decided), "number_decided": len(decided)}
    return keep_look(request, render(request, "competition/desk/competition.html", page))


def _needs(seen: Desk) -> list[Need]:
    snapshot = seen.snapshot
    todo, entries = [*duties.entries(seen)], entry_tellings(seen.competition)
    waiting: list[datetime | None] = [row.since for one in entries for row in one.mails if waits_long(row)]
    if snapshot:
        both = comparisons(seen.under("disputed"))
        sent = rows(snapshot)
        untold = [one for one in tellings_of(snapshot, sent, *needs.PRESSED) if one.to_do]
        todo = [*needs.in_play(seen, snapshot, both, radar(snapshot), untold, troubles(snapshot, sent)), *todo]
        waiting.append(waiting_since(snapshot, sent))
    if since := min(filter(None, waiting), default=None):
        todo.insert(0, duties.unsent(since))
    todo += [duties.to_tell(told) for told in by_occasion(entries) if told.left]
    last_day, today = kept_until(seen.competition, snapshot), timezone.localdate()
    if not are_needed(seen.competition, snapshot) and are_known(seen.competition):
        todo.append(duties.contacts(last_day, today))
    return todo


def _decided(seen: Desk) -> list[MatchState]:
    return [match for _, match in seen.matches if match.stage is Stage.OFFICIAL]
