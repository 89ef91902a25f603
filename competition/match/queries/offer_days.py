"""Queries for the days by which the pairs of a match must offer dates, answer offers and report the result."""

from datetime import date, datetime
from typing import NamedTuple

from django.utils import timezone

from competition.contest.models import Conditions
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.places import place_code
from competition.draw.queries.states import PublishedMatch, local_date
from competition.entries.models import Pair
from competition.match.models import Offer
from competition.match.queries.dates import Offers
from competition.match.rules.offers import OfferDays


class DueDay(NamedTuple):
    """The next action in a match and its last day: "offer", "answer" or "report". `by` is None for both pairs."""

    what: str
    on: date
    by: Pair | None = None
    # Number of dates that the conditions require in an offer.
    dates: int | None = None


def offer_days(conditions: Conditions) -> OfferDays:
    """Return the deadlines and numbers of dates in these conditions."""
    return OfferDays(
        conditions.first_offer_days,
        conditions.offer_dates,
        conditions.answer_days,
        conditions.send_days,
        conditions.counted_from == Conditions.CountedFrom.END,
    )


def known_at(draw: PublishedDraw, state: PublishedMatch) -> datetime:
    """Return the time when both opponents in this match became known (no query)."""
    before = state.before
    decided = [draw.matches[code].decided_at for code in before]
    placed = [row.at for row in draw.placings if place_code(draw, row) in (state.code, *before)]
    return max(at for at in (draw.row.published_at, *decided, *placed) if at)


def offer_by(draw: PublishedDraw, state: PublishedMatch) -> date | None:
    """Return the last day for the first offer in this match, or None if the conditions set none (no query)."""
    return offer_days(draw.competition.conditions).offer_by(local_date(known_at(draw, state)), state.play_by)


def due_day(draw: PublishedDraw, offers: Offers) -> DueDay | None:
    """Return the next deadline for the pairs of a match, or None if the conditions set none (no query)."""
    state = offers.state
    if not state.is_to_play:
        return None
    if state.plays_at:
        return _report(draw, state)
    if offers.open:
        return _answer(draw, state, offers.open)
    on = None if offers.all else offer_by(draw, state)
    return DueDay("offer", on, state.begins, draw.competition.conditions.offer_dates) if on else None


def _report(draw: PublishedDraw, state: PublishedMatch) -> DueDay | None:
    if state.plays_at is None or state.plays_after(draw.now):
        return None
    on = offer_days(draw.competition.conditions).report_by(local_date(state.plays_at))
    return DueDay("report", on) if on else None


def _answer(draw: PublishedDraw, state: PublishedMatch, offer: Offer) -> DueDay | None:
    on = offer_days(draw.competition.conditions).answer_by(timezone.localdate(offer.at))
    return DueDay("answer", on, next(pair for pair in state.pairs if pair.pk != offer.by_id)) if on else None
