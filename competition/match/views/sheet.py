"""Opening the sheet and writing deals on it."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from competition.match.actions import play
from competition.match.doors import at_the_table
from competition.match.forms.pair import SeatsForm
from competition.match.queries.pair_match import PairMatch
from competition.match.views.responses import (
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
from competition.pages.posting import Request
from scoring.actions import Clash
from scoring.forms import NextDealForm
from scoring.rules.refusal import Refused
from scoring.rules.words import entries_words


@at_the_table
def open_sheet(request: Request, table: PairMatch) -> HttpResponse:
    """Say who sits where and who deals first."""
    if table.opponents is None or table.row:
        return redirect(address(table))
    form = SeatsForm(sent(request), ours=table.pair, theirs=table.opponents)
    if carried_out(form, lambda: play.open_sheet(table, **form.order())):
        return moved_on(request, table)
    return show_form(request, "competition/match/open_sheet.html", table, form)


@at_the_table
@posted
def record(request: Request, table: PairMatch) -> HttpResponse:
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
def preview(request: Request, table: PairMatch) -> HttpResponse:
    """What the deal in the reader's form would write on the pad, in plain words; nothing is written."""
    line = None
    if table.next_deal:
        form = NextDealForm(request.GET, **table.seating)
        line = table.next_line(form.cleaned_data["number"], form.deal()) if form.is_valid() else None
    words = entries_words(line, table.reader) if line else ""
    return HttpResponse(words, content_type="text/plain; charset=utf-8")


def _clash(request: Request, seen: PairMatch, clash: Clash) -> HttpResponse:
    """The deal that stands beside the one that was sent, and the two ways on (409)."""
    table = now(seen)
    again = None
    if table.next_deal:
        again = NextDealForm({**request.POST.dict(), "number": table.next_deal}, **table.seating)
    template = "competition/match/_clash.html" if request.htmx else "competition/match/clash.html"
    return render(request, template, {"table": table, "clash": clash, "again": again}, status=409)
