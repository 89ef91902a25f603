"""Saying when and where a match is played, and taking the seats again."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from competition.access import at_the_table
from competition.actions import arranging
from competition.forms.pair import ArrangeForm
from competition.queries import Table
from competition.views.pair.answers import Request, address, carried_out, moved_on, posted, refused, sent, show_form
from scoring.rules.refusal import Refused


@at_the_table
def arrange(request: Request, table: Table) -> HttpResponse:
    """Keep the appointment the two pairs agreed on, or take it back."""
    if request.method == "POST" and "off" in request.POST:
        return _call_off(request, table)
    if request.method != "POST" and not table.may_be_arranged:
        return redirect(address(table))
    form = ArrangeForm(sent(request), initial=_agreed(table))
    if carried_out(form, lambda: arranging.arrange(table, **form.order())):
        return moved_on(request, table, "The other pair sees it now.")
    return show_form(request, "competition/pair/arrange.html", table, form)


@at_the_table
@posted
def start_over(request: Request, table: Table) -> HttpResponse:
    """Put the empty sheet away and ask again who sits where."""
    try:
        arranging.start_over(table)
    except Refused as refusal:
        return refused(request, table, refusal)
    return redirect("play:open", table.knockout.competition.slug, table.state.code)


def _call_off(request: Request, table: Table) -> HttpResponse:
    try:
        arranging.arrange(table, at=None)
    except Refused as refusal:
        return refused(request, table, refusal)
    return moved_on(request, table, "The appointment has been taken back.")


def _agreed(table: Table) -> dict:
    if not (table.meeting and table.meeting.plays_at):
        return {}
    moment = timezone.localtime(table.meeting.plays_at)
    return {"day": moment.date(), "hour": moment.time(), "venue": table.meeting.venue}
