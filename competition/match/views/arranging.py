"""Saying when and where a match is played, and taking the seats again."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from competition.match.actions import arranging
from competition.match.doors import at_the_table
from competition.match.forms.pair import ArrangeForm
from competition.match.queries.pair_match import PairMatch
from competition.match.views.responses import address, carried_out, moved_on, posted, refused, sent, show_form
from competition.pages.posting import Request
from scoring.rules.refusal import Refused


@at_the_table
def arrange(request: Request, table: PairMatch) -> HttpResponse:
    """Keep the appointment the two pairs agreed on, or take it back."""
    if request.method == "POST" and "off" in request.POST:
        return _call_off(request, table)
    if request.method != "POST" and not table.may_be_arranged:
        return redirect(address(table))
    form = ArrangeForm(sent(request), initial=_agreed(table))
    if carried_out(form, lambda: arranging.arrange(table, **form.order())):
        return moved_on(request, table, "The other pair sees it now.")
    return show_form(request, "competition/match/arrange.html", table, form)


@at_the_table
@posted
def start_over(request: Request, table: PairMatch) -> HttpResponse:
    """Put the empty sheet away and ask again who sits where."""
    try:
        arranging.start_over(table)
    except Refused as refusal:
        return refused(request, table, refusal)
    return redirect("play:open", table.snapshot.competition.slug, table.state.code)


def _call_off(request: Request, table: PairMatch) -> HttpResponse:
    try:
        arranging.arrange(table, at=None)
    except Refused as refusal:
        return refused(request, table, refusal)
    return moved_on(request, table, "The appointment has been taken back.")


def _agreed(table: PairMatch) -> dict:
    if not (table.meeting and table.meeting.plays_at):
        return {}
    moment = timezone.localtime(table.meeting.plays_at)
    return {"day": moment.date(), "hour": moment.time(), "venue": table.meeting.venue}
