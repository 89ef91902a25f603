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
def arrange(request: Request, match: PairMatch) -> HttpResponse:
    """Keep the appointment the two pairs agreed on, or take it back."""
    if request.method == "POST" and "off" in request.POST:
        return _call_off(request, match)
    if request.method != "POST" and not match.may_be_arranged:
        return redirect(address(match))
    form = ArrangeForm(sent(request), initial=_agreed(match), play_by=match.state.play_by)
    if carried_out(form, lambda: arranging.arrange(match, **form.order())):
        return moved_on(request, match, "The other pair sees it now.")
    return show_form(request, "competition/match/arrange.html", match, form)


@at_the_table
@posted
def start_over(request: Request, match: PairMatch) -> HttpResponse:
    """Put the empty sheet away and ask again who sits where."""
    try:
        arranging.start_over(match)
    except Refused as refusal:
        return refused(request, match, refusal)
    return redirect("play:open", match.competition.slug, match.code)


def _call_off(request: Request, match: PairMatch) -> HttpResponse:
    try:
        arranging.arrange(match, at=None)
    except Refused as refusal:
        return refused(request, match, refusal)
    return moved_on(request, match, "The appointment has been taken back.")


def _agreed(match: PairMatch) -> dict:
    if not (match.meeting and match.meeting.plays_at):
        return {}
    moment = timezone.localtime(match.meeting.plays_at)
    return {"day": moment.date(), "hour": moment.time(), "venue": match.meeting.venue}
