"""Entering by oneself: a pair sends in its entry and looks up the organiser's answer."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from competition import queries
from competition.access import Attempts, entrance
from competition.actions import applications
from competition.forms.applying import ApplicationForm
from competition.queries import shown
from competition.queries.shown import Entries
from scoring.rules.refusal import Refused


@entrance
def enter(request: HttpRequest, competition: str) -> HttpResponse:
    """The entry form while pairs can enter by themselves; else why not, and whom to ask."""
    now = shown.competition(competition)
    if now is None:
        raise Http404
    ask = _either(shown.organisers(now.competition))
    if not isinstance(now, Entries) or not now.takes_entries:
        page = {"competition": now.competition, "ask": ask, "drawn": not isinstance(now, Entries)}
        page["is_open"] = isinstance(now, Entries) and now.is_open
        status = 422 if request.method == "POST" else 200
        return render(request, "competition/public/entries_closed.html", page, status=status)
    form = ApplicationForm(request.POST if request.method == "POST" else None, competition=now.competition)
    attempts = Attempts(request, f"enter {competition}")
    if request.method == "POST" and attempts.too_many():
        return _form(request, now, form, {"ask": ask, "is_locked": True}, 429)
    if form.is_valid():
        attempts.note()
        try:
            sent = applications.apply(now.competition, form.entry(), wishes=form.cleaned_data["wishes"])
        except Refused as fault:
            form.add_error(None, str(fault))
        else:
            return redirect("entry:sent", competition, sent.reference)
    return _form(request, now, form, {"ask": ask}, 422 if form.errors else 200)


def _form(
    request: HttpRequest, now: Entries, form: ApplicationForm, more: Mapping[str, object], status: int
) -> HttpResponse:
    known = queries.known_places(now.competition)
    page = {"competition": now.competition, "form": form, "known": known, **more}
    return render(request, "competition/public/enter.html", page, status=status)


@entrance
@require_safe
def entered(request: HttpRequest, competition: str, reference: str) -> HttpResponse:
    """What has become of the entry sent in under this reference, with no contacts."""
    sent = queries.application(competition, reference)
    if sent is None:
        raise Http404
    page = {"competition": sent.competition, "sent": sent, "ask": _either(shown.organisers(sent.competition))}
    return render(request, "competition/public/entered.html", page)


def _either(organisers: list[str]) -> str:
    """Whom to ask; organisers may have given no name."""
    return " or ".join(organisers) or "the organiser"
