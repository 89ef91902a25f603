"""Starting a competition from another."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.pages.posting import accepted, by, sent, status
from competition.transfer.actions.starting import start
from competition.transfer.forms import StartForm
from competition.transfer.queries.starting import Start, source


@for_organiser
def start_from(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Found the next season, a plate or a second grade from this competition; `?as=` says which."""
    asked = request.GET.get("as", "")
    kind = Start(asked) if asked in {*Start} else Start.SEASON
    found = source(competition, kind)
    made: list[Competition] = []
    form = StartForm(sent(request), competition=competition, start=kind, source=found)
    if accepted(form, lambda: made.append(start(competition, **form.order, by=by(request)))):
        [new] = made
        pairs = f"{new.pairs.count()} pairs"
        messages.success(request, f"{new} is founded, with {pairs} and the conditions of {competition}.")
        return redirect("desk:competition", new.slug)
    page = {"competition": competition, "form": form, "kind": kind, "source": found, "kinds": _KINDS}
    return render(request, "competition/transfer/start.html", page, status=status(form))


_KINDS = {
    Start.SEASON: "The next season",
    Start.PLATE: "A plate for those who lost their first match",
    Start.ROUND_1: "A plate for those who lost in round 1",
    Start.GRADE: "A second grade",
}
