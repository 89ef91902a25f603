"""Views that correct names and details once the draw is published, and redact words."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.contest.rules.people import identity_of
from competition.entries.actions.namesakes import beside
from competition.entries.models.pair import Pair
from competition.entries.queries import entry
from competition.knockout.doors import draw_of
from competition.knockout.queries.draw import PublishedDraw
from competition.pages.posting import bound_data, by, form_page, save_form
from competition.rulings import queries
from competition.rulings.actions import corrections
from competition.rulings.formats.corrections import particulars_sentence, way_back
from competition.rulings.forms import GroundsForm, ParticularsForm, RedactForm, RespellForm
from competition.rulings.models import Particulars, Respelling
from competition.rulings.queries import Preview
from competition.rulings.views.decision import Decision

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
        for row in queries.standing_respellings(pair)
    ]
    title, lead = "How a name is written", f"Pair {number}, {pair}. For another player, put a substitute in."
    decision = Decision(request, competition, title, lead, _pair_page(pair), form, instead)
    with decision.refusals():
        if decision.confirmed:
            corrections.respell(pair, form.names, **decision.order)
            return decision.done(f"Pair {number}: written otherwise from now on.")
    with decision.refusals():
        if decision.is_filled_in:
            changed = corrections.renamed(pair, form.names)
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
    row: Respelling | None = next((row for row in queries.respellings(competition) if row.pk == respelling), None)
    if row is None:
        raise Http404
    pair, form = row.player.pair, GroundsForm(bound_data(request))
    lead = f"Pair {pair.number}: “{row.before}” again instead of “{row.after}”."
    decision = Decision(request, competition, "Write the name as before", lead, _pair_page(pair), form)
    with decision.refusals():
        if decision.confirmed:
            corrections.take_back_spelling(competition, respelling, grounds=form.grounds, by=by(request))
            return decision.done(f"Pair {pair.number}: written as before.")
    _show(decision, draw.with_pair(pair), lead, pairs=[pair.number], way_back=_AGAIN)
    return decision.page_at_once()


@for_organiser
def particulars(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Put the name, the region or the opening day right, having shown what that means."""
    draw, form = draw_of(competition), ParticularsForm(bound_data(request), competition=competition)
    last = queries.standing_correction(competition)
    instead = []
    if last:
        undo = reverse("desk:take-back-particulars", args=[competition.slug, last.pk])
        instead = [(undo, way_back(last))]
    lead, back = "The address stays, and so does the season.", reverse("desk:conditions", args=[competition.slug])
    decision = Decision(request, competition, "Put the particulars right", lead, back, form, instead)
    with decision.refusals():
        if decision.confirmed:
            corrections.correct(competition, form.wanted, **decision.order)
            return decision.done("The particulars are put right.")
    with decision.refusals():
        if decision.is_filled_in:
            before, after = corrections.differences(competition, form.wanted)
            said, shown = particulars_sentence(before, after), corrections.fingerprint_of(competition)
            concerned, others = _concerned(draw, after), [_PEOPLE] if "region" in after else []
            _show(decision, draw, said, shown, pairs=concerned, way_back=_BACK, warnings=others)
    return decision.page()


@for_organiser
def take_back_particulars(request: HttpRequest, competition: Competition, correction: int) -> HttpResponse:
    """Let the particulars be as they were before a correction."""
    draw = draw_of(competition)
    row: Particulars | None = next((row for row in queries.corrections(competition) if row.pk == correction), None)
    if row is None:
        raise Http404
    form, lead = GroundsForm(bound_data(request)), particulars_sentence(row.after, row.before)
    back = reverse("desk:particulars", args=[competition.slug])
    decision = Decision(request, competition, "Let it be as before", lead, back, form)
    with decision.refusals():
        if decision.confirmed:
            corrections.take_back(competition, correction, grounds=form.grounds, by=by(request))
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
    decision.show(draw, sentence, Preview([], shown), read_at="record", **rest)


@for_organiser
def redact(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Everything somebody wrote; one of them, known by `?words=`, to be taken out after asking why."""
    key = (request.POST if request.method == "POST" else request.GET).get("words", "")
    form, found = RedactForm(bound_data(request), initial={"words": key}), queries.wordings(competition)
    chosen = next((one for one in found if one.key == key), None)
    if save_form(form, lambda: corrections.redact(competition, **form.cleaned_data, by=by(request))):
        messages.success(request, "The words are taken out. Delete the copies made earlier: they still hold them.")
        return redirect("desk:redact", competition.slug)
    page = {"competition": competition, "chosen": chosen, "wordings": found}
    return form_page(request, "competition/rulings/redact.html", form, **page)
