"""Keying in a sheet that kept points only."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from competition.match.doors import at_the_table
from competition.match.queries.pair_match import PairMatch
from competition.match.queries.points import PointsSheet, points_sheet, reader_of
from competition.match.views.responses import RESULT_IS_IN, carried_out, closed, done, posted, sent
from competition.pages.posting import Request
from competition.paper.actions import points as actions
from competition.paper.forms.points import Lines, PointsForm
from competition.paper.queries.paper import takes_paper
from scoring.paper.points_sheet import Typed
from scoring.rules.sides import NOTHING, NS, Reader, Tally
from scoring.rules.spoken import quantity

NO_LINES = "Nothing was taken: there are deals on the sheet by now."


@at_the_table
def points(request: Request, match: PairMatch) -> HttpResponse:
    """Key in what each deal brought; keep the lines once every one can be right."""
    if not takes_paper(match) or match.deals:
        return closed(request, match, NO_LINES if match.deals else RESULT_IS_IN)
    conditions = match.state.conditions
    kept = points_sheet(match.meeting, conditions)
    form = PointsForm(sent(request), conditions=conditions, kept=_typed(match, kept) if kept else None)
    if form.is_bound and form.is_to_be_kept and carried_out(form, lambda: _keep(match, form)):
        messages.success(request, f"The points of {quantity(len(form.points.lines), 'deal')} are kept.")
        return redirect(reverse("play:points", args=[match.competition.slug, match.code]))
    template = "competition/paper/_points.html" if request.htmx else "competition/paper/points.html"
    ours = reader_of(match.pair, match.state.pairs)
    context = {"match": match, "form": form, "kept": kept, "reader": Reader.at_the_table(NS), "our_reader": ours}
    return render(request, template, context, status=422 if form.errors else 200)


@at_the_table
@posted
def send_points(request: Request, match: PairMatch) -> HttpResponse:
    """Send in the totals that the kept points make."""
    return done(request, match, lambda: actions.send_points(match), "The result has been sent to the other pair.")


def _keep(match: PairMatch, form: PointsForm) -> None:
    actions.keep_points(match, lines=form.points.lines, credits=form.points.credits.points or NOTHING)


def _typed(match: PairMatch, kept: PointsSheet) -> Lines:
    """The lines that are kept, as this pair would type them."""
    side = reader_of(match.pair, match.state.pairs).side

    def line(points: Tally) -> Typed:
        return Typed(*map(str, points.seen_from(side)))

    credits = line(kept.credits) if any(kept.credits) else Typed()
    return {number: line(points) for number, points, _ in kept.rows}, credits
