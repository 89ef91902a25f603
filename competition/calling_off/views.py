"""A draw that is taken back."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from competition.calling_off.actions import draws
from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.knockout.formats.consequence import Sheet, sheet
from competition.knockout.forms.rulings import ReasonForm
from competition.knockout.queries.reading import snapshot_of
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.views.preview_and_confirm import Decision
from competition.pages.posting import by, sent

_DRAWN_ANEW = "Fix the list of pairs and draw again. These lots are never published again: everybody knows them."


@for_organiser
def take_back_draw(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Take the published draw back while nothing has been played, having said whom to tell."""
    form, snapshot = ReasonForm(sent(request)), snapshot_of(competition)
    back = reverse("desk:draw", args=[competition.slug])
    if snapshot is None:
        return redirect(back)
    lead = "Entries and conditions are open again. What was drawn, and that you took it back, stays on the record."
    decision = Decision(request, competition, "Take the draw back", lead, back, form)
    with decision.refusals():
        if decision.confirmed:
            reason = form.cleaned_data["reason"]
            draws.take_back(competition, reason=reason, shown=decision.confirmed, by=by(request))
            return decision.done("The draw is taken back. Entries and conditions are open again.")
    with decision.refusals():
        told = f"The draw is taken back, and lots are drawn anew: please arrange no match.{form.told}"
        decision.sheet = _sheet(request, snapshot, told, _DRAWN_ANEW, draws.mark(snapshot))
    return decision.page_at_once()


def _sheet(request: HttpRequest, snapshot: Snapshot, told: str, way_back: str, mark: str) -> Sheet:
    """What is told to every pair of the draw."""
    competition = snapshot.competition
    return sheet(
        snapshot,
        subject=str(competition),
        decision=told,
        pairs=snapshot.pairs,
        way_back=way_back,
        fingerprint=mark,
        address=request.build_absolute_uri(reverse("public:draw", args=[competition.slug])),
    )
