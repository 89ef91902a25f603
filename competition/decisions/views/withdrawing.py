"""A pair that withdraws after the draw, and one that plays on after all."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.decisions.actions import withdrawing
from competition.decisions.actions.rulings import Prospect
from competition.decisions.formats import consequence
from competition.decisions.formats.consequence import Sheet, sheet
from competition.decisions.forms.rulings import GroundsForm
from competition.decisions.views.preview_and_confirm import Decision
from competition.entries.models.pair import Pair
from competition.entries.queries import pairs
from competition.knockout.queries.reading import snapshot_of
from competition.knockout.queries.snapshot import Snapshot
from competition.pages.posting import by, sent


@for_organiser
def withdraw_pair(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Withdraw a pair after the draw, having shown what that changes."""
    (snapshot, pair), form = _found(competition, number), GroundsForm(sent(request))
    lead = f"Pair {number}, {pair}. What is decided stays, and the pair loses what is not."
    decision = Decision(request, competition, "Withdraw the pair", lead, _back(pair), form)
    with decision.refusals():
        if decision.confirmed:
            withdrawing.withdraw(pair, grounds=form.grounds, shown=decision.confirmed, by=by(request))
            return decision.done(f"Pair {number} has withdrawn.")
    with decision.refusals():
        drawn = withdrawing.drawn(snapshot, number)
        told, ahead = f"{pair} have withdrawn.{form.told}", withdrawing.look_ahead(drawn, number)
        decision.sheet = _sheet(request, drawn, pair, told, ahead, consequence.WITHDRAWAL)
    return decision.page_at_once()


@for_organiser
def bring_back_pair(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Take a withdrawal back, having shown what that changes."""
    (snapshot, pair), form = _found(competition, number), GroundsForm(sent(request))
    lead = f"Pair {number}, {pair}. The draw is then again what it would be without the withdrawal."
    decision = Decision(request, competition, "Bring the pair back", lead, _back(pair), form)
    with decision.refusals():
        if decision.confirmed:
            withdrawing.bring_back(pair, grounds=form.grounds, shown=decision.confirmed, by=by(request))
            return decision.done(f"Pair {number} plays on.")
    with decision.refusals():
        drawn = withdrawing.drawn(snapshot, number)
        told, ahead = f"{pair} play on after all.{form.told}", withdrawing.look_back(drawn, number)
        decision.sheet = _sheet(request, drawn, pair, told, ahead, consequence.RETURN)
    return decision.page_at_once()


def _found(competition: Competition, number: int) -> tuple[Snapshot | None, Pair]:
    """The pair of this number, and the draw it is in once that is published."""
    snapshot = snapshot_of(competition)
    if pair := (snapshot and snapshot.pairs.get(number)) or pairs.entry(competition, number):
        return snapshot, pair
    raise Http404


def _back(pair: Pair) -> str:
    return reverse("desk:pair", args=[pair.competition.slug, pair.number])


def _sheet(request: HttpRequest, snapshot: Snapshot, pair: Pair, told: str, ahead: Prospect, way_back: str) -> Sheet:
    return sheet(
        snapshot,
        subject=str(snapshot.competition),
        decision=told,
        cases=ahead.cases,
        pairs=[pair.number],
        way_back=way_back,
        fingerprint=ahead.fingerprint,
        address=request.build_absolute_uri(reverse("public:draw", args=[snapshot.competition.slug])),
    )
