"""Views for score sheets kept on paper, for two sheets of one match, and for results of one match or a whole round."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from competition.audit.actions import DecisionReason
from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.draw.access import draw_of, match_of
from competition.draw.forms import known_score
from competition.draw.presenters.match_line import match_line
from competition.draw.queries.draw import PublishedDraw, get_draw
from competition.draw.queries.results import largest_margin
from competition.draw.queries.states import PublishedMatch, PublishedRound
from competition.draw.rules.result import MarginRecord
from competition.match.access import at_the_table
from competition.match.actions import pair_sheet
from competition.match.actions.results import REASONS, Content, Entered, EnterResults, KeyIn
from competition.match.forms.pair_sheet import (
    AgreeForm,
    Lines,
    PaperForm,
    PaperSeats,
    PointsForm,
    row_keys,
    seats_as_open,
)
from competition.match.forms.results import (
    ReportForm,
    RoundForm,
    RowForm,
    SumsForm,
    TypeInMarginForm,
    TypeInWinnerForm,
    deals_as_written,
    deals_of,
    points_of,
)
from competition.match.presenters.changes import requests
from competition.match.queries.paper import (
    context_of_sheet,
    empty_context,
    fixture,
    fixtures,
    name_in_round,
    next_round,
    rounds_to_enter,
    two_sheets,
)
from competition.match.queries.play import PairView, PointsSheet, points_sheet, reader_of
from competition.match.responses import address, back_to_match, fresh
from competition.rulings.actions import decide
from competition.rulings.presenters.consequences import DecisionSheet
from competition.web.posting import (
    Request,
    bound_data,
    by,
    form_page,
    form_status,
    refusal_as_error,
    save_form,
)
from scoring.paper import shorthand
from scoring.paper.paper_sheet import Typed
from scoring.paper.points_sheet import TypedPoints
from scoring.rules.refusal import Refused
from scoring.rules.sides import NOTHING, NS, Reader, Tally
from scoring.rules.words import quantity

NO_LINES = "Nothing was saved, because the score sheet now has deals."


@at_the_table
def paper(request: Request, match: PairView) -> HttpResponse:
    """Check the typed rows, fill them in from a file, and record the deals."""
    form, seats = _forms(request, match)
    if not match.is_playable:
        return _show_closed(request, match, form, seats)
    if form.is_valid() and form.is_to_be_saved and (seats is None or seats.is_valid()):
        try:
            order = seats.arguments() if seats else {"sheet": _typed_sheet_name(request, match)}
            pair_sheet.type_in(match, deals=form.paper.deals, noted=form.paper.noted, **order)
        except Refused as refusal:
            return _show_refusal(request, fresh(match), refusal)
        deals = quantity(len(form.paper.sheet.lines), "deal is", "deals are")
        return back_to_match(request, match, f"{deals} on the score sheet.")
    return _show(request, match, form, seats)


def _typed_sheet_name(request: Request, match: PairView) -> str | None:
    """Return the name of the score sheet for which the rows were typed, or None.

    Return "", which matches no sheet, if the seats sent with the rows differ from those of the match.
    """
    typed = [request.POST.get(seat) for seat in ("north", "east")]
    others = any(typed) and typed != [str(player) for player in match.opened.meeting.seats[:2]]
    return request.POST.get("sheet", "" if others else None)


def _forms(request: Request, match: PairView) -> tuple[PaperForm, PaperSeats | None]:
    """Return the form for the rows, and the form for the seats if the match has no score sheet."""
    seats = None if match.sheet else PaperSeats(bound_data(request), match=match)
    upon = seats.ground if seats else context_of_sheet(match)
    return PaperForm(bound_data(request), request.FILES or None, ground=upon), seats


def _show_closed(request: Request, match: PairView, form: PaperForm, seats: PaperSeats | None) -> HttpResponse:
    """Show the typed rows again with the reason why they cannot be saved. Redirect any other request to the match."""
    if request.method != "POST":
        return redirect(address(match))
    form.add_error(None, f"Nothing was saved. {match.why_closed}")
    return _show(request, match, form, seats)


def _show_refusal(request: Request, match: PairView, refusal: Refused) -> HttpResponse:
    """Return the page with the typed rows, the current score sheet and the refusal."""
    form, seats = _forms(request, match)
    form.add_error(None, str(refusal))
    return _show(request, match, form, seats)


def _show(request: Request, match: PairView, form: PaperForm, seats: PaperSeats | None) -> HttpResponse:
    template = "competition/match/_paper.html" if request.htmx else "competition/match/paper.html"
    faulty = form.errors or (seats and seats.errors)
    reader = Reader.at_the_table(form.ground.we)
    context = {"match": match, "form": form, "seats": seats, "reader": reader, "keys": row_keys(match)}
    return render(request, template, context, status=422 if faulty else 200)


@at_the_table
def points(request: Request, match: PairView) -> HttpResponse:
    """Check and save the typed points of each deal."""
    if (closed_because := _why_no_points(match)) and request.method != "POST":
        return redirect(address(match))
    conditions = match.state.conditions
    stored = points_sheet(match.state.meeting, conditions)
    form = PointsForm(bound_data(request), state=match.state, stored=_stored_lines(match, stored) if stored else None)
    if closed_because:
        form.add_error(None, closed_because)
    elif form.is_bound and form.is_to_be_saved and save_form(form, lambda: _store_points(match, form)):
        messages.success(request, f"The points of {quantity(len(form.points.lines), 'deal')} are saved.")
        return redirect(reverse("play:points", args=[match.competition.slug, match.code]))
    template = "competition/match/_points.html" if request.htmx else "competition/match/points.html"
    ours = reader_of(match.pair, match.state.pairs)
    page = {"match": match, "stored": stored, "reader": Reader.at_the_table(NS), "our_reader": ours}
    return form_page(request, template, form, **page)


def _why_no_points(match: PairView) -> str:
    """Return the reason why points cannot be typed in, or "" if they can."""
    if match.sheet and match.sheet.deals:
        return NO_LINES
    return "" if match.is_playable else f"Nothing was saved. {match.why_closed}"


@at_the_table(post_only=True)
def send_points(request: Request, match: PairView) -> HttpResponse:
    """Report the totals of the stored points."""
    pair_sheet.send_points(match)
    return back_to_match(request, match, "The result has been reported.")


def _store_points(match: PairView, form: PointsForm) -> None:
    pair_sheet.keep_points(match, lines=form.points.lines, credits=form.points.credits.points or NOTHING)


def _stored_lines(match: PairView, stored: PointsSheet) -> Lines:
    """Return the stored points as this pair would type them."""
    side = reader_of(match.pair, match.state.pairs).side

    def line(points: Tally) -> TypedPoints:
        return TypedPoints(*map(str, points.seen_from(side)))

    credits = line(stored.credits) if any(stored.credits) else TypedPoints()
    return {number: line(points) for number, points, _ in stored.rows}, credits


@at_the_table
def own_sheet(request: Request, match: PairView) -> HttpResponse:
    """Type in this pair's own score sheet."""
    both = two_sheets(match)
    if not match.state.is_open or match.sheet is None or (both and not both.is_ours):
        why = "Nothing was saved. The other pair has typed in its own score sheet, or the match is over."
        if request.method == "POST":
            raise Refused(why)
        return redirect(_comparison_url(match))
    typed = {row.number: Typed(shorthand.write(row.facts())) for row in both.deals} if both else {}
    form = PaperForm(bound_data(request), request.FILES or None, ground=empty_context(match), typed=typed)
    if form.is_valid() and form.is_to_be_saved:
        with refusal_as_error(form):
            pair_sheet.type_in_own(match, deals=form.paper.deals)
            return redirect(_comparison_url(match))
    template = "competition/match/_paper.html" if request.htmx else "competition/match/own_sheet.html"
    return form_page(request, template, form, match=match, reader=match.opened.reader, keys=row_keys(match))


@at_the_table
def compare(request: Request, match: PairView) -> HttpResponse:
    """Compare both score sheets deal by deal, and let the pairs agree one version of each deal."""
    if match.sheet is None:
        return redirect(address(match))
    refusal = ""
    if request.method == "POST":
        try:
            return _save_agreement(request, match)
        except Refused as refused:
            match, refusal = fresh(match), str(refused)
    context = {"match": match, "reader": match.opened.reader, "both": two_sheets(match), "refusal": refusal}
    context["requests"] = requests(match)
    return render(request, "competition/match/compare.html", context, status=422 if refusal else 200)


def _save_agreement(request: Request, match: PairView) -> HttpResponse:
    form = AgreeForm(request.POST)
    if not form.is_valid():
        raise Refused("The app could not tell which deal you meant. Check the deal and try again.")
    agreed = pair_sheet.agree_deal(match, **form.cleaned_data)
    words = "The score sheets now agree on deal {}." if agreed else "The other pair has been asked to accept deal {}."
    messages.success(request, words.format(form.cleaned_data["number"]))
    return redirect(_comparison_url(match))


def _comparison_url(match: PairView) -> str:
    return reverse("play:compare", args=[match.competition.slug, match.code])


@dataclass
class _ResultForms:
    """The forms for one typed-in result. `report` is the form for the source of the result."""

    request: HttpRequest
    match: PairView
    forms: list[Form]
    report: ReportForm
    sheet: DecisionSheet | None = None

    def answer(self, content: Callable[[], Content], template: str, fragment: str, **extra: object) -> HttpResponse:
        """Save the result once the organiser has confirmed it, or else return the page with forms and preview."""
        # Validate every form, so that the page shows all errors at once.
        valid = [form.is_valid() for form in (*self.forms, self.report)]
        if {"save", "stand"} & self.request.POST.keys() and all(valid) and (done := _save_or_preview(self, content())):
            return done
        faulty = max(form_status(form) for form in (*self.forms, self.report))
        context = {"competition": self.match.competition, "match": self.match, "report": self.report, **extra}
        name = fragment if self.request.headers.get("HX-Request") else template
        return render(self.request, name, context | {"sheet": self.sheet}, status=faulty)


@for_organiser
def type_in(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Type in a whole score sheet. The form starts with the recorded deals. Earlier results stay in the history."""
    match = _pair_match(request, competition, code)
    seats = seats_as_open(match, bound_data(request))
    form = PaperForm(bound_data(request), request.FILES or None, ground=seats.ground, typed=deals_as_written(match))
    forms = _ResultForms(request, match, [seats, form], _report_form(request, match))
    return forms.answer(
        lambda: deals_of(form, seats),
        "competition/match/type_in.html",
        "competition/match/_paper.html",
        form=form,
        seats=seats,
        reader=Reader.at_the_table(seats.ground.we),
    )


@for_organiser
def type_in_points(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Type in the points of each deal, if the paper has no contracts."""
    match = _pair_match(request, competition, code)
    form = PointsForm(bound_data(request), state=match.state)
    forms = _ResultForms(request, match, [form], _report_form(request, match))
    page, fragment = "competition/match/type_in_points.html", "competition/match/_points.html"
    return forms.answer(lambda: points_of(form, match), page, fragment, form=form, reader=Reader.at_the_table(NS))


_SCORES: dict[str, type[SumsForm | TypeInWinnerForm]] = {
    "totals": SumsForm,
    "margin": TypeInMarginForm,
    "winner": TypeInWinnerForm,
}


@for_organiser
def type_in_totals(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Type in two totals, the margin, or only the winner."""
    match = _pair_match(request, competition, code)
    known_part = known_score(request)
    form = _SCORES[known_part](bound_data(request), match=match)
    report = ReportForm(bound_data(request), match=match, by=request.GET.get("by", ""))
    forms = _ResultForms(request, match, [form], report)
    page = "competition/match/type_in_totals.html"
    return forms.answer(form.content, page, page, form=form, known=known_part)


def _pair_match(request: HttpRequest, competition: Competition, code: str) -> PairView:
    """Return the match as the pair that kept the sheet sees it. Raises Http404 unless both pairs are known."""
    draw, state = match_of(competition, code)
    if not state.has_two_pairs:
        raise Http404
    of = {str(pair.number): pair for pair in state.pairs}
    return PairView(draw, state.code, of.get(request.POST.get("of") or request.GET.get("of", ""), state.pairs[0]))


def _report_form(request: HttpRequest, match: PairView) -> ReportForm:
    return ReportForm(bound_data(request) if "save" in request.POST else None, match=match)


def _save_or_preview(forms: _ResultForms, content: Content) -> HttpResponse | None:
    """Save a confirmed result and return a redirect, or else add the preview or the error to the page."""
    request, match = forms.request, forms.match
    competition, code = match.competition, match.code
    with refusal_as_error(forms.report):
        decision = KeyIn(competition, match.draw, code, forms.report.report(content))
        if version := request.POST.get("stand") or request.POST.get("shown"):
            decision.confirm(request.POST)
            decide(decision, grounds=forms.report.grounds, shown=version, by=by(request))
            messages.success(request, f"The result of {match.state.label} has been saved.")
            return redirect("desk:match", competition.slug, code)
        forms.sheet = decision.sheet(forms.report, request.build_absolute_uri)
    return None


class Conflict(NamedTuple):
    """A row that was not saved, because the match can no longer be entered on this page."""

    code: str
    name: str
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
    """Enter all results of a round at once. Pasted results fill in the rows. Raises Http404 for an unknown round."""
    return _page(request, competition, round)


def _page(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    draw = draw_of(competition)
    round = next((row for row in draw.rounds if row.number == number), None)
    if round is None:
        raise Http404
    deals = round.conditions.deals

    @cache
    def record() -> MarginRecord | None:
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
        "rounds": [(*counted, _address(competition, counted[0].number)) for counted in rounds_to_enter(draw)],
        "decided": [_decided(state) for state in round.matches if state.result],
        "conflicts": conflicts,
    }
    status = 409 if conflicts else 422 if form.faulty or form.pasted.faults else form_status(form)
    return render(request, "competition/match/round_results.html", page, status=status)


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
    """Redirect to the next round with matches to enter, to the list of matches, or to the page of the day."""
    if competition.conditions.minutes is not None:
        return redirect("desk:today", competition.slug)
    # Pass the slug, so that the draw is read again with the saved results.
    draw = get_draw(competition.slug)
    if draw and (following := next_round(draw, after=number)):
        return redirect("desk:round-results", competition.slug, following.number)
    return redirect("desk:matches", competition.slug)


def _conflicts(request: HttpRequest, draw: PublishedDraw, round: PublishedRound, deals: int) -> Iterator[Conflict]:
    """Yield the typed rows for matches that have been decided or changed since the page was shown."""
    for state in round.matches:
        if state.is_open or f"{state.code}-seen" not in request.POST:
            continue
        if not state.has_two_pairs:
            yield Conflict(state.code, name_in_round(state), "One of its pairs is no longer known.", "")
            continue
        here = replace(fixture(draw, state), seen="")
        row = RowForm(request.POST, here, deals=deals, record=lambda: None)
        is_same = row.is_valid() and row.result is not None and row.result.result(here) == state.result
        if row.is_typed and not is_same:
            yield Conflict(state.code, name_in_round(state), match_line(state).sentence, row.as_typed)


def _decided(state: PublishedMatch) -> tuple[str, str, str, str]:
    """Return a decided match as (code, name, sentence, kind of detail that can be added: "score", "totals" or "")."""
    result = state.result
    missing = "" if result is None or not result.was_played or result.totals else "score"
    can_add = "totals" if missing and result and result.only_margin else missing
    return state.code, name_in_round(state), match_line(state).sentence, can_add
