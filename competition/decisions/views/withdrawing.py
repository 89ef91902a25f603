"""A pair that withdraws after the draw, and one that plays on after all."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.decisions.actions import withdrawing
from competition.decisions.actions.rulings import Prospect
from competition.decisions.formats import consequence
from competition.decisions.forms.rulings import GroundsForm
from competition.decisions.views.preview_and_confirm import Decision
from competition.entries.queries import pairs
from competition.knockout.queries.reading import snapshot_of
from competition.pages.posting import by, sent

Order = Callable[..., None]
Ahead = Callable[..., Prospect]


@for_organiser
def withdraw_pair(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Withdraw a pair after the draw, having shown what that changes."""
    title, lead = "Withdraw the pair", "What is decided stays, and the pair loses what is not."
    said = ("has withdrawn", "have withdrawn", consequence.WITHDRAWAL)
    return _decide(request, competition, number, title, lead, said, withdrawing.withdraw, withdrawing.look_ahead)


@for_organiser
def bring_back_pair(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Take a withdrawal back, having shown what that changes."""
    title, lead = "Bring the pair back", "The draw is then again what it would be without the withdrawal."
    said = ("plays on", "play on after all", consequence.RETURN)
    return _decide(request, competition, number, title, lead, said, withdrawing.bring_back, withdrawing.look_back)


def _decide(
    request: HttpRequest,
    competition: Competition,
    number: int,
    title: str,
    lead: str,
    said: tuple[str, str, str],
    order: Order,
    look: Ahead,
) -> HttpResponse:
    """What is said of it: to the organiser once done, to everybody, and the way back."""
    snapshot, (done, sentence, way_back) = snapshot_of(competition), said
    pair = (snapshot and snapshot.pairs.get(number)) or pairs.entry(competition, number)
    if pair is None:
        raise Http404
    form, back = GroundsForm(sent(request)), reverse("desk:pair", args=[competition.slug, number])
    decision = Decision(request, competition, title, f"Pair {number}, {pair}. {lead}", back, form)
    with decision.refusals():
        if decision.confirmed:
            order(pair, grounds=form.grounds, shown=decision.confirmed, by=by(request))
            return decision.done(f"Pair {number} {done}.")
    with decision.refusals():
        drawn = withdrawing.drawn(snapshot, number)
        decision.show(drawn, f"{pair} {sentence}.", look(drawn, number), pairs=[number], way_back=way_back)
    return decision.page_at_once()
