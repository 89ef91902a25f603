"""Opening the sheet, writing deals on it and putting them right."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from competition.access import at_the_table
from competition.actions import play
from competition.forms.pair import SeatsForm
from competition.queries import Table
from competition.views.pair.answers import (
    Request,
    address,
    carried_out,
    moved_on,
    now,
    posted,
    refused,
    sent,
    show,
    show_form,
)
from scoring.actions import Clash
from scoring.forms import DealForm, HonoursForm, NextDealForm
from scoring.models import Amendment
from scoring.rules.refusal import Refused
from scoring.rules.sheet import ScoredDeal
from scoring.rules.words import deal_words


@at_the_table
def open_sheet(request: Request, table: Table) -> HttpResponse:
    """Say who sits where and who deals first."""
    if table.opponents is None or table.row:
        return redirect(address(table))
    form = SeatsForm(sent(request), ours=table.pair, theirs=table.opponents)
    if carried_out(form, lambda: play.open_sheet(table, **form.order())):
        return moved_on(request, table)
    return show_form(request, "competition/pair/open_sheet.html", table, form)


@at_the_table
@posted
def record(request: Request, table: Table) -> HttpResponse:
    """Write the next deal; the same deal again is the same deal, another under its number is shown beside it."""
    form = None
    try:
        form = NextDealForm(request.POST, **table.seating)
        if not form.is_valid():
            return show(request, table, form=form, status=422)
        play.record_deal(table, **form.order())
    except Clash as clash:
        return _clash(request, table, clash)
    except Refused as refusal:
        return refused(request, table, refusal, form)
    return moved_on(request, table)


@at_the_table
def preview(request: Request, table: Table) -> HttpResponse:
    """What the deal in the reader's form would write on the pad; nothing is written."""
    line = None
    if table.next_deal:
        form = NextDealForm(request.GET, **table.seating)
        line = table.next_line(form.cleaned_data["number"], form.deal()) if form.is_valid() else None
    return render(request, "scoring/_next_line.html", {"line": line, "reader": table.reader if table.row else None})


def _clash(request: Request, seen: Table, clash: Clash) -> HttpResponse:
    """The deal that stands beside the one that was sent, and the two ways on (409)."""
    table = now(seen)
    again = None
    if table.next_deal:
        again = NextDealForm({**request.POST.dict(), "number": table.next_deal}, **table.seating)
    template = "competition/pair/_clash.html" if request.htmx else "competition/pair/clash.html"
    return render(request, template, {"table": table, "clash": clash, "again": again}, status=409)


@at_the_table
def deal(request: Request, table: Table, number: int) -> HttpResponse:
    """Put a deal right; other tricks on an earlier deal wait for the other pair's consent (Law 78)."""
    line = _line(table, number)
    form = DealForm(sent(request), initial=DealForm.said(line.deal), **table.seating)
    if form.is_valid():
        try:
            amended = play.amend_deal(table, number=number, deal=form.deal())
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            asked = isinstance(amended, Amendment)
            words = "The other pair has been asked to agree: deal {}, {}." if asked else "Deal {} now reads {}."
            return moved_on(request, table, words.format(number, deal_words(form.deal())))
    return show_form(request, "competition/pair/deal.html", table, form, line=line, noted=table.deals[number - 1])


@at_the_table
def honours(request: Request, table: Table, number: int) -> HttpResponse:
    """Add the honours that were forgotten on a deal."""
    line = _line(table, number)
    form = HonoursForm(sent(request), stands=line.deal, reader=table.reader)
    if carried_out(form, lambda: play.amend_deal(table, number=number, deal=form.deal())):
        return moved_on(request, table, f"Deal {number} now reads {deal_words(form.deal())}.")
    return show_form(request, "competition/pair/honours.html", table, form, line=line)


@at_the_table
def take_back_deal(request: Request, table: Table, number: int) -> HttpResponse:
    """Take the last deal off the sheet again, after a second look."""
    if request.method != "POST":
        return render(request, "competition/pair/take_back_deal.html", {"table": table, "line": _line(table, number)})
    try:
        play.take_back_deal(table, number=number)
    except Refused as refusal:
        return refused(request, table, refusal)
    return moved_on(request, table, f"Deal {number} has been taken off the sheet.")


@at_the_table
@posted
def answer_amendment(request: Request, table: Table, amendment: int) -> HttpResponse:
    """Agree to a change of an earlier deal, decline it, or take back one's own wish."""
    wish = table.amendment(amendment)
    if wish is None:
        raise Http404
    try:
        play.answer_amendment(table, amendment=wish, accept=request.POST.get("answer") == "agree")
    except Refused as refusal:
        return refused(request, table, refusal)
    return moved_on(request, table, f"The change of deal {wish.number} was {wish.answer}.")


def _line(table: Table, number: int) -> ScoredDeal:
    if table.sheet is None or not 1 <= number <= len(table.sheet.lines):
        raise Http404
    return table.sheet.lines[number - 1]
