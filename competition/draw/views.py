"""Views for planning a competition, locking the entry list, making and publishing the draw, and swapping pairs."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.draw.actions.publishing import lock_entry_list, make_draw, publish_draw, swap_pairs
from competition.draw.forms import AttemptForm, PublishForm, RehearsalForm, SwapForm, fewest_pairs
from competition.draw.presenters import making
from competition.draw.presenters.overview import questions
from competition.draw.queries.attempts import entries_in, latest_attempt, read_drawing, taken_back
from competition.draw.queries.later_rounds import most_losers
from competition.draw.queries.terms import proposed_dates
from competition.draw.rules.invented_season import MOST_INVENTED, invented_season
from competition.draw.rules.rehearsal import unusual_dates
from competition.entries.queries.applications import waiting_applications
from competition.web.cached_page import numbers
from competition.web.posting import bound_data, by, form_page, form_status, save_form
from scoring.rules.refusal import Refused, fingerprint


@for_organiser
def draw(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the latest draw. POST makes the next draw."""
    form = AttemptForm(bound_data(request))
    if save_form(form, lambda: make_draw(competition, by=by(request), **form.cleaned_data)):
        return redirect("desk:draw", competition.slug)
    waiting = waiting_applications(competition).count()
    drawing = read_drawing(competition)
    page = {"competition": competition, "drawing": drawing, "form": form, "waiting": waiting}
    page["summary"] = making.draw_summary(drawing.rehearsal) if drawing.rehearsal else ""
    page["taken_back"] = taken_back(competition)
    return render(request, "competition/draw/draw.html", page, status=form_status(form))


@for_organiser
@require_POST
def lock_list(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Lock the entry list and publish its fingerprint."""
    try:
        lock_entry_list(competition, by=by(request))
    except Refused as fault:
        messages.error(request, str(fault))
    else:
        messages.success(request, "The entry list is locked, and everybody can see its fingerprint. Now make the draw.")
    return redirect("desk:draw", competition.slug)


@for_organiser
def swap(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the form for swapping two pairs of the latest draw. POST swaps them."""
    seen = read_drawing(competition)
    latest = seen.latest
    if latest is None:
        messages.warning(request, "Make the draw first.")
        return redirect("desk:draw", competition.slug)
    form = SwapForm(bound_data(request), entries=entries_in(latest), initial={"after": latest.swaps.count()})
    if save_form(form, lambda: swap_pairs(latest, by=by(request), **form.cleaned_data)):
        messages.success(request, "The two pairs are swapped. The swap and its reason are on the record.")
        return redirect("desk:draw", competition.slug)
    page = {"competition": competition, "drawing": seen, "form": form}
    return render(request, "competition/draw/swap.html", page, status=form_status(form))


@for_organiser
@require_safe
def reveal(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the latest draw step by step, for display on a screen at the opening day."""
    latest = latest_attempt(competition)
    if latest is None or latest.is_elsewhere:
        messages.warning(request, "Make the draw here first." if latest else "Make the draw first.")
        return redirect("desk:draw", competition.slug)
    lot = numbers(request, ("lot",)).get("lot", 0)
    page = {"competition": competition, "reveal": making.reveal(latest, lot), "attempt": latest.attempt}
    return render(request, "competition/draw/reveal.html", page)


@for_organiser
@require_safe
def rehearsal(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show rounds, byes and dates for a given number of pairs. Nothing is saved."""
    today = timezone.localdate()
    starts = max(competition.closing_date, today)
    conditions = competition.conditions
    pairs = max(competition.pairs.count(), fewest_pairs(conditions.division))
    form = RehearsalForm.of(request.GET, pairs=pairs, starts=starts, on_one_day=conditions.minutes is not None)
    plan = form.plan(conditions.plate_rules, conditions.division)
    page = {"competition": competition, "form": form, "plan": plan}
    if plan:
        unusual = unusual_dates(plan.starts, [(round.name, round.play_by) for round in plan.rounds], today)
        page |= {"sentence": making.plan_summary(plan), "remarks": [remark for _, remark in unusual]}
        page |= _invented(request, competition, plan.pairs)
    return render(request, "competition/draw/rehearsal.html", page, status=422 if form.errors else 200)


def _invented(request: HttpRequest, competition: Competition, pairs: int) -> dict:
    """Return a season with invented results, its number (0 for the first) and the query string for the next one.

    Empty for a large draw.
    """
    if pairs > MOST_INVENTED:
        return {}
    conditions, number = competition.conditions, numbers(request, ("season",)).get("season", 0)
    qualifiers = conditions.qualifiers if conditions.next_event else 0
    query = request.GET.copy()
    query["season"] = str(number + 1)
    return {
        "season": invented_season(
            pairs, conditions.plate_rules, qualifiers, number, conditions.division, most_losers(conditions)
        ),
        "season_number": number,
        "next_event": conditions.next_event,
        "again": query.urlencode(),
    }


@for_organiser
def publish(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Publish the latest draw with a play-by date for each round, after the organiser has seen all questions."""
    seen = read_drawing(competition)
    latest = seen.latest
    if latest is None or latest.undone:
        messages.warning(request, "Make the draw first.")
        return redirect("desk:draw", competition.slug)
    today = timezone.localdate()
    form = PublishForm(
        bound_data(request),
        rounds=seen.rounds,
        attempt=latest.attempt,
        dates=proposed_dates(competition, len(seen.rounds), max(competition.closing_date, today)),
        competition=competition,
    )
    waiting = waiting_applications(competition).count()
    open_questions = questions(competition, [*zip(seen.rounds, form.planned, strict=False)], waiting, today)
    mark = fingerprint(open_questions) if open_questions else ""

    def action() -> object:
        return publish_draw(latest, play_by=form.play_by, deals=form.deals, set_days=form.set_days, by=by(request))

    if form.has_read(mark) and save_form(form, action):
        messages.success(request, "The draw is published. Now tell the pairs, under Messages.")
        return redirect("desk:competition", competition.slug)
    page = {"competition": competition, "drawing": seen, "questions": open_questions, "asked": mark}
    return form_page(request, "competition/draw/publish.html", form, **page)
