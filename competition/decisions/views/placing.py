"""Late pairs, replacements, and pairs that were entered twice, once the draw is published."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.decisions.actions import placing as placings
from competition.decisions.formats import consequence
from competition.decisions.formats.placings import sentence
from competition.decisions.forms.placing import PlaceForm
from competition.decisions.forms.rulings import GroundsForm
from competition.decisions.queries import can_be_replaced, free_byes, knowing, stand_nowhere
from competition.decisions.views.preview_and_confirm import Decision
from competition.entries.models.pair import Pair
from competition.entries.queries import pairs
from competition.knockout.doors import draw_of
from competition.knockout.models.draw import Placing
from competition.log.rules import not_revoked
from competition.pages.posting import by, sent


@for_organiser
@require_safe
def late(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Every pair that waits for a place in the draw, and every place that has changed hands."""
    snapshot = draw_of(competition)
    stand = {row.pk for row in not_revoked(snapshot.placings)}
    changes = [(row, sentence(snapshot, row), row.pk in stand) for row in reversed(snapshot.placings)]
    page = {
        "competition": competition,
        "waiting": stand_nowhere(snapshot, pairs.entries(competition)),
        "applications": pairs.waiting_applications(competition),
        "changes": changes,
        "byes": len(free_byes(snapshot)),
    }
    return render(request, "competition/decisions/late.html", page)


@for_organiser
def place_pair(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Put a pair that stands nowhere into the draw, having shown what that changes."""
    snapshot, pair = draw_of(competition), pairs.entry(competition, number)
    if pair is None:
        raise Http404
    if number in snapshot.pairs:
        return _too_late(request, competition, f"Pair {number} stand in the draw already.")
    seen, byes, others = knowing(snapshot, pair), free_byes(snapshot), can_be_replaced(snapshot)
    form = PlaceForm(sent(request), byes=len(byes), others=others)
    lead = f"Pair {number}, {pair}. The draw that was published stays on record, and this beside it."
    decision = Decision(request, competition, "Put the pair into the draw", lead, _back(competition), form)
    with decision.refusals():
        if decision.confirmed:
            placings.put_in(pair, form.instead_of, grounds=form.grounds, shown=decision.confirmed, by=by(request))
            return decision.done(f"Pair {number} are in the draw.")
    with decision.refusals():
        if decision.is_filled_in:
            where = dict(form.fields["where"].choices)[form.cleaned_data["where"]]  # type: ignore[attr-defined]
            said = f"{pair} come into the draw: {where[:1].lower()}{where[1:]}."
            ahead = placings.look_ahead(snapshot, pair, form.instead_of)
            gone = [] if form.instead_of is None else [form.instead_of]
            decision.show(seen, said, ahead, pairs=[number, *gone], way_back=consequence.PLACING)
    return decision.page()


@for_organiser
def entered_twice(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Let the place of a pair that was entered twice be a bye, having shown what that changes."""
    snapshot = draw_of(competition)
    if (pair := snapshot.pairs.get(number)) is None:
        return _too_late(request, competition, f"Pair {number} do not stand in the draw.")
    form, lead = GroundsForm(sent(request)), f"Pair {number}, {pair}. Their opponents have a bye, and they are out."
    decision = Decision(request, competition, "They were entered twice", lead, _pair_page(pair), form)
    with decision.refusals():
        if decision.confirmed:
            shown = decision.confirmed
            placings.take_out(competition, number, grounds=form.grounds, shown=shown, by=by(request))
            return decision.done(f"Pair {number} are out of the draw; their place is a bye.")
    with decision.refusals():
        ahead = placings.look_ahead_without(snapshot, number)
        said = f"{pair} were entered twice: their place is a bye."
        decision.show(snapshot, said, ahead, pairs=[number], way_back=consequence.PLACING)
    return decision.page_at_once()


@for_organiser
def take_back_placing(request: HttpRequest, competition: Competition, placing: int) -> HttpResponse:
    """Let whoever stood at a place before stand there again, having shown what that changes."""
    snapshot = draw_of(competition)
    row = next((row for row in snapshot.placings if row.pk == placing and not row.takes_back_id), None)
    if row is None:
        raise Http404
    form, lead = GroundsForm(sent(request)), "The place is as it was before; what was played meanwhile is kept."
    decision = Decision(request, competition, "Take it back", lead, _back(competition), form)
    with decision.refusals():
        if decision.confirmed:
            placings.take_back(competition, placing, grounds=form.grounds, shown=decision.confirmed, by=by(request))
            return decision.done("Taken back: the place is as it was.")
    with decision.refusals():
        said = f"Taken back: {sentence(snapshot, row)}"
        ahead = placings.look_back(snapshot, placing)
        decision.show(snapshot, said, ahead, pairs=_numbers(row), way_back="Decide the same again.")
    return decision.page_at_once()


def _too_late(request: HttpRequest, competition: Competition, news: str) -> HttpResponse:
    """The way back for whoever presses twice, or comes after a deputy."""
    if request.method == "POST":
        messages.info(request, news)
    return redirect("desk:late-pairs", competition.slug)


def _numbers(row: Placing) -> list[int]:
    return [pair.number for pair in (row.pair, row.instead_of) if pair]


def _back(competition: Competition) -> str:
    return reverse("desk:late-pairs", args=[competition.slug])


def _pair_page(pair: Pair) -> str:
    return reverse("desk:pair", args=[pair.competition.slug, pair.number])
