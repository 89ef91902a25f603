"""Publishing one drawing of lots."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.knockout.actions import publishing
from competition.knockout.forms.publishing import PublishForm
from competition.lots.formats.rehearsal import remarks
from competition.lots.queries import drawing as prepared
from competition.lots.rules.rehearsal import oddities
from competition.pages.posting import accepted, by, sent, status


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
        season=competition.season,
    )
    if accepted(form, lambda: publishing.publish(latest, play_by=form.play_by, by=by(request))):
        messages.success(request, "The draw is published. Now tell the pairs, under Post.")
        for remark in remarks(oddities(today, list(zip(seen.rounds, form.play_by, strict=True)), today)):
            messages.warning(request, f"{remark} A round can be given more time on this page.")
        return redirect("desk:competition", competition.slug)
    page = {"competition": competition, "drawing": seen, "form": form}
    return render(request, "competition/knockout/publish.html", page, status=status(form))
