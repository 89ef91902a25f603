"""Keying in what reached the organiser by telephone, letter or mail: a sheet, points only, or two totals."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.knockout.doors import match_of
from competition.knockout.forms import known_score
from competition.match.queries.pair_match import PairMatch
from competition.pages.posting import bound_data, by, form_status, mark_as_taken, refusal_as_error
from competition.paper.actions.keying_in import Content, KeyIn
from competition.paper.forms.keying_in import (
    ReportForm,
    SumsForm,
    WonByForm,
    WonForm,
    deals_as_written,
    deals_of,
    points_of,
    seats_as_open,
)
from competition.paper.forms.paper import PaperForm, PointsForm
from competition.rulings.actions import decide
from competition.rulings.formats.consequences import Sheet
from scoring.rules.sides import NS, Reader


@dataclass
class _Keying:
    """What is keyed in about one match: all its forms, and the last of them, which says how the result came."""

    request: HttpRequest
    match: PairMatch
    forms: list[Form]
    report: ReportForm
    sheet: Sheet | None = None

    def answer(self, content: Callable[[], Content], template: str, fragment: str, **shown: object) -> HttpResponse:
        """The way on once it is confirmed; else the page of these forms, with the consequence sheet if all is right."""
        # Every form says what is wrong in it, not the first one alone.
        valid = [form.is_valid() for form in (*self.forms, self.report)]
        if {"save", "stand"} & self.request.POST.keys() and all(valid) and (done := _kept_or_shown(self, content())):
            return done
        faulty = max(form_status(form) for form in (*self.forms, self.report))
        context = {"competition": self.match.competition, "match": self.match, "report": self.report, **shown}
        name = fragment if self.request.headers.get("HX-Request") else template
        return render(self.request, name, context | {"sheet": self.sheet}, status=faulty)


@for_organiser
def key_in(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Key in a whole sheet, filled in with the deals that stand; what was there before is kept."""
    match = _as_the_pair_sees_it(request, competition, code)
    seats = seats_as_open(match, bound_data(request))
    form = PaperForm(bound_data(request), request.FILES or None, ground=seats.ground, typed=deals_as_written(match))
    keying = _Keying(request, match, [seats, form], _report(request, match))
    return keying.answer(
        lambda: deals_of(form, seats),
        "competition/paper/key_in.html",
        "competition/paper/_paper.html",
        form=form,
        seats=seats,
        reader=Reader.at_the_table(seats.ground.we),
    )


@for_organiser
def key_points(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Key in what each deal brought, where the paper kept no more."""
    match = _as_the_pair_sees_it(request, competition, code)
    form = PointsForm(bound_data(request), state=match.state)
    keying = _Keying(request, match, [form], _report(request, match))
    page, fragment = "competition/paper/key_points.html", "competition/paper/_points.html"
    return keying.answer(lambda: points_of(form, match), page, fragment, form=form, reader=Reader.at_the_table(NS))


_SCORES: dict[str, type[SumsForm | WonForm]] = {"totals": SumsForm, "margin": WonByForm, "winner": WonForm}


@for_organiser
def key_totals(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Key in two totals, or only the margin or who won, where that is all there is."""
    match, known = _as_the_pair_sees_it(request, competition, code), known_score(request)
    form = _SCORES[known](bound_data(request), match=match)
    keying = _Keying(request, match, [form], ReportForm(bound_data(request), match=match))
    page = "competition/paper/key_totals.html"
    return keying.answer(form.content, page, page, form=form, known=known)


def _as_the_pair_sees_it(request: HttpRequest, competition: Competition, code: str) -> PairMatch:
    """The match as the pair sees it whose paper is keyed in; 404 while two pairs are not known."""
    draw, state = match_of(competition, code)
    if not state.has_two_pairs:
        raise Http404
    of = {str(pair.number): pair for pair in state.pairs}
    return PairMatch(draw, state.code, of.get(request.GET.get("of", ""), state.pairs[0]))


def _report(request: HttpRequest, match: PairMatch) -> ReportForm:
    return ReportForm(bound_data(request) if "save" in request.POST else None, match=match)


def _kept_or_shown(keying: _Keying, content: Content) -> HttpResponse | None:
    """Carry it out once it is confirmed, and give the way on; else put what it changes, or a refusal, on the page."""
    request, match = keying.request, keying.match
    competition, code = match.competition, match.code
    with refusal_as_error(keying.report):
        decision = KeyIn(competition, match.draw, code, keying.report.report(content))
        if shown := request.POST.get("stand") or request.POST.get("shown"):
            decision.confirm(request.POST)
            decide(decision, grounds=keying.report.grounds, shown=shown, by=by(request))
            messages.success(request, f"The result of {code} is keyed in.")
            return mark_as_taken(request, redirect("desk:match", competition.slug, code), f"desk {match.pair.pk}")
        keying.sheet = decision.sheet(keying.report, request.build_absolute_uri)
    return None
