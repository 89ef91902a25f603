"""Texts about the deadlines and numbers of dates that the conditions set for offers."""

from collections.abc import Iterator
from datetime import date

from django.utils import timezone

from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import local_date
from competition.match.queries.dates import Unplayed, moments
from competition.match.queries.offer_days import offer_by, offer_days
from competition.match.rules.offers import OfferDays
from scoring.rules.words import quantity


def remark(days: OfferDays, offered: int) -> str:
    """Return a sentence about an offer with fewer dates than the conditions require, or "" if it has enough."""
    missing = days.missing(offered)
    if not missing:
        return ""
    return (
        f"According to the conditions, an offer has {quantity(days.dates or 0, 'date')}. Add {missing} more if you can."
    )


def missed(draw: PublishedDraw, match: Unplayed) -> list[str]:
    """Return a sentence about each deadline or number of dates that the pairs of this match have missed."""
    days = offer_days(draw.competition.conditions)
    first = filter(None, [_of_first_offer(draw, match, days)])
    return [*first, *_unanswered(match, days), *_unreported(match, days)]


def _of_first_offer(draw: PublishedDraw, match: Unplayed, days: OfferDays) -> str:
    """Return a sentence about the first offer, by the pair that must make it or that has made it.

    Return "" if it is in order.
    """
    begun = (pair for offer in match.offers.all for pair in match.state.pairs if pair.pk == offer.by_id)
    pair = match.state.begins or next(begun, None)
    offers = match.offers.by(pair) if pair else []
    offered = max((len(moments(offer)) for offer in offers), default=0)
    parts = [f"offered {offered} of {quantity(days.dates or 0, 'date')}"] if days.missing(offered) else []
    last = offer_by(draw, match.state)
    if last and last < (timezone.localdate(offers[0].at) if offers else match.today):
        parts.append(f"nothing {_first_days(days, last)}")
    who = match.called(pair) if pair else "Neither pair has offered a date"
    return f"{who}: {', '.join(parts)}." if parts else ""


def _first_days(days: OfferDays, last: date) -> str:
    if days.is_from_end:
        return f"until {quantity(days.first_offer or 0, 'day')} before the play-by date"
    return f"in the first {quantity(days.first_offer or 0, 'day')}"


def _unanswered(match: Unplayed, days: OfferDays) -> Iterator[str]:
    set_day = match.state.set_day
    closed_at = set_day.row.at if set_day and set_day.row else match.now
    for offer in match.offers.all:
        last = days.answer_by(timezone.localdate(offer.at))
        answered = timezone.localdate(offer.answered_at or closed_at)
        if last and last < answered and offer.answered_by_id != offer.by_id:
            other = next(pair for pair in match.state.pairs if pair.pk != offer.by_id)
            yield f"{match.called(other)}: the offer was not answered within {quantity(days.answer or 0, 'day')}."


def _unreported(match: Unplayed, days: OfferDays) -> Iterator[str]:
    at = match.state.plays_at
    last = days.report_by(local_date(at)) if at and not match.state.plays_after(match.now) else None
    if last and last < match.today:
        yield f"No result was reported within {quantity(days.report or 0, 'day')} of the day of play."
