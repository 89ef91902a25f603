"""Fixing the list of pairs, drawing lots, changing them by hand and publishing one drawing."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from competition.access import for_organiser
from competition.actions import drawing
from competition.formats import reveal as lots
from competition.formats.rehearsal import remarks
from competition.forms.organiser import AttemptForm, PublishForm, SwapForm
from competition.models import Competition
from competition.queries import waiting_applications
from competition.queries.drawing import drawing as prepared
from competition.queries.drawing import latest_attempt
from competition.rules.rehearsal import oddities
from competition.views.organiser.orders import accepted, by, sent, status
from competition.views.public.kept import numbers
from scoring.rules.refusal import Refused


@for_organiser
def draw(request: HttpRequest, competition: Competition) -> HttpResponse:
    """The latest attempt; POST draws the next one."""
    form = AttemptForm(sent(request))
    if accepted(form, lambda: drawing.draw_lots(competition, by=by(request), **form.cleaned_data)):
        return redirect("desk:draw", competition.slug)
    waiting = waiting_applications(competition).count()
    page = {"competition": competition, "drawing": prepared(competition), "form": form, "waiting": waiting}
    return render(request, "competition/organiser/draw.html", page, status=status(form))


@for_organiser
@require_POST
def commit(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Fix the list of pairs as it stands, and show everybody its fingerprint."""
    try:
        drawing.commit(competition, by=by(request))
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
    if accepted(form, lambda: drawing.swap(latest, by=by(request), **form.cleaned_data)):
        messages.success(request, "The two pairs have changed places. The change and its reason are on the record.")
        return redirect("desk:draw", competition.slug)
    page = {"competition": competition, "drawing": seen, "form": form}
    return render(request, "competition/organiser/swap.html", page, status=status(form))


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
    return render(request, "competition/organiser/reveal.html", page)


@for_organiser
def publish(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Publish the latest attempt with a play-by date for each round."""
    seen = prepared(competition)
    latest = seen.latest
    if latest is None:
        messages.warning(request, "Draw lots first.")
        return redirect("desk:draw", competition.slug)
    today = timezone.localdate()
    form = PublishForm(
        sent(request),
        rounds=seen.rounds,
        attempt=latest.attempt,
        first_day=max(competition.closing_date, today),
    )
    if accepted(form, lambda: drawing.publish(latest, play_by=form.play_by, by=by(request))):
        messages.success(request, "The draw is published. Give each pair its private link.")
        for remark in remarks(oddities(today, list(zip(seen.rounds, form.play_by, strict=True)), today)):
            messages.warning(request, f"{remark} A round can be given more time on this page.")
        return redirect("desk:competition", competition.slug)
    page = {"competition": competition, "drawing": seen, "form": form}
    return render(request, "competition/organiser/publish.html", page, status=status(form))
