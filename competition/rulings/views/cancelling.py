"""Views that take a draw back, and cancel, play on or delete a competition."""

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from competition.contest.doors import for_organiser, for_owner
from competition.contest.models import Competition
from competition.entries.models.pair import Pair
from competition.knockout.queries.draw import get_draw
from competition.pages.posting import bound_data, by, form_status, save_form
from competition.rulings.actions import cancelling
from competition.rulings.formats.consequences import Sheet, sheet_for
from competition.rulings.forms import DeleteForm, GroundsForm, ReasonForm
from competition.rulings.queries import was_played
from competition.rulings.views.decision import Decision

_DRAWN_ANEW = "Fix the list of pairs and draw again. These lots are never published again: everybody knows them."
Action = Callable[..., None]


@for_organiser
def take_back_draw(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Take the published draw back while nothing has been played, having said whom to tell."""
    form, draw = ReasonForm(bound_data(request)), get_draw(competition)
    back = reverse("desk:draw", args=[competition.slug])
    if draw is None:
        return redirect(back)
    lead = "Entries and conditions are open again. What was drawn, and that you took it back, stays on the record."
    decision = Decision(request, competition, "Take the draw back", lead, back, form)
    with decision.refusals():
        if decision.confirmed:
            cancelling.take_back_draw(competition, **decision.order)
            return decision.done("The draw is taken back. Entries and conditions are open again.")
    with decision.refusals():
        said = f"The draw is taken back, and lots are drawn anew: please arrange no match.{form.reason_line}"
        pairs = [*draw.pairs.values()]
        decision.sheet = _sheet(request, competition, pairs, said, _DRAWN_ANEW, cancelling.fingerprint_of(draw))
    return decision.page_at_once()


@for_organiser
def cancel(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Cancel the competition, having said what that means."""
    lead = "No more matches are played, nothing can be sent in, and nobody is the champion. What is decided stays."
    said = "The competition is cancelled: no more matches are played."
    back = "Choose “Play on after all” on the desk: all is again as it was, and both decisions stay on the record."
    return _decide(request, competition, "Cancel the competition", lead, said, back, cancelling.cancel)


@for_organiser
def play_on(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Take the cancellation back."""
    if not competition.is_cancelled:
        return redirect("desk:competition", competition.slug)
    lead = "The competition goes on where it was. Look at the play-by dates: rounds can be given more time."
    said = "The competition is played on after all."
    back = "Cancel it again under More."
    return _decide(request, competition, "Play on after all", lead, said, back, cancelling.play_on)


def _decide(
    request: HttpRequest, competition: Competition, title: str, lead: str, said: str, way_back: str, action: Action
) -> HttpResponse:
    form, back = GroundsForm(bound_data(request)), reverse("desk:competition", args=[competition.slug])
    decision = Decision(request, competition, title, lead, back, form)
    with decision.refusals():
        if decision.confirmed:
            action(competition, grounds=form.grounds, by=by(request))
            return decision.done(said)
        draw = get_draw(competition)
        pairs = draw.pairs.values() if draw else competition.pairs.prefetch_related("players")
        decision.sheet = _sheet(request, competition, [*pairs], f"{said}{form.reason_line}", way_back, "yes")
    return decision.page_at_once()


@for_owner
def delete(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Delete a competition in which nothing was ever played, once its name was typed."""
    form = DeleteForm(bound_data(request), name=competition.name)
    if save_form(form, lambda: cancelling.delete(competition, by=by(request))):
        messages.success(request, f"{competition} is deleted.")
        return redirect("desk:home")
    page = {"competition": competition, "form": form, "was_played": was_played(competition)}
    return render(request, "competition/rulings/delete.html", page, status=form_status(form))


def _sheet(
    request: HttpRequest, competition: Competition, pairs: Sequence[Pair], said: str, way_back: str, shown: str
) -> Sheet:
    """A decision that changes no match for another: what is told to every pair, and the way back."""
    address = request.build_absolute_uri(reverse("public:draw", args=[competition.slug]))
    subject = str(competition)
    return sheet_for(pairs, subject=subject, decision=said, address=address, way_back=way_back, fingerprint=shown)
