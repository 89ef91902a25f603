"""Queries for a pair's offers of a different number of deals."""

from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import Stage
from competition.match.models import DealsOffer


def open_deals_offer(state: PublishedMatch) -> DealsOffer | None:
    """Return the unanswered offer of a number of deals in a match that has not begun, or None (one query)."""
    if state.stage is not Stage.READY or state.meeting is None:
        return None
    return state.meeting.deals_offers.filter(answer="").select_related("by").first()


def open_deals_offers(draw: PublishedDraw) -> list[tuple[PublishedMatch, DealsOffer]]:
    """Return the unanswered offers of a number of deals in matches that have not begun (at most one query)."""
    ready = {state.meeting.pk: state for state in draw.matches.values() if state.stage is Stage.READY and state.meeting}
    if not ready:
        return []
    offers = DealsOffer.objects.filter(meeting__match__round__draw=draw.row, answer="")
    return [(ready[offer.meeting_id], offer) for offer in offers if offer.meeting_id in ready]
