"""Views for reporting, withdrawing, confirming and disputing a result, and for conceding the match."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from competition.audit.actions import Actor
from competition.entries.actions import opened
from competition.knockout.actions import record_notice
from competition.knockout.forms import known_score
from competition.knockout.models.result_entry import Notice
from competition.match.access import at_the_table
from competition.match.actions import play
from competition.match.forms.pair import AnswerForm, DisputeForm, TotalsForm, WonByForm, WonForm
from competition.match.queries.table import Table
from competition.match.views.responses import address, moved_on, posted, shows_refusals
from competition.web.posting import Request, bound_data, form_page, save_form
from scoring.rules.refusal import Refused
from scoring.rules.words import deal_words

_SCORES: dict[str, type[TotalsForm | WonForm]] = {"totals": TotalsForm, "margin": WonByForm, "winner": WonForm}


@at_the_table
def totals(request: Request, match: Table) -> HttpResponse:
    """Report a result without a score sheet: two totals, the margin, or only the winner."""
    known = known_score(request)
    form = _SCORES[known](bound_data(request), match=match)
    if save_form(form, form.send):
        return moved_on(request, match, "The result has been reported.")
    return form_page(request, "competition/match/totals.html", form, match=match, known=known)


@at_the_table
@shows_refusals
def submit(request: Request, match: Table) -> HttpResponse:
    """Show the result of the score sheet, and report it after confirmation."""
    if request.method != "POST":
        if match.result is None or not match.is_writable:
            return redirect(address(match))
        return render(request, "competition/match/submit.html", {"match": match})
    play.submit_sheet(match)
    return moved_on(request, match, "The result has been reported.")


@at_the_table
@posted
def confirm(request: Request, match: Table) -> HttpResponse:
    """Confirm the result that was shown."""
    form = AnswerForm(request.POST)
    if not form.is_valid():
        raise Refused("The app could not tell which result you meant. Check the result, then confirm it.")
    play.confirm(match, outcome=form.cleaned_data["outcome"])
    return moved_on(request, match, "You have confirmed the result. It is final.")


@at_the_table
def dispute(request: Request, match: Table) -> HttpResponse:
    """Dispute the result that was shown, with a reason."""
    if request.method != "POST" and not match.awaits_us:
        return redirect(address(match))
    shown = {"outcome": match.state.last and match.state.last.number}
    form = DisputeForm(bound_data(request), initial=shown, deals=_deals_to_dispute(match))
    if save_form(form, lambda: play.dispute(match, **form.order())):
        return moved_on(request, match, "You have disputed the result. The organiser has been asked to look at it.")
    return form_page(request, "competition/match/dispute.html", form, match=match)


@at_the_table
@posted
def withdraw_result(request: Request, match: Table) -> HttpResponse:
    """Withdraw the result that this pair reported."""
    play.withdraw_result(match)
    return moved_on(request, match, "The result has been withdrawn.")


@at_the_table
@posted
def seen(request: Request, match: Table) -> HttpResponse:
    """Record that the pair has read the other pair's result. The page sends this request while it is visible."""
    form = AnswerForm(request.POST)
    opened([match.pair])
    if not form.is_valid() or not match.awaits_us:
        raise Refused("There is no result here for you to confirm. Reload the match.")
    number, by = form.cleaned_data["outcome"], Actor(pair=match.pair)
    record_notice(match.competition, match.code, number, how=Notice.Channel.PAGE, by=by)
    return HttpResponse(status=204) if request.headers.get("X-Seen") else moved_on(request, match)


@at_the_table
@shows_refusals
def concede(request: Request, match: Table) -> HttpResponse:
    """Explain the effect of conceding, and concede the match after confirmation."""
    if request.method != "POST":
        if not match.is_playable:
            return redirect(address(match))
        # Show the totals with the Law 80 credits, because a conceded match stores them.
        totals = match.opened.scored.total.seen_from(match.opened.side) if match.state.recorded else None
        return render(request, "competition/match/concede.html", {"match": match, "totals": totals})
    play.concede(match)
    return moved_on(request, match, "You have conceded the match.")


def _deals_to_dispute(match: Table) -> list[tuple[int, str]]:
    """Return the deals that a dispute can name: the deals of the score sheet, if the result came from it."""
    if match.sheet is None or match.state.reported is None or not match.state.reported.deals:
        return []
    return [(line.number, deal_words(line.deal, match.opened.reader)) for line in match.sheet.scored.lines]
