"""Giving a match up, after a second look."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from competition.match.actions import conceding
from competition.match.doors import at_the_table
from competition.match.queries.pair_match import PairMatch
from competition.match.views.responses import address, done
from competition.pages.posting import Request


@at_the_table
def concede(request: Request, match: PairMatch) -> HttpResponse:
    """Say what a concession does, and concede when that is asked for."""
    if request.method != "POST":
        if not match.may_concede:
            return redirect(address(match))
        # As they would be written down now, with what an unfinished rubber is worth (Law 80).
        totals = match.scored.total.seen_from(match.side) if match.state.recorded else None
        return render(request, "competition/match/concede.html", {"match": match, "totals": totals})
    return done(request, match, lambda: conceding.concede(match), "You have conceded the match.")
