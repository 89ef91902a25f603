"""The clubs and areas the pairs have given."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.entries.actions.clubs import rename
from competition.entries.forms.pair import RenameForm
from competition.entries.queries import pairs
from competition.pages.posting import accepted, by, sent, status

PLURAL = {"club": "Clubs", "area": "Areas"}


@for_organiser
def clubs(request: HttpRequest, competition: Competition, kind: str) -> HttpResponse:
    """The clubs or the areas with what may be one; POST gives one another name."""
    spellings = pairs.spellings(competition, kind)
    wanted = {name: request.GET.get(name, "")[:80] for name in ("old", "new")}
    form = RenameForm(sent(request), initial=wanted, known=[spelling.name for spelling in spellings])
    if accepted(form, lambda: rename(competition, kind, **form.cleaned_data, by=by(request))):
        messages.success(request, f"“{form.cleaned_data['old']}” is called “{form.cleaned_data['new']}” from now on.")
        return redirect(request.path)
    page = {"competition": competition, "kind": kind, "plural": PLURAL[kind], "spellings": spellings, "form": form}
    return render(request, "competition/entries/clubs.html", page, status=status(form))
