"""Keying in what reached the organiser by telephone or by letter: a sheet, points only, or two totals."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.knockout.formats import consequence
from competition.knockout.formats.consequence import Sheet, sheet
from competition.knockout.views.rulings import found, subject
from competition.match.actions import keying_in
from competition.match.forms.keying_in import ReportForm, SumsForm, deals_as_written, deals_of, points_of, seats_as_open
from competition.match.forms.paper import PaperForm
from competition.match.forms.points import PointsForm
from competition.match.queries.pair_match import PairMatch
from competition.pages.posting import by, sent, status
from scoring.rules.pad import Reader
from scoring.rules.refusal import Refused
from scoring.rules.sides import NS

_Content = Callable[[], keying_in.Deals | keying_in.Points | keying_in.Sums]


@dataclass(frozen=True)
class _Keying:
    """What is keyed in about one match: the forms, what they say together, and the page they stand on."""

    request: HttpRequest
    match: PairMatch
    forms: list[Form]
    content: _Content
    template: str
    fragment: str
    shown: dict

    @property
    def is_to_be_looked_at(self) -> bool:
        # Every form says what is wrong in it, not the first one alone.
        valid = [form.is_valid() for form in self.forms]
        return "save" in self.request.POST and all(valid)


def _table(request: HttpRequest, competition: Competition, code: str) -> PairMatch:
    """The match as the pair sees it whose paper is keyed in; 404 while two pairs are not known."""
    snapshot, state = found(competition, code)
    if len(state.pairs) != 2:
        raise Http404
    of = {str(pair.number): pair for pair in state.pairs}
    return PairMatch(snapshot, state, of.get(request.GET.get("of", ""), state.pairs[0]))


@for_organiser
def key_in(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Key in a whole sheet, filled in with the deals that stand; what was there before is kept."""
    match = _table(request, competition, code)
    seats = seats_as_open(match, sent(request))
    form = PaperForm(sent(request), request.FILES or None, ground=seats.ground, typed=deals_as_written(match))
    report = ReportForm(sent(request) if "save" in request.POST else None, match=match)
    return _answered(
        _Keying(
            request,
            match,
            [seats, form, report],
            lambda: deals_of(form, seats),
            "competition/match/key_in.html",
            "competition/match/_paper.html",
            {"form": form, "seats": seats, "report": report, "reader": Reader.at_the_table(seats.ground.we)},
        )
    )


@for_organiser
def key_points(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Key in what each deal brought, where the paper kept no more."""
    match = _table(request, competition, code)
    form = PointsForm(sent(request), conditions=competition.conditions.rules())
    report = ReportForm(sent(request) if "save" in request.POST else None, match=match)
    return _answered(
        _Keying(
            request,
            match,
            [form, report],
            lambda: points_of(form, match),
            "competition/match/key_points.html",
            "competition/match/_points.html",
            {"form": form, "report": report, "reader": Reader.at_the_table(NS)},
        )
    )


@for_organiser
def key_totals(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Key in two totals, where that is all there is."""
    match = _table(request, competition, code)
    form, report = SumsForm(sent(request), match=match), ReportForm(sent(request), match=match)
    page = "competition/match/key_totals.html"
    shown = {"form": form, "report": report}
    return _answered(_Keying(request, match, [form, report], form.content, page, page, shown))


def _answered(asked: _Keying) -> HttpResponse:
    """The page, with the consequence sheet once everything is filled in; or the way on once it was carried out."""
    request, match, report = asked.request, asked.match, asked.shown["report"]
    slug, code = match.snapshot.competition.slug, match.state.code
    more: dict = {}
    if asked.is_to_be_looked_at:
        try:
            told = report.report(asked.content())
            if mark := request.POST.get("mark"):
                keying_in.key_in(match.snapshot.competition, code, told, mark=mark, by=by(request))
                messages.success(request, f"The result of {code} is keyed in.")
                return redirect("desk:match", slug, code)
            more = {"sheet": _sheet(request, match, told)}
        except Refused as refusal:
            report.add_error(None, str(refusal))
    faulty = max(status(form) for form in asked.forms)
    context = {"competition": match.snapshot.competition, "match": match, **asked.shown, **more}
    template = asked.fragment if request.headers.get("HX-Request") else asked.template
    return render(request, template, context, status=faulty)


def _sheet(request: HttpRequest, match: PairMatch, report: keying_in.Report) -> Sheet:
    snapshot, state = match.snapshot, match.state
    ahead = keying_in.look_ahead(snapshot, state.code, report)
    first, second = report.content.totals(state.pairs[0], snapshot.competition.conditions.rules())
    then = "it counts at once" if report.counts else "the other pair is asked to confirm it"
    sums = ", ".join(f"{side.text} {total:,}" for side, total in zip(state.sides, (first, second), strict=True))
    return sheet(
        snapshot,
        subject=f"{snapshot.competition}, {subject(state)}",
        decision=f"Result as reported by {report.pair}: {sums}; {then}. Reason: {report.grounds.reason}",
        cases=ahead.cases,
        pairs=state.numbers,
        way_back=consequence.RULING if report.counts else consequence.REPORT,
        mark=ahead.mark,
        address=request.build_absolute_uri(reverse("public:match", args=[snapshot.competition.slug, state.code])),
    )
