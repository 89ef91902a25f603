"""View for entering the results of a whole round."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from competition.audit.actions import DecisionReason
from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.knockout.access import draw_of
from competition.knockout.presenters import words
from competition.knockout.queries.draw import PublishedDraw, get_draw
from competition.knockout.queries.results import largest_margin
from competition.knockout.queries.states import MatchState, RoundState
from competition.knockout.rules.result import Record
from competition.paper.actions.round_results import REASONS, Entered, EnterResults
from competition.paper.forms.round_results import RoundForm, RowForm
from competition.paper.queries import fixture, fixtures, next_round, rounds_to_enter
from competition.rulings.actions import decide
from competition.web.posting import bound_data, by, form_status, save_form
from scoring.rules.refusal import Refused
from scoring.rules.spoken import quantity


class Conflict(NamedTuple):
    """A row that was not saved, because the match can no longer be entered on this page."""

    code: str
    place: int
    now: str
    typed: str


@for_organiser
@require_safe
def first_round(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the first round with matches to enter, or the last round."""
    draw = draw_of(competition)
    return _page(request, competition, (next_round(draw) or draw.rounds[-1]).number)


@for_organiser
def round_results(request: HttpRequest, competition: Competition, round: int) -> HttpResponse:
    """Enter the results of a round, all or none. Pasted results fill the rows. Raises Http404 for an unknown round."""
    return _page(request, competition, round)


def _page(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    draw = draw_of(competition)
    round = next((one for one in draw.rounds if one.number == number), None)
    if round is None:
        raise Http404
    deals = round.terms.conditions.deals

    @cache
    def record() -> Record | None:
        return largest_margin(competition.slug, deals)

    form = RoundForm(bound_data(request), fixtures=fixtures(draw, round), deals=deals, record=record)
    conflicts: list[Conflict] = []
    if form.is_bound and "paste" in request.POST:
        form.fill()
        form.is_valid()
    elif form.is_bound:
        conflicts = [*_conflicts(request, draw, round, deals)]
        if not conflicts and save_form(form, lambda: _save(request, competition, draw, form)):
            return _after(competition, number)
    page = {
        "competition": competition,
        "form": form,
        "action": _address(competition, number),
        "round": round,
        "rounds": [(one, left, _address(competition, one.number)) for one, left in rounds_to_enter(draw)],
        "decided": [_decided(state) for state in round.matches if state.result],
        "conflicts": conflicts,
    }
    status = 409 if conflicts else 422 if form.faulty or form.pasted.faults else form_status(form)
    return render(request, "competition/paper/round_results.html", page, status=status)


def _address(competition: Competition, number: int) -> str:
    return reverse("desk:round-results", args=[competition.slug, number])


def _save(request: HttpRequest, competition: Competition, draw: PublishedDraw, form: RoundForm) -> None:
    """Save the results of the form. Raises Refused if there are none, or if the matches have changed."""
    results = form.results
    if not results and any(f"{code}-winner" in request.POST for code, state in draw.matches.items() if state.result):
        messages.info(request, "These results are saved already.")
        return
    if not results:
        raise Refused("Enter at least one result.")
    decision = EnterResults(competition, draw, None, Entered(results, form.cleaned_data["source"]))
    reason = DecisionReason(REASONS[form.cleaned_data["source"]])
    decide(decision, grounds=reason, shown=decision.preview().fingerprint, by=by(request))
    messages.success(request, f"{quantity(len(results), 'result is', 'results are')} saved.")


def _after(competition: Competition, number: int) -> HttpResponse:
    """Redirect to the next round with matches to enter, or to the list of matches."""
    # Pass the slug, so that the draw is read again with the saved results.
    draw = get_draw(competition.slug)
    if draw and (found := next_round(draw, after=number)):
        return redirect("desk:round-results", competition.slug, found.number)
    return redirect("desk:matches", competition.slug)


def _conflicts(request: HttpRequest, draw: PublishedDraw, round: RoundState, deals: int) -> Iterator[Conflict]:
    """Yield the typed rows of matches that have been decided or changed since the page was shown."""
    for state in round.matches:
        if state.is_open or f"{state.code}-seen" not in request.POST:
            continue
        if not state.has_two_pairs:
            yield Conflict(state.code, state.position, "One of its pairs is no longer known.", "")
            continue
        here = replace(fixture(draw, state), seen="")
        row = RowForm(request.POST, here, deals=deals, record=lambda: None)
        is_same = row.is_valid() and row.result is not None and row.result.result(here) == state.result
        if row.is_typed and not is_same:
            yield Conflict(state.code, state.position, words.sentence(state), row.as_typed)


def _decided(state: MatchState) -> tuple[str, int, str, str]:
    """Return a decided match as (code, number, sentence, kind of detail that can be added: "score", "totals" or "")."""
    result = state.result
    missing = "" if result is None or not result.was_played or result.totals else "score"
    can_add = "totals" if missing and result and result.only_margin else missing
    return state.code, state.position, words.sentence(state), can_add
