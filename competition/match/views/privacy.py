"""Keeping the deals private while the match is played."""

from django.http import HttpResponse

from competition.match.actions import privacy as actions
from competition.match.doors import at_the_table
from competition.match.queries.pair_match import PairMatch
from competition.match.views.responses import done, posted
from competition.pages.posting import Request


@at_the_table
@posted
def privacy(request: Request, match: PairMatch) -> HttpResponse:
    """Keep this pair's wish about its deals."""
    private = request.POST.get("private") == "yes"
    said = "The deals stay private until the match is over." if private else "You no longer keep the deals private."
    return done(request, match, lambda: actions.keep_deals(match, private=private), said)
