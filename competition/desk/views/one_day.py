"""Views for running a competition at one venue on one day."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.draw.access import draw_of
from competition.draw.actions.rounds import change_end, start_round, undo_start
from competition.draw.presenters.one_day import OneDay, one_day, tables
from competition.draw.rules.clock import Clock
from competition.web.posting import by, refusal_as_message
from competition.web.rules import whole_number

# The minutes that one press adds.
_MORE = 5


@for_organiser
@require_safe
def today(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the clock and the tables of the running round. The page updates itself.

    Raises Http404 before publication, and unless the competition is played on one day.
    """
    day = _day(competition)
    earlier = [(round, tables(day.draw, round)) for round in day.earlier]
    return render(request, "competition/desk/one_day.html", {**_page(competition, day), "earlier": earlier})


@for_organiser
@require_safe
def today_live(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Return the changing part of the day, or 204 if it is up to date."""
    day = _day(competition)
    if request.GET.get("shown") == _shown(day):
        return HttpResponse(status=204)
    return render(request, "competition/desk/_one_day.html", _page(competition, day))


def _day(competition: Competition) -> OneDay:
    draw = draw_of(competition)
    if draw.competition.conditions.minutes is None:
        raise Http404
    return one_day(draw)


def _page(competition: Competition, day: OneDay) -> dict:
    poll = f"{reverse('desk:today-live', args=[competition.slug])}?shown={_shown(day)}"
    return {"competition": competition, "day": day, "poll": poll}


def _shown(day: OneDay) -> str:
    """Return the value of `?shown=` for the page. The minutes change it too."""
    return f"{day.draw.version}-{day.round.number}-{day.minutes_left}"


@for_organiser
@require_POST
def set_clock(request: HttpRequest, competition: Competition, round: int) -> HttpResponse:
    """Start a round, give it more minutes, call time, or undo the start. The pressed button has the name of these."""
    shown, who = whole_number(request.POST.get("clock", "")) or 0, by(request)
    with refusal_as_message(request):
        if "start" in request.POST:
            clock = start_round(competition, round, by=who)
            said = _until(clock) if clock else "The round is drawn. It can start after the repechage."
        elif "more" in request.POST:
            said = _until(change_end(competition, round, minutes=_MORE, shown=shown, by=who))
        elif "time" in request.POST:
            change_end(competition, round, minutes=0, shown=shown, by=who)
            said = "Time is called. The tables finish the deal in play."
        elif "undo" in request.POST:
            undo_start(competition, round, shown=shown, by=who)
            said = "The start is undone."
        else:
            raise Http404
        messages.success(request, said)
    return redirect("desk:today", competition.slug)


def _until(clock: Clock) -> str:
    return f"The round ends at {timezone.localtime(clock.ends_at):%H:%M}."
