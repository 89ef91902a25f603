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
    table: PairMatch
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
    now, state = found(competition, code)
    if len(state.pairs) != 2:
        raise Http404
    of = {str(pair.number): pair for pair in state.pairs}
    return PairMatch(now, state, of.get(request.GET.get("of", ""), state.pairs[0]))


@for_organiser
def key_in(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Key in a whole sheet, filled in with the deals that stand; what was there before is kept."""
    table = _table(request, competition, code)
    seats = seats_as_open(table, sent(request))
    form = PaperForm(sent(request), request.FILES or None, ground=seats.ground, typed=deals_as_written(table))
    report = ReportForm(sent(request) if "save" in request.POST else None, table=table)
    return _answered(
        _Keying(
            request,
            table,
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
    table = _table(request, competition, code)
    form = PointsForm(sent(request), conditions=competition.conditions.rules())
    report = ReportForm(sent(request) if "save" in request.POST else None, table=table)
    return _answered(
        _Keying(
            request,
            table,
            [form, report],
            lambda: points_of(form, table),
            "competition/match/key_points.html",
            "competition/match/_points.html",
            {"form": form, "report": report, "reader": Reader.at_the_table(NS)},
        )
    )


@for_organiser
def key_totals(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Key in two totals, where that is all there is."""
    table = _table(request, competition, code)
    form, report = SumsForm(sent(request), table=table), ReportForm(sent(request), table=table)
    page = "competition/match/key_totals.html"
    shown = {"form": form, "report": report}
    return _answered(_Keying(request, table, [form, report], form.content, page, page, shown))


def _answered(asked: _Keying) -> HttpResponse:
    """The page, with the consequence sheet once everything is filled in; or the way on once it was carried out."""
    request, table, report = asked.request, asked.table, asked.shown["report"]
    slug, code = table.snapshot.competition.slug, table.state.code
    more: dict = {}
    if asked.is_to_be_looked_at:
        try:
            told = report.report(asked.content())
            if mark := request.POST.get("mark"):
                keying_in.key_in(table.snapshot.competition, code, told, mark=mark, by=by(request))
                messages.success(request, f"The result of {code} is keyed in.")
                return redirect("desk:match", slug, code)
            more = {"sheet": _sheet(request, table, told)}
        except Refused as refusal:
            report.add_error(None, str(refusal))
    faulty = max(status(form) for form in asked.forms)
    context = {"competition": table.snapshot.competition, "table": table, **asked.shown, **more}
    template = asked.fragment if request.headers.get("HX-Request") else asked.template
    return render(request, template, context, status=faulty)


def _sheet(request: HttpRequest, table: PairMatch, report: keying_in.Report) -> Sheet:
    now, state = table.snapshot, table.state
    ahead = keying_in.look_ahead(now, state.code, report)
    first, second = report.content.totals(state.pairs[0], now.competition.conditions.rules())
    then = "it counts at once" if report.counts else "the other pair is asked to confirm it"
    sums = ", ".join(f"{side.text} {total:,}" for side, total in zip(state.sides, (first, second), strict=True))
    return sheet(
        now,
        subject=f"{now.competition}, {subject(state)}",
        decision=f"Result as reported by {report.pair}: {sums}; {then}. Reason: {report.grounds.reason}",
        cases=ahead.cases,
        pairs=state.numbers,
        way_back=consequence.RULING if report.counts else consequence.REPORT,
        mark=ahead.mark,
        address=request.build_absolute_uri(reverse("public:match", args=[now.competition.slug, state.code])),
    )
