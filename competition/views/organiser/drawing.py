"""Drawing lots and publishing one drawing."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from competition.access import for_organiser
from competition.actions import drawing
from competition.forms.organiser import AttemptForm, PublishForm
from competition.models import Competition
from competition.queries.drawing import drawing as prepared
from competition.views.organiser.orders import accepted, by, sent, status


@for_organiser
def draw(request: HttpRequest, competition: Competition) -> HttpResponse:
    """The latest attempt; POST draws the next one."""
    form = AttemptForm(sent(request))
    if accepted(form, lambda: drawing.draw_lots(competition, attempt=form.cleaned_data["attempt"], by=by(request))):
        return redirect("desk:draw", competition.slug)
    page = {"competition": competition, "drawing": prepared(competition), "form": form}
    return render(request, "competition/organiser/draw.html", page, status=status(form))


@for_organiser
def publish(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Publish the latest attempt with a play-by date for each round."""
    seen = prepared(competition)
    latest = seen.latest
    if latest is None:
        messages.warning(request, "Draw lots first.")
        return redirect("desk:draw", competition.slug)
    form = PublishForm(
        sent(request),
        rounds=seen.rounds,
        attempt=latest.attempt,
        first_day=max(competition.closing_date, timezone.localdate()),
    )
    if accepted(form, lambda: drawing.publish(latest, play_by=form.play_by, by=by(request))):
        messages.success(request, "The draw is published. Give each pair its private link.")
        return redirect("desk:competition", competition.slug)
    page = {"competition": competition, "drawing": seen, "form": form}
    return render(request, "competition/organiser/publish.html", page, status=status(form))
