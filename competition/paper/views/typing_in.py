"""Views for results that reach the organiser by phone, letter or email."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.knockout.access import match_of
from competition.knockout.forms import known_score
from competition.match.queries import Table
from competition.paper.actions.organiser_result import Content, KeyIn
from competition.paper.forms.organiser_result import (
    ReportForm,
    SumsForm,
    WonByForm,
    WonForm,
    deals_as_written,
    deals_of,
    points_of,
    seats_as_open,
)
from competition.paper.forms.pair_sheet import PaperForm, PointsForm
from competition.rulings.actions import decide
from competition.rulings.presenters.consequences import Sheet
from competition.web.posting import bound_data, by, form_status, mark_as_taken, refusal_as_error
from scoring.rules.sides import NS, Reader


@dataclass
class _ResultForms:
    """The forms for one typed-in result. `report` is the form for its source."""

    request: HttpRequest
    match: Table
    forms: list[Form]
    report: ReportForm
    sheet: Sheet | None = None

    def answer(self, content: Callable[[], Content], template: str, fragment: str, **shown: object) -> HttpResponse:
        """Save the result once it is confirmed, otherwise return the page with the forms and the preview."""
        # Validate every form, so that the page shows all errors at once.
        valid = [form.is_valid() for form in (*self.forms, self.report)]
        if {"save", "stand"} & self.request.POST.keys() and all(valid) and (done := _save_or_preview(self, content())):
            return done
        faulty = max(form_status(form) for form in (*self.forms, self.report))
        context = {"competition": self.match.competition, "match": self.match, "report": self.report, **shown}
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
        "competition/paper/type_in.html",
        "competition/paper/_paper.html",
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
    page, fragment = "competition/paper/type_in_points.html", "competition/paper/_points.html"
    return forms.answer(lambda: points_of(form, match), page, fragment, form=form, reader=Reader.at_the_table(NS))


_SCORES: dict[str, type[SumsForm | WonForm]] = {"totals": SumsForm, "margin": WonByForm, "winner": WonForm}


@for_organiser
def type_in_totals(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Type in two totals, the margin, or only the winner."""
    match, known = _pair_match(request, competition, code), known_score(request)
    form = _SCORES[known](bound_data(request), match=match)
    forms = _ResultForms(request, match, [form], ReportForm(bound_data(request), match=match))
    page = "competition/paper/type_in_totals.html"
    return forms.answer(form.content, page, page, form=form, known=known)


def _pair_match(request: HttpRequest, competition: Competition, code: str) -> Table:
    """Return the match as the pair whose sheet is typed in sees it. Raises Http404 unless both pairs are known."""
    draw, state = match_of(competition, code)
    if not state.has_two_pairs:
        raise Http404
    of = {str(pair.number): pair for pair in state.pairs}
    return Table(draw, state.code, of.get(request.GET.get("of", ""), state.pairs[0]))


def _report_form(request: HttpRequest, match: Table) -> ReportForm:
    return ReportForm(bound_data(request) if "save" in request.POST else None, match=match)


def _save_or_preview(forms: _ResultForms, content: Content) -> HttpResponse | None:
    """Save a confirmed result and return a redirect, otherwise add the preview or the error to the page."""
    request, match = forms.request, forms.match
    competition, code = match.competition, match.code
    with refusal_as_error(forms.report):
        decision = KeyIn(competition, match.draw, code, forms.report.report(content))
        if shown := request.POST.get("stand") or request.POST.get("shown"):
            decision.confirm(request.POST)
            decide(decision, grounds=forms.report.grounds, shown=shown, by=by(request))
            messages.success(request, f"The result of {match.state.label} has been saved.")
            return mark_as_taken(request, redirect("desk:match", competition.slug, code), f"desk {match.pair.pk}")
        forms.sheet = decision.sheet(forms.report, request.build_absolute_uri)
    return None
