"""Sending in a result, taking it back, confirming or disputing the other pair's."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from competition.match.actions import play
from competition.match.doors import at_the_table
from competition.match.forms.pair import AnswerForm, DisputeForm, TotalsForm
from competition.match.queries.pair_match import PairMatch
from competition.match.views.responses import address, carried_out, moved_on, posted, refused, sent, show_form
from competition.pages.posting import Request
from scoring.rules.refusal import Refused
from scoring.rules.words import deal_words


@at_the_table
def totals(request: Request, table: PairMatch) -> HttpResponse:
    """Send in two totals without a sheet."""
    form = TotalsForm(sent(request))
    if carried_out(form, lambda: play.submit_totals(table, **form.cleaned_data)):
        return moved_on(request, table, "The result has been sent to the other pair.")
    return show_form(request, "competition/match/totals.html", table, form)


@at_the_table
def submit(request: Request, table: PairMatch) -> HttpResponse:
    """Send in the result of the sheet, after it has been shown in one sentence."""
    if request.method != "POST":
        if table.result is None or not table.is_writable:
            return redirect(address(table))
        return render(request, "competition/match/submit.html", {"table": table})
    try:
        play.submit_sheet(table)
    except Refused as refusal:
        return refused(request, table, refusal)
    return moved_on(request, table, "The result has been sent to the other pair.")


@at_the_table
@posted
def confirm(request: Request, table: PairMatch) -> HttpResponse:
    """Agree to the result that was shown."""
    form = AnswerForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused("It was not clear which result is meant: please look at it before you confirm.")
        play.confirm(table, outcome=form.cleaned_data["outcome"])
    except Refused as refusal:
        return refused(request, table, refusal)
    return moved_on(request, table, "Confirmed: the result is official.")


@at_the_table
def dispute(request: Request, table: PairMatch) -> HttpResponse:
    """Say what is wrong with the result that was shown."""
    if request.method != "POST" and not table.awaits_us:
        return redirect(address(table))
    shown = {"outcome": table.state.last and table.state.last.number}
    form = DisputeForm(sent(request), initial=shown, deals=_deals(table))
    if carried_out(form, lambda: play.dispute(table, **form.order())):
        return moved_on(request, table, "The organiser has been asked to look at the result.")
    return show_form(request, "competition/match/dispute.html", table, form)


@at_the_table
@posted
def take_back_result(request: Request, table: PairMatch) -> HttpResponse:
    """Take back the result this pair sent in."""
    try:
        play.take_back_result(table)
    except Refused as refusal:
        return refused(request, table, refusal)
    return moved_on(request, table, "The result has been taken back.")


def _deals(table: PairMatch) -> list[tuple[int, str]]:
    """The deals a dispute can point at: those of the sheet, if the result was taken from it."""
    if table.sheet is None or table.sent is None or not table.sent.deals:
        return []
    return [(line.number, deal_words(line.deal)) for line in table.sheet.lines]
