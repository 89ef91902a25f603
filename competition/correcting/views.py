"""Names of players and particulars of a competition, put right once the draw is published."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.contest.rules.people import identity_of
from competition.correcting import actions, formats
from competition.correcting.forms import ParticularsForm, RespellForm
from competition.correcting.models import Particulars, Respelling
from competition.correcting.queries import corrections, respellings, standing_correction, standing_respellings
from competition.decisions.actions.prospect import Prospect
from competition.decisions.forms.rulings import GroundsForm
from competition.decisions.views.preview_and_confirm import Decision
from competition.entries.actions.namesakes import beside
from competition.entries.models.pair import Pair
from competition.entries.queries import entry
from competition.knockout.doors import draw_of
from competition.knockout.queries.draw import PublishedDraw
from competition.pages.posting import bound_data, by

_BACK = "Take it back on the page where you made it: what stood before stands again."
_AGAIN = "Put it right again."
_PEOPLE = "Under Players a page goes by name and region: seasons under the old one stay on a page of their own."


@for_organiser
def respell(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Write the names of a pair otherwise, having shown what that means."""
    draw, pair = draw_of(competition), entry(competition, number)
    if pair is None:
        raise Http404
    form = RespellForm(bound_data(request), pair=pair, beside=beside(competition))
    instead = [
        (reverse("desk:take-back-spelling", args=[competition.slug, row.pk]), f"Write “{row.before}” again")
        for row in standing_respellings(pair)
    ]
    title, lead = "How a name is written", f"Pair {number}, {pair}. For another player, put a substitute in."
    decision = Decision(request, competition, title, lead, _pair_page(pair), form, instead)
    with decision.refusals():
        if decision.confirmed:
            actions.respell(pair, form.names, **decision.order)
            return decision.done(f"Pair {number}: written otherwise from now on.")
    with decision.refusals():
        if decision.is_filled_in:
            changed = actions.renamed(pair, form.names)
            said = "\n".join(f"“{name}” instead of “{player}”." for player, name in changed)
            others = [_PEOPLE] if any(identity_of(name) != player.identity for player, name in changed) else []
            said = f"Pair {number}, the same people, spelt otherwise:\n{said}"
            seen, shown = draw.with_pair(pair), pair.fingerprint
            _show(decision, seen, said, shown, pairs=[number], way_back=_BACK, warnings=others)
    return decision.page()


@for_organiser
def take_back_spelling(request: HttpRequest, competition: Competition, respelling: int) -> HttpResponse:
    """Write a name again as it was before."""
    draw = draw_of(competition)
    row: Respelling | None = next((row for row in respellings(competition) if row.pk == respelling), None)
    if row is None:
        raise Http404
    pair, form = row.player.pair, GroundsForm(bound_data(request))
    lead = f"Pair {pair.number}: “{row.before}” again instead of “{row.after}”."
    decision = Decision(request, competition, "Write the name as before", lead, _pair_page(pair), form)
    with decision.refusals():
        if decision.confirmed:
            actions.take_back_spelling(competition, respelling, grounds=form.grounds, by=by(request))
            return decision.done(f"Pair {pair.number}: written as before.")
    _show(decision, draw.with_pair(pair), lead, pairs=[pair.number], way_back=_AGAIN)
    return decision.page_at_once()


@for_organiser
def particulars(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Put the name, the region or the opening day right, having shown what that means."""
    draw, form = draw_of(competition), ParticularsForm(bound_data(request), competition=competition)
    last = standing_correction(competition)
    instead = []
    if last:
        undo = reverse("desk:take-back-particulars", args=[competition.slug, last.pk])
        instead = [(undo, formats.way_back(last))]
    lead, back = "The address stays, and so does the season.", reverse("desk:conditions", args=[competition.slug])
    decision = Decision(request, competition, "Put the particulars right", lead, back, form, instead)
    with decision.refusals():
        if decision.confirmed:
            actions.correct(competition, form.wanted, **decision.order)
            return decision.done("The particulars are put right.")
    with decision.refusals():
        if decision.is_filled_in:
            before, after = actions.differences(competition, form.wanted)
            said, shown = formats.particulars(before, after), actions.fingerprint_of(competition)
            concerned, others = _concerned(draw, after), [_PEOPLE] if "region" in after else []
            _show(decision, draw, said, shown, pairs=concerned, way_back=_BACK, warnings=others)
    return decision.page()


@for_organiser
def take_back_particulars(request: HttpRequest, competition: Competition, correction: int) -> HttpResponse:
    """Let the particulars be as they were before a correction."""
    draw = draw_of(competition)
    row: Particulars | None = next((row for row in corrections(competition) if row.pk == correction), None)
    if row is None:
        raise Http404
    form, lead = GroundsForm(bound_data(request)), formats.particulars(row.after, row.before)
    back = reverse("desk:particulars", args=[competition.slug])
    decision = Decision(request, competition, "Let it be as before", lead, back, form)
    with decision.refusals():
        if decision.confirmed:
            actions.take_back(competition, correction, grounds=form.grounds, by=by(request))
            return decision.done("The particulars are as they were before.")
    _show(decision, draw, lead, pairs=_concerned(draw, row.before), way_back=_AGAIN)
    return decision.page_at_once()


def _concerned(draw: PublishedDraw, changed: dict[str, str]) -> Sequence[int]:
    """Those who come to the opening day where that is all that changes; everybody still in where it is more."""
    if all(name.startswith("opening") for name in changed):
        return [number for number, pair in draw.pairs.items() if pair.attending]
    return [*draw.bracket.alive]


def _pair_page(pair: Pair) -> str:
    return reverse("desk:pair", args=[pair.competition.slug, pair.number])


def _show(decision: Decision, draw: PublishedDraw, sentence: str, shown: str = "seen", **rest: Any) -> None:
    decision.show(draw, sentence, Prospect([], shown), read_at="record", **rest)
