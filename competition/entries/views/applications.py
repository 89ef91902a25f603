"""The entries that pairs have sent in, waiting for an answer."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.entries.actions import applications
from competition.entries.formats.duplicate_warnings import THIS, duplicate_warnings, names_entered, names_waiting
from competition.entries.forms.applying import DeclineForm
from competition.entries.models.application import Application
from competition.entries.queries import pairs
from competition.entries.queries.pairs import players_by_key, waiting_applications
from competition.pages.posting import accepted, by, sent, status
from scoring.rules.refusal import Refused
from scoring.rules.spoken import quantity


@for_organiser
def application(request: HttpRequest, competition: Competition, reference: str) -> HttpResponse:
    """An entry as it was sent in; POST accepts or declines it."""
    entry = pairs.application(competition, reference)
    if entry is None:
        raise Http404
    if "accept" in request.POST:
        return _accepted(request, entry)
    form = DeclineForm(sent(request))
    if accepted(form, lambda: applications.decline(entry, word=form.cleaned_data["word"], by=by(request))):
        messages.success(request, f"The entry of {entry.name} is declined.")
        return redirect("desk:application", competition.slug, reference)
    return _page(request, entry, form)


def _accepted(request: HttpRequest, entry: Application) -> HttpResponse:
    try:
        pair = applications.accept(entry, by=by(request))
    except Refused as fault:
        return _page(request, entry, DeclineForm(), fault=str(fault))
    messages.success(request, f"{entry.name} are entered as pair {pair.number}.")
    return redirect("desk:application", entry.competition.slug, entry.reference)


def _page(request: HttpRequest, entry: Application, form: DeclineForm, fault: str = "") -> HttpResponse:
    standing = [
        *names_entered(players_by_key(entry.competition).values()),
        *names_waiting(entry, waiting_applications(entry.competition)),
    ]
    page = {
        "competition": entry.competition,
        "entry": entry,
        "form": form,
        "fault": fault,
        "warnings": [] if entry.answer else duplicate_warnings(standing, of=[THIS]),
    }
    return render(request, "competition/entries/application.html", page, status=422 if fault else status(form))


@for_organiser
@require_POST
def accept_all(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Enter every pair that waits, but those whose players are in twice."""
    try:
        entered = applications.accept_all(competition, by=by(request))
    except Refused as fault:
        messages.error(request, str(fault))
    else:
        messages.success(request, f"{quantity(entered, 'pair')} entered.")
    return redirect("desk:pairs", competition.slug)
