"""Fixing the list of pairs, drawing lots, changing them by hand and publishing one drawing."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.entries.queries.pairs import waiting_applications
from competition.lots import actions as lots_actions
from competition.lots.formats import reveal as lots
from competition.lots.forms.drawing import AttemptForm, SwapForm
from competition.lots.queries import commitments, latest_attempt, taken_back
from competition.lots.queries import drawing as prepared
from competition.pages.cached_page import numbers
from competition.pages.posting import accepted, by, sent, status
from scoring.rules.refusal import Refused


@for_organiser
def draw(request: HttpRequest, competition: Competition) -> HttpResponse:
    """The latest attempt; POST draws the next one."""
    form = AttemptForm(sent(request))
    if accepted(form, lambda: lots_actions.draw_lots(competition, by=by(request), **form.cleaned_data)):
        return redirect("desk:draw", competition.slug)
    waiting = waiting_applications(competition).count()
    page = {"competition": competition, "drawing": prepared(competition), "form": form, "waiting": waiting}
    page["taken_back"] = taken_back(commitments(competition))
    return render(request, "competition/lots/draw.html", page, status=status(form))


@for_organiser
@require_POST
def commit(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Fix the list of pairs as it stands, and show everybody its fingerprint."""
    try:
        lots_actions.commit(competition, by=by(request))
    except Refused as fault:
        messages.error(request, str(fault))
    else:
        messages.success(request, "The list is fixed, and everybody can see its fingerprint. Now draw lots.")
    return redirect("desk:draw", competition.slug)


@for_organiser
def swap(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Let two pairs of the latest attempt change places."""
    seen = prepared(competition)
    latest = seen.latest
    if latest is None:
        messages.warning(request, "Draw lots first.")
        return redirect("desk:draw", competition.slug)
    form = SwapForm(sent(request), entries=latest.commitment.entries)
    if accepted(form, lambda: lots_actions.swap(latest, by=by(request), **form.cleaned_data)):
        messages.success(request, "The two pairs have changed places. The change and its reason are on the record.")
        return redirect("desk:draw", competition.slug)
    page = {"competition": competition, "drawing": seen, "form": form}
    return render(request, "competition/lots/swap.html", page, status=status(form))


@for_organiser
@require_safe
def reveal(request: HttpRequest, competition: Competition) -> HttpResponse:
    """The latest attempt lot by lot, on a screen at the opening day."""
    latest = latest_attempt(competition)
    if latest is None:
        messages.warning(request, "Draw lots first.")
        return redirect("desk:draw", competition.slug)
    lot = numbers(request, ("lot",)).get("lot", 0)
    page = {"competition": competition, "reveal": lots.reveal(latest, lot), "attempt": latest.attempt}
    return render(request, "competition/lots/reveal.html", page)
