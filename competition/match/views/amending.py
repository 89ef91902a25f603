"""Putting the sheet right: a deal changed, inserted or deleted, with what that changes shown before it is saved."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from competition.match.actions import amending
from competition.match.doors import at_the_table
from competition.match.queries.amending import amendment as find
from competition.match.queries.amending import look_ahead
from competition.match.queries.pair_match import PairMatch
from competition.match.views.responses import address, carried_out, moved_on, now, refused, sent, show_form
from competition.pages.posting import Request
from scoring.forms import DealForm, HonoursForm, NextDealForm
from scoring.models import Amendment, Deal
from scoring.rules.amending import Change, Effect, Kind
from scoring.rules.refusal import Refused
from scoring.rules.words import deal_words

_SAVED = {
    Kind.CHANGE: "Deal {} now reads {}.",
    Kind.DELETE: "Deal {} has been taken off the sheet: {}.",
}
_ASKED = {
    Kind.CHANGE: "The other pair has been asked to agree: deal {}, {}.",
    Kind.INSERT: "The other pair has been asked to agree: a forgotten deal {}, {}.",
    Kind.DELETE: "The other pair has been asked to agree: deal {} goes, {}.",
}


def _of_the_sheet(view: Callable[[Request, PairMatch, Deal], HttpResponse]) -> Callable[..., HttpResponse]:
    """A view of a deal on the sheet; what is sent about one that has gone meanwhile is kept as the next deal."""

    @wraps(view)
    def keep(request: Request, table: PairMatch, number: int) -> HttpResponse:
        if 1 <= number <= len(table.deals):
            return view(request, table, table.deals[number - 1])
        if request.method != "POST" or table.row is None:
            raise Http404
        again = {**request.POST.dict(), "number": table.next_deal}
        form = NextDealForm(again, **table.seating) if table.next_deal and "level" in again else None
        return refused(request, table, Refused(f"Deal {number} is not on the sheet, or not any more."), form)

    return keep


@at_the_table
@_of_the_sheet
def deal(request: Request, table: PairMatch, row: Deal) -> HttpResponse:
    """Put a deal right; other tricks on an earlier deal wait for the other pair's consent (Law 78)."""
    form = DealForm(sent(request), initial=DealForm.said(row.facts(), row.misdeals, row.note), **table.seating)
    return _keyed(request, table, form, Kind.CHANGE, row.number)


@at_the_table
@_of_the_sheet
def insert_deal(request: Request, table: PairMatch, row: Deal) -> HttpResponse:
    """Insert a deal that was forgotten before this one, once the other pair agrees."""
    return _keyed(request, table, DealForm(sent(request), **table.seating), Kind.INSERT, row.number)


def _keyed(request: Request, table: PairMatch, form: DealForm, kind: Kind, number: int) -> HttpResponse:
    """Save the deal of the form, or show what it changes; with htmx that alone, as soon as the form says a deal."""
    context = {"table": table, "form": form, "kind": kind, "line": table.sheet.lines[number - 1], "effect": None}
    if form.is_valid():
        change = Change(kind, number, **form.order())
        try:
            if "save" in request.POST:
                return _saved(request, table, change)
            context["effect"] = look_ahead(table, change)
        except Refused as refusal:
            form.add_error(None, str(refusal))
            context["effect"] = _possible(now(table), change)
    elif request.htmx:
        context["form"] = None
    template = "competition/match/_second_look.html" if request.htmx else "competition/match/deal.html"
    return render(request, template, context, status=422 if form.errors and context["form"] else 200)


def _possible(table: PairMatch, change: Change) -> Effect | None:
    """What a change would do, if it can be made at all."""
    try:
        return look_ahead(table, change)
    except Refused:
        return None


@at_the_table
@_of_the_sheet
def delete_deal(request: Request, table: PairMatch, row: Deal) -> HttpResponse:
    """Take the last deal back, or delete an earlier one that was recorded twice once the other pair agrees."""
    refusal, is_sent = "", request.method == "POST"
    try:
        if is_sent:
            return _saved(request, table, row.to_go())
        effect = look_ahead(table, row.to_go())
    except Refused as fault:
        table, refusal = now(table), str(fault)
        effect = _possible(table, row.to_go())
    context = {"table": table, "row": row, "effect": effect, "refusal": refusal}
    return render(request, "competition/match/delete_deal.html", context, status=422 if is_sent else 200)


def _saved(request: Request, table: PairMatch, change: Change) -> HttpResponse:
    wish = amending.amend(table, change, shown=request.POST.get("save", ""))
    words = (_ASKED if wish else _SAVED)[change.kind]
    return moved_on(request, table, words.format(change.number, deal_words(change.deal)))


@at_the_table
@_of_the_sheet
def honours(request: Request, table: PairMatch, row: Deal) -> HttpResponse:
    """Add the honours that were forgotten on a deal."""
    form = HonoursForm(sent(request), stands=row.facts(), reader=table.reader)
    if carried_out(form, lambda: amending.amend(table, row.to_read(form.deal()))):
        return moved_on(request, table, f"Deal {row.number} now reads {deal_words(form.deal())}.")
    line = table.sheet.lines[row.number - 1]
    return show_form(request, "competition/match/honours.html", table, form, line=line)


@at_the_table
def amendment(request: Request, table: PairMatch, amendment: int) -> HttpResponse:
    """What one pair wishes to amend: look at what it changes; agree, decline, take it back, put the answer away."""
    wish = find(table, amendment)
    if wish is None:
        raise Http404
    if request.method == "POST":
        return _answered(request, table, wish)
    proposal = next((found for found in table.proposals if found.amendment == wish), None)
    if proposal is None or not table.is_writable:
        return redirect(address(table))
    return render(request, "competition/match/amendment.html", {"table": table, "proposal": proposal})


def _answered(request: Request, table: PairMatch, wish: Amendment) -> HttpResponse:
    said = request.POST.get("answer")
    try:
        if said == "read":
            amending.put_away(table, amendment=wish)
            return moved_on(request, table)
        if said not in ("agree", "decline"):
            raise Refused("Say whether you agree to the change.")
        amending.answer(table, amendment=wish, accept=said == "agree")
    except Refused as refusal:
        return refused(request, table, refusal)
    return moved_on(request, table, f"The change of deal {wish.number} was {wish.answer}.")
