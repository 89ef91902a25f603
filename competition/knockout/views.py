"""View for publishing a draw."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.drawing.queries import read_drawing
from competition.entries.queries import waiting_applications
from competition.knockout.actions import publish_draw
from competition.knockout.forms import PublishForm
from competition.knockout.presenters.overview import questions
from competition.knockout.queries.terms import usual_dates
from competition.web.posting import bound_data, by, form_page, save_form
from scoring.rules.refusal import fingerprint


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
        dates=usual_dates(competition, len(seen.rounds), max(competition.closing_date, today)),
        season=competition.season,
    )
    waiting = waiting_applications(competition).count()
    asked = questions(competition, [*zip(seen.rounds, form.planned, strict=False)], waiting, today)
    mark = fingerprint(asked) if asked else ""

    def action() -> object:
        return publish_draw(latest, play_by=form.play_by, by=by(request))

    if form.has_read(mark) and save_form(form, action):
        messages.success(request, "The draw is published. Now tell the pairs, under Messages.")
        return redirect("desk:competition", competition.slug)
    page = {"competition": competition, "drawing": seen, "questions": asked, "asked": mark}
    return form_page(request, "competition/knockout/publish.html", form, **page)
