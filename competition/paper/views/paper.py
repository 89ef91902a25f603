"""Views for typing in a score sheet kept on paper: its deals, or its points only."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from competition.match.access import at_the_table
from competition.match.queries import PointsSheet, Table, points_sheet, reader_of
from competition.match.views.responses import RESULT_IS_IN, closed, fresh, moved_on, posted, refused
from competition.paper.actions import pair_sheet
from competition.paper.forms.pair_sheet import Lines, PaperForm, PaperSeats, PointsForm, row_keys
from competition.paper.queries import context_of_sheet
from competition.web.posting import Request, bound_data, form_page, save_form
from scoring.paper.points_sheet import Typed
from scoring.rules.refusal import Refused
from scoring.rules.sides import NOTHING, NS, Reader, Tally
from scoring.rules.spoken import quantity

NO_LINES = "Nothing was saved, because the score sheet now has deals."


@at_the_table
def paper(request: Request, match: Table) -> HttpResponse:
    """Check the typed rows, fill them from a file, and record the deals."""
    if not match.is_playable:
        return closed(request, match, RESULT_IS_IN)
    form, seats = _forms(request, match)
    if form.is_valid() and form.is_to_be_saved and (seats is None or seats.is_valid()):
        try:
            order = seats.order() if seats else {"sheet": _typed_sheet_name(request, match)}
            pair_sheet.type_in(match, deals=form.paper.deals, noted=form.paper.noted, **order)
        except Refused as refusal:
            return _show_refusal(request, fresh(match), refusal)
        deals = quantity(len(form.paper.sheet.lines), "deal is", "deals are")
        return moved_on(request, match, f"{deals} on the score sheet.")
    return _show(request, match, form, seats)


def _typed_sheet_name(request: Request, match: Table) -> str | None:
    """Return the name of the score sheet for which the rows were typed, or None.

    Return "", which matches no sheet, if the rows were sent with other seats than the match has.
    """
    typed = [request.POST.get(seat) for seat in ("north", "east")]
    others = any(typed) and typed != [str(player) for player in match.opened.meeting.seats[:2]]
    return request.POST.get("sheet", "" if others else None)


def _forms(request: Request, match: Table) -> tuple[PaperForm, PaperSeats | None]:
    """Return the form for the rows, and the form for the seats if the match has no score sheet."""
    seats = None if match.sheet else PaperSeats(bound_data(request), match=match)
    upon = seats.ground if seats else context_of_sheet(match)
    return PaperForm(bound_data(request), request.FILES or None, ground=upon), seats


def _show_refusal(request: Request, match: Table, refusal: Refused) -> HttpResponse:
    """Return the page with the typed rows, the current score sheet and the refusal."""
    if not match.is_playable:
        return refused(request, match, refusal)
    form, seats = _forms(request, match)
    form.add_error(None, str(refusal))
    return _show(request, match, form, seats)


def _show(request: Request, match: Table, form: PaperForm, seats: PaperSeats | None) -> HttpResponse:
    template = "competition/paper/_paper.html" if request.htmx else "competition/paper/paper.html"
    faulty = form.errors or (seats and seats.errors)
    reader = Reader.at_the_table(form.ground.we)
    context = {"match": match, "form": form, "seats": seats, "reader": reader, "keys": row_keys(match)}
    return render(request, template, context, status=422 if faulty else 200)


@at_the_table
def points(request: Request, match: Table) -> HttpResponse:
    """Check and save the typed points of each deal."""
    has_deals = match.sheet is not None and match.sheet.deals
    if not match.is_playable or has_deals:
        return closed(request, match, NO_LINES if has_deals else RESULT_IS_IN)
    conditions = match.state.conditions
    kept = points_sheet(match.state.meeting, conditions)
    form = PointsForm(bound_data(request), state=match.state, kept=_stored_lines(match, kept) if kept else None)
    if form.is_bound and form.is_to_be_saved and save_form(form, lambda: _store_points(match, form)):
        messages.success(request, f"The points of {quantity(len(form.points.lines), 'deal')} are saved.")
        return redirect(reverse("play:points", args=[match.competition.slug, match.code]))
    template = "competition/paper/_points.html" if request.htmx else "competition/paper/points.html"
    ours = reader_of(match.pair, match.state.pairs)
    page = {"match": match, "kept": kept, "reader": Reader.at_the_table(NS), "our_reader": ours}
    return form_page(request, template, form, **page)


@at_the_table
@posted
def send_points(request: Request, match: Table) -> HttpResponse:
    """Report the totals of the stored points."""
    pair_sheet.send_points(match)
    return moved_on(request, match, "The result has been reported.")


def _store_points(match: Table, form: PointsForm) -> None:
    pair_sheet.keep_points(match, lines=form.points.lines, credits=form.points.credits.points or NOTHING)


def _stored_lines(match: Table, kept: PointsSheet) -> Lines:
    """Return the stored points as this pair would type them."""
    side = reader_of(match.pair, match.state.pairs).side

    def line(points: Tally) -> Typed:
        return Typed(*map(str, points.seen_from(side)))

    credits = line(kept.credits) if any(kept.credits) else Typed()
    return {number: line(points) for number, points, _ in kept.rows}, credits
