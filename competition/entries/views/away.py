"""When a pair is away, as it tells the organiser."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.entries.actions.away import keep
from competition.entries.forms.away import AwayForm
from competition.entries.queries.away import away
from competition.entries.queries.pairs import entry
from competition.pages.posting import accepted, by, sent, status


@for_organiser
def pair_away(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """The days on which a pair cannot play, for one that tells them by telephone."""
    if (pair := entry(competition, number)) is None:
        raise Http404
    known = [(row.first, row.last) for row in away([pair], since=timezone.localdate())[pair.pk]]
    form = AwayForm(sent(request), spans=known, season=competition.season)
    if accepted(form, lambda: keep(pair, form.spans, by=by(request))):
        messages.success(request, f"Kept when {pair.name} are away.")
        return redirect("desk:pair", competition.slug, number)
    page = {"competition": competition, "pair": pair, "form": form}
    return render(request, "competition/entries/pair_away.html", page, status=status(form))
