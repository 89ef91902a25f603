"""Actions for agreeing a different number of deals: offer, accept, decline and withdraw."""

from dataclasses import asdict, replace

from django.db import transaction
from django.utils import timezone

from competition.audit.actions import Actor, lock, log_event
from competition.audit.events import Event
from competition.draw.actions.meetings import meeting_of
from competition.draw.models.rounds import Meeting, RoundConditions
from competition.draw.queries.draw import draw_to_change
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import Stage
from competition.match.actions.arranging import PairInMatch
from competition.match.models import DealsOffer
from scoring.rules.refusal import Refused
from scoring.rules.words import corrected, quantity

_OUTDATED = "This number of deals is no longer offered. Reload the page."
_AGREED = "Both pairs agreed the number of deals."


@transaction.atomic
def offer_deals(place: PairInMatch, *, deals: int) -> None:
    """Offer the other pair this number of deals, replacing any open offer.

    If the other pair has offered the same number, accept it. Raises Refused if the match already has this number, or
    has begun.
    """
    state, meeting = _unplayed(place)
    if state.conditions.deals == deals:
        raise Refused(f"This match has {quantity(deals, 'deal')} already. Choose another number.")
    if before := _open(meeting):
        is_own = before.by_id == place.pair.pk
        if before.deals == deals:
            return None if is_own else _agree(place, state, before)
        _answer(before, place, DealsOffer.Answer.WITHDRAWN if is_own else DealsOffer.Answer.DECLINED)
    DealsOffer.objects.create(meeting=meeting, by=place.pair, at=timezone.now(), deals=deals)
    _note(place, Event.DEALS_OFFERED, f"Offered to play {quantity(deals, 'deal')}.")
    return None


@transaction.atomic
def accept_deals(place: PairInMatch, *, offered: int) -> None:
    """Accept the number of deals that the other pair offered. `offered` is the primary key of the offer.

    Raises Refused if the offer is not open or the match has begun.
    """
    state, meeting = _unplayed(place)
    _agree(place, state, _offer(place, meeting, offered, is_own=False))


@transaction.atomic
def decline_deals(place: PairInMatch, *, offered: int) -> None:
    """Decline the number of deals that the other pair offered. Raises Refused if the offer is not open."""
    _, meeting = _unplayed(place)
    offer = _offer(place, meeting, offered, is_own=False)
    _answer(offer, place, DealsOffer.Answer.DECLINED)
    _note(place, Event.DEALS_DECLINED, f"Declined to play {quantity(offer.deals, 'deal')}.")


@transaction.atomic
def withdraw_deals(place: PairInMatch, *, offered: int) -> None:
    """Withdraw the pair's own offer. Raises Refused if it is not open."""
    _, meeting = _unplayed(place)
    offer = _offer(place, meeting, offered, is_own=True)
    _answer(offer, place, DealsOffer.Answer.WITHDRAWN)
    _note(place, Event.DEALS_WITHDRAWN, f"No longer offers to play {quantity(offer.deals, 'deal')}.")


def _unplayed(place: PairInMatch) -> tuple[PublishedMatch, Meeting]:
    """Lock the competition and return the match and its meeting. Raises Refused if the match has begun."""
    lock(place.pair.competition)
    draw = draw_to_change(place.pair.competition)
    state = draw.matches[place.code]
    if place.pair not in state.pairs or state.stage is not Stage.READY:
        raise Refused("This match has begun or has a result, so its number of deals can no longer change.")
    return state, meeting_of(state, draw.row.pk)


def _open(meeting: Meeting) -> DealsOffer | None:
    return meeting.deals_offers.filter(answer="").first()


def _offer(place: PairInMatch, meeting: Meeting, offered: int, *, is_own: bool) -> DealsOffer:
    offer = _open(meeting)
    if offer is None or offer.pk != offered or (offer.by_id == place.pair.pk) != is_own:
        raise Refused(_OUTDATED)
    return offer


def _agree(place: PairInMatch, state: PublishedMatch, offer: DealsOffer) -> None:
    """Accept an offer, and correct the conditions of the match for these two pairs."""
    _answer(offer, place, DealsOffer.Answer.ACCEPTED)
    terms = replace(state.conditions, deals=offer.deals)
    match = offer.meeting.match
    where = {"round": match.round, "match": match, "meeting": offer.meeting}
    RoundConditions.objects.create(**where, at=timezone.now(), reason=_AGREED, **asdict(terms))
    _note(place, Event.DEALS_AGREED, f"Agreed with the other pair: {corrected(terms, state.conditions)}.")


def _answer(offer: DealsOffer, place: PairInMatch, answer: DealsOffer.Answer) -> None:
    offer.answer, offer.answered_at, offer.answered_by = answer, timezone.now(), place.pair
    offer.save()


def _note(place: PairInMatch, event: Event, text: str) -> None:
    log_event(place.pair.competition, Actor(pair=place.pair), event, text, match=place.code)
