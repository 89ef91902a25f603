"""Keying in a sheet that was kept on paper."""

from django.http import HttpResponse
from django.shortcuts import render

from competition.match.doors import at_the_table
from competition.match.queries.pair_match import PairMatch
from competition.match.views.responses import RESULT_IS_IN, closed, fresh, moved_on, refused, sent
from competition.pages.posting import Request
from competition.paper.actions import paper as actions
from competition.paper.forms.paper import PaperForm, PaperSeats, row_keys
from competition.paper.queries.paper import context_of_sheet, takes_paper
from scoring.rules.refusal import Refused
from scoring.rules.sides import Reader
from scoring.rules.spoken import quantity


@at_the_table
def paper(request: Request, match: PairMatch) -> HttpResponse:
    """Key in the paper sheet: check it row by row, fill it from a file, write its deals on the sheet."""
    if not takes_paper(match):
        return closed(request, match, RESULT_IS_IN)
    form, seats = _forms(request, match)
    if form.is_valid() and form.is_to_be_saved and (seats is None or seats.is_valid()):
        try:
            order = seats.order() if seats else {"sheet": _made_for(request, match)}
            actions.key_in(match, deals=form.paper.deals, noted=form.paper.noted, **order)
        except Refused as refusal:
            return _refused(request, fresh(match), refusal)
        deals = quantity(len(form.paper.sheet.lines), "deal is", "deals are")
        return moved_on(request, match, f"{deals} on the sheet.")
    return _show(request, match, form, seats)


def _made_for(request: Request, match: PairMatch) -> str | None:
    """The sheet the rows were typed for; an unknown one where they brought seats along and others have been taken."""
    typed = [request.POST.get(seat) for seat in ("north", "east")]
    others = any(typed) and typed != [str(player) for player in match.seated.seats[:2]]
    return request.POST.get("sheet", "" if others else None)


def _forms(request: Request, match: PairMatch) -> tuple[PaperForm, PaperSeats | None]:
    """The rows, and the seats while the sheet is not open."""
    seats = None if match.row else PaperSeats(sent(request), match=match)
    upon = seats.ground if seats else context_of_sheet(match)
    return PaperForm(sent(request), request.FILES or None, ground=upon), seats


def _refused(request: Request, match: PairMatch, refusal: Refused) -> HttpResponse:
    """All that was typed, upon the sheet as it stands now, and what spoke against it."""
    if not takes_paper(match):
        return refused(request, match, refusal)
    form, seats = _forms(request, match)
    form.add_error(None, str(refusal))
    return _show(request, match, form, seats)


def _show(request: Request, match: PairMatch, form: PaperForm, seats: PaperSeats | None) -> HttpResponse:
    template = "competition/paper/_paper.html" if request.htmx else "competition/paper/paper.html"
    faulty = form.errors or (seats and seats.errors)
    reader = Reader.at_the_table(form.ground.we)
    context = {"match": match, "form": form, "seats": seats, "reader": reader, "keys": row_keys(match)}
    return render(request, template, context, status=422 if faulty else 200)
