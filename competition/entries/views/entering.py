"""Entering by oneself: a pair sends in its entry and looks up the organiser's answer."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from competition.contest.models import Competition
from competition.contest.queries import found, organiser_names
from competition.entries.actions import applications
from competition.entries.forms.applying import ApplicationForm
from competition.entries.queries.pairs import application, known_places
from competition.pages.doors import entrance
from competition.pages.rate_limit import RateLimit
from scoring.rules.refusal import Refused


@entrance
def enter(request: HttpRequest, competition: str) -> HttpResponse:
    """The entry form while pairs can enter by themselves; else why not, and whom to ask."""
    entered = found(competition)
    if entered is None:
        raise Http404
    ask, drawn = _either(organiser_names(entered)), entered.is_published
    if drawn or not entered.takes_entries:
        page = {"competition": entered, "ask": ask, "drawn": drawn, "is_open": entered.is_open and not drawn}
        status = 422 if request.method == "POST" else 200
        return render(request, "competition/entries/entries_closed.html", page, status=status)
    form = ApplicationForm(request.POST if request.method == "POST" else None, competition=entered)
    attempts = RateLimit(request, f"enter {competition}")
    if request.method == "POST" and attempts.too_many():
        return _form(request, entered, form, {"ask": ask, "is_locked": True}, 429)
    if form.is_valid():
        attempts.note()
        try:
            sent = applications.apply(entered, form.entry(), wishes=form.cleaned_data["wishes"])
        except Refused as fault:
            form.add_error(None, str(fault))
        else:
            return redirect("entry:sent", competition, sent.reference)
    return _form(request, entered, form, {"ask": ask}, 422 if form.errors else 200)


def _form(
    request: HttpRequest, competition: Competition, form: ApplicationForm, more: Mapping[str, object], status: int
) -> HttpResponse:
    known = known_places(competition)
    page = {"competition": competition, "form": form, "known": known, **more}
    return render(request, "competition/entries/enter.html", page, status=status)


@entrance
@require_safe
def entered(request: HttpRequest, competition: str, reference: str) -> HttpResponse:
    """What has become of the entry sent in under this reference, with no contacts."""
    sent = application(competition, reference)
    if sent is None:
        raise Http404
    page = {"competition": sent.competition, "sent": sent, "ask": _either(organiser_names(sent.competition))}
    return render(request, "competition/entries/entered.html", page)


def _either(organisers: list[str]) -> str:
    """Whom to ask; organisers may have given no name."""
    return " or ".join(organisers) or "the organiser"
