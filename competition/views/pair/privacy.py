"""Keeping the deals private while the match is played."""

from django.http import HttpResponse

from competition.access import at_the_table
from competition.actions import privacy as actions
from competition.queries import Table
from competition.views.pair.answers import Request, moved_on, posted, refused
from scoring.rules.refusal import Refused


@at_the_table
@posted
def privacy(request: Request, table: Table) -> HttpResponse:
    """Keep this pair's wish about its deals."""
    private = request.POST.get("private") == "yes"
    try:
        actions.keep_deals(table, private=private)
    except Refused as refusal:
        return refused(request, table, refusal)
    said = "The deals stay private until the match is over." if private else "You no longer keep the deals private."
    return moved_on(request, table, said)
