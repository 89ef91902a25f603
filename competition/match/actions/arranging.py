"""Actions for agreeing a match date: offer, accept, decline and cancel."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from competition.audit.actions import Actor, lock, log_event
from competition.audit.events import Event
from competition.draw.actions.meetings import meeting_of
from competition.draw.models.rounds import Meeting
from competition.draw.queries.draw import draw_to_change
from competition.entries.models import Pair
from competition.match.models import MOST_DATES, Offer, OfferedDate
from competition.match.queries.dates import moments
from scoring.rules.refusal import Refused
from scoring.templatetags.bridge import moment

_OUTDATED = "These dates are no longer offered. Check the latest offer."


@dataclass(frozen=True, slots=True)
class PairInMatch:
    """A pair and the code of one of its matches."""

    pair: Pair
    code: str


@transaction.atomic
def offer_dates(place: PairInMatch, *, dates: Sequence[datetime], venue: str = "", reason: str = "") -> Offer:
    """Offer the other pair up to eight dates at one venue, and return the offer.

    The new offer declines any open offer from the other pair, with this reason. Raises Refused if the dates are
    invalid, if a date is already agreed, if the pair has another open offer, or if the match cannot be played.
    """
    meeting = _playable_record(place)
    dates = sorted(set(dates))
    _check(dates)
    if meeting.plays_at:
        raise Refused(f"You have agreed to play on {moment(meeting.plays_at)}. Cancel that date first, with a reason.")
    open_offer = _open(meeting)
    if open_offer and open_offer.by_id == place.pair.pk:
        if moments(open_offer) == dates:
            return open_offer
        raise Refused("You have offered dates already. Add other dates to that offer, or cancel it first.")
    if open_offer:
        _answer(open_offer, place.pair, Offer.Answer.DECLINED, reason=reason.strip())
    made = Offer.objects.create(meeting=meeting, by=place.pair, at=timezone.now(), venue=venue.strip())
    OfferedDate.objects.bulk_create(OfferedDate(offer=made, plays_at=at) for at in dates)
    _note(place, Event.DATES_OFFERED, f"Offered to play on {'; '.join(map(moment, dates))}.")
    return made


@transaction.atomic
def add_dates(place: PairInMatch, *, offered: int, dates: Sequence[datetime]) -> None:
    """Add these dates to the pair's own open offer. `offered` is its primary key.

    The offer is then marked as unread, so that the other pair hears of the new dates. Raises Refused if the offer is
    not open or the dates are invalid.
    """
    open_offer = _own_open_offer(place, offered)
    new = sorted({*dates}.difference(moments(open_offer)))
    if not new:
        return
    _check(new, len(moments(open_offer)))
    now = timezone.now()
    OfferedDate.objects.bulk_create(OfferedDate(offer=open_offer, plays_at=at, added_at=now) for at in new)
    Offer.objects.filter(pk=open_offer.pk).update(read_at=None)
    _note(place, Event.DATES_OFFERED, f"Also offered to play on {'; '.join(map(moment, new))}.")


def _check(dates: Sequence[datetime], offered: int = 0) -> None:
    """Raise Refused unless these dates can be offered together with the dates already offered."""
    if not 1 <= len(dates) + offered <= MOST_DATES:
        raise Refused(f"Offer one to {MOST_DATES} dates.")
    if past := [at for at in dates if at < timezone.now()]:
        raise Refused(f"{moment(past[0])} is in the past. Offer later dates.")


@transaction.atomic
def reply_to_dates(place: PairInMatch, *, dates: Sequence[datetime], venue: str, reason: str) -> None:
    """Offer these dates or, if there are none, decline the other pair's dates with a reason.

    Raises Refused like `offer_dates` and `decline_dates`.
    """
    if dates:
        offer_dates(place, dates=dates, venue=venue, reason=reason)
    else:
        decline_dates(place, reason=reason)


@transaction.atomic
def accept_date(place: PairInMatch, *, offered: int, at: datetime) -> None:
    """Accept this date from the other pair's offer. `offered` is the primary key of the offer.

    Raises Refused if the offer is not open, if the date has passed, or if the pair made the offer itself.
    """
    meeting = _playable_record(place)
    open_offer = _open(meeting)
    if open_offer is None or open_offer.pk != offered or at not in moments(open_offer):
        if meeting.plays_at == at:
            return
        raise Refused(_OUTDATED)
    if open_offer.by_id == place.pair.pk:
        raise Refused("You offered these dates. The other pair accepts one of them.")
    if at < timezone.now():
        raise Refused(f"{moment(at)} is in the past. Accept another date, or offer others.")
    _answer(open_offer, place.pair, Offer.Answer.TAKEN, takes=at)
    meeting.plays_at = at
    meeting.venue = open_offer.venue
    meeting.offered_by_id, meeting.taken_by = open_offer.by_id, place.pair
    _save(meeting)
    _note(place, Event.DATE_AGREED, f"Accepted {moment(at)}.")


@transaction.atomic
def decline_dates(place: PairInMatch, *, reason: str) -> None:
    """Decline all dates offered by the other pair, with a reason.

    Raises Refused if the other pair has no open offer or the reason is empty.
    """
    meeting = _playable_record(place)
    open_offer = _open(meeting)
    if open_offer is None or open_offer.by_id == place.pair.pk:
        raise Refused(_OUTDATED)
    if not reason.strip():
        raise Refused("Give a reason why no date suits you, or offer other dates.")
    _answer(open_offer, place.pair, Offer.Answer.DECLINED, reason=reason.strip())
    _note(place, Event.DATES_DECLINED, "Declined the offered dates.")


@transaction.atomic
def cancel_offer(place: PairInMatch, *, offered: int) -> None:
    """Withdraw the pair's own open offer. `offered` is its primary key.

    Raises Refused if the offer is not open.
    """
    _answer(_own_open_offer(place, offered), place.pair, Offer.Answer.WITHDRAWN)
    _note(place, Event.DATES_WITHDRAWN, "Cancelled the offered dates.")


@transaction.atomic
def cancel_date(place: PairInMatch, *, reason: str) -> None:
    """Cancel the agreed date with a reason for the other pair.

    Raises Refused if no date is agreed or the reason is empty.
    """
    meeting = _playable_record(place)
    if meeting.plays_at is None:
        raise Refused("There is no agreed date to cancel. Reload the page.")
    if not reason.strip():
        raise Refused("Enter the reason. The other pair reads it.")
    was = meeting.plays_at
    cancellation = {"cancelled_by": place.pair, "cancelled_because": reason.strip()}
    agreed = meeting.offers.filter(answer=Offer.Answer.TAKEN, cancelled_at=None)
    agreed.update(cancelled_at=timezone.now(), **cancellation)
    meeting.plays_at, meeting.venue, meeting.offered_by, meeting.taken_by = None, "", None, None
    _save(meeting)
    _note(place, Event.DATE_CANCELLED, f"Cancelled {moment(was)}.")


@transaction.atomic
def mark_as_read(place: PairInMatch, *, offered: int) -> None:
    """Record when the other pair first saw all dates of an offer. Later calls change nothing.

    `offered` is the primary key of the offer.
    """
    meeting = _playable_record(place)
    unread = meeting.offers.filter(pk=offered, read_at=None).exclude(by=place.pair)
    if unread.update(read_at=timezone.now()):
        _note(place, Event.DATES_READ, "Opened the page with the offered dates.")


def _playable_record(place: PairInMatch) -> Meeting:
    """Lock the competition and return the meeting of the two pairs.

    Raises Refused if this is not the pair's own match or if it cannot be played.
    """
    lock(place.pair.competition)
    draw = draw_to_change(place.pair.competition)
    state = draw.matches[place.code]
    if place.pair not in state.pairs:
        raise Refused("The draw has been corrected, and this is no longer your match. See My matches.")
    if state.is_to_play and state.set_day:
        raise Refused("The organiser has set the day of this match. If you cannot play then, ask the organiser.")
    if not state.is_to_play:
        raise Refused(
            "You cannot play this match. It has a result already, or one pair is not known yet. See My matches."
        )
    return meeting_of(state, draw.row.pk)


def _open(meeting: Meeting) -> Offer | None:
    return meeting.offers.filter(answer="").prefetch_related("dates").first()


def _own_open_offer(place: PairInMatch, offered: int) -> Offer:
    """Return the pair's open offer. Raises Refused if it does not have this primary key."""
    open_offer = _open(_playable_record(place))
    if open_offer is None or open_offer.pk != offered or open_offer.by_id != place.pair.pk:
        raise Refused(_OUTDATED)
    return open_offer


def _answer(offer: Offer, by: Pair, answer: Offer.Answer, **rest: object) -> None:
    values = {"answer": answer, "answered_at": timezone.now(), "answered_by": by, **rest}
    Offer.objects.filter(pk=offer.pk).update(**values)


def _save(meeting: Meeting) -> None:
    meeting.save(update_fields=["plays_at", "venue", "offered_by", "taken_by"])


def _note(place: PairInMatch, event: Event, text: str) -> None:
    log_event(place.pair.competition, Actor(pair=place.pair), event, text, match=place.code)
