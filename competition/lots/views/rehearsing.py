"""Trying out how a competition would run."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.lots.formats import rehearsal as words
from competition.lots.forms.rehearsal import RehearsalForm
from competition.lots.rules.rehearsal import oddities


@for_organiser
@require_safe
def rehearsal(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Rounds, byes and dates for so many pairs, with what is odd about them; nothing is kept."""
    today = timezone.localdate()
    starts = max(competition.closing_date, today)
    form = RehearsalForm.of(request.GET, entered=competition.pairs.count(), starts=starts)
    plan = form.plan()
    page = {"competition": competition, "form": form, "plan": plan}
    if plan:
        odd = oddities(plan.starts, [(round.name, round.play_by) for round in plan.rounds], today)
        page |= {"sentence": words.sentence(plan), "remarks": words.remarks(odd)}
    return render(request, "competition/lots/rehearsal.html", page, status=422 if form.errors else 200)
