"""Views for late pairs, replacements, pairs entered twice and pairs that withdraw."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.entries import queries
from competition.entries.models.pair import Pair
from competition.knockout.doors import draw_of
from competition.knockout.queries.draw import get_draw
from competition.log.rules import not_revoked
from competition.pages.posting import bound_data
from competition.rulings.actions.placing import (
    bring_back,
    drawn,
    preview_bring_back,
    preview_put_in,
    preview_take_back,
    preview_take_out,
    preview_withdraw,
    put_in,
    take_back,
    take_out,
    withdraw,
)
from competition.rulings.formats import consequences
from competition.rulings.formats.decisions import placing_sentence
from competition.rulings.forms import GroundsForm, PlaceForm
from competition.rulings.queries import Preview, can_be_replaced, free_byes, stand_nowhere
from competition.rulings.views.decision import Decision


@for_organiser
@require_safe
def late(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Every pair that waits for a place in the draw, and every place that has changed hands."""
    draw = draw_of(competition)
    stand = {row.pk for row in not_revoked(draw.placings)}
    changes = [(row, placing_sentence(draw, row), row.pk in stand) for row in reversed(draw.placings)]
    page = {
        "competition": competition,
        "waiting": stand_nowhere(draw, queries.entries(competition)),
        "applications": queries.waiting_applications(competition),
        "changes": changes,
        "byes": len(free_byes(draw)),
    }
    return render(request, "competition/rulings/late.html", page)


@for_organiser
def place_pair(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Put a pair that stands nowhere into the draw, having shown what that changes."""
    draw, pair = draw_of(competition), queries.entry(competition, number)
    if pair is None:
        raise Http404
    if number in draw.pairs:
        return _too_late(request, competition, f"Pair {number} stand in the draw already.")
    seen, byes, others = draw.with_pair(pair), free_byes(draw), can_be_replaced(draw)
    form = PlaceForm(bound_data(request), byes=len(byes), others=others)
    lead = f"Pair {number}, {pair}. The draw that was published stays on record, and this beside it."
    decision = Decision(request, competition, "Put the pair into the draw", lead, _back(competition), form)
    with decision.refusals():
        if decision.confirmed:
            put_in(pair, form.instead_of, **decision.order)
            return decision.done(f"Pair {number} are in the draw.")
    with decision.refusals():
        if decision.is_filled_in:
            where = dict(form.fields["where"].choices)[form.cleaned_data["where"]]  # type: ignore[attr-defined]
            said = f"{pair} come into the draw: {where[:1].lower()}{where[1:]}."
            ahead = preview_put_in(draw, pair, form.instead_of)
            gone = [] if form.instead_of is None else [form.instead_of]
            decision.show(seen, said, ahead, pairs=[number, *gone], way_back=consequences.PLACING)
    return decision.page()


@for_organiser
def entered_twice(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Let the place of a pair that was entered twice be a bye, having shown what that changes."""
    draw = draw_of(competition)
    if (pair := draw.pairs.get(number)) is None:
        return _too_late(request, competition, f"Pair {number} do not stand in the draw.")
    form = GroundsForm(bound_data(request))
    lead = f"Pair {number}, {pair}. Their opponents have a bye, and they are out."
    decision = Decision(request, competition, "They were entered twice", lead, _pair_page(pair), form)
    with decision.refusals():
        if decision.confirmed:
            take_out(competition, number, **decision.order)
            return decision.done(f"Pair {number} are out of the draw; their place is a bye.")
    with decision.refusals():
        ahead = preview_take_out(draw, number)
        said = f"{pair} were entered twice: their place is a bye."
        decision.show(draw, said, ahead, pairs=[number], way_back=consequences.PLACING)
    return decision.page_at_once()


@for_organiser
def take_back_placing(request: HttpRequest, competition: Competition, placing: int) -> HttpResponse:
    """Let whoever stood at a place before stand there again, having shown what that changes."""
    draw = draw_of(competition)
    row = next((row for row in draw.placings if row.pk == placing and not row.takes_back_id), None)
    if row is None:
        raise Http404
    form, lead = GroundsForm(bound_data(request)), "The place is as it was before; what was played meanwhile is kept."
    decision = Decision(request, competition, "Take it back", lead, _back(competition), form)
    with decision.refusals():
        if decision.confirmed:
            take_back(competition, placing, **decision.order)
            return decision.done("Taken back: the place is as it was.")
    with decision.refusals():
        said, ahead = f"Taken back: {placing_sentence(draw, row)}", preview_take_back(draw, placing)
        numbers = [pair.number for pair in (row.pair, row.instead_of) if pair]
        decision.show(draw, said, ahead, pairs=numbers, way_back="Decide the same again.")
    return decision.page_at_once()


@for_organiser
def withdraw_pair(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Withdraw a pair after the draw, having shown what that changes."""
    words = ("Withdraw the pair", "What is decided stays, and the pair loses what is not.")
    said = ("has withdrawn", "have withdrawn", consequences.WITHDRAWAL)
    return _leave_or_return(request, competition, number, withdraw, preview_withdraw, *words, *said)


@for_organiser
def bring_back_pair(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Take a withdrawal back, having shown what that changes."""
    words = ("Bring the pair back", "The draw is then again what it would be without the withdrawal.")
    said = ("plays on", "play on after all", consequences.RETURN)
    return _leave_or_return(request, competition, number, bring_back, preview_bring_back, *words, *said)


def _leave_or_return(
    request: HttpRequest,
    competition: Competition,
    number: int,
    action: Callable[..., None],
    look: Callable[..., Preview],
    title: str,
    lead: str,
    done: str,
    sentence: str,
    way_back: str,
) -> HttpResponse:
    draw = get_draw(competition)
    pair = (draw and draw.pairs.get(number)) or queries.entry(competition, number)
    if pair is None:
        raise Http404
    form, lead = GroundsForm(bound_data(request)), f"Pair {number}, {pair}. {lead}"
    decision = Decision(request, competition, title, lead, _pair_page(pair), form)
    with decision.refusals():
        if decision.confirmed:
            action(pair, **decision.order)
            return decision.done(f"Pair {number} {done}.")
    with decision.refusals():
        stands = drawn(draw, number)
        decision.show(stands, f"{pair} {sentence}.", look(stands, number), pairs=[number], way_back=way_back)
    return decision.page_at_once()


def _too_late(request: HttpRequest, competition: Competition, news: str) -> HttpResponse:
    """The way back for whoever presses twice, or comes after a deputy."""
    if request.method == "POST":
        messages.info(request, news)
    return redirect("desk:late-pairs", competition.slug)


def _back(competition: Competition) -> str:
    return reverse("desk:late-pairs", args=[competition.slug])


def _pair_page(pair: Pair) -> str:
    return reverse("desk:pair", args=[pair.competition.slug, pair.number])
