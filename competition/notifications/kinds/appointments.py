"""Calendar files for messages about the date of a match."""

from datetime import date, datetime
from email.utils import parseaddr
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from competition.contest.rules.names import family
from competition.draw.models.rounds import FixedDay
from competition.draw.queries.draw import PublishedDraw, get_draw, identity, revisions
from competition.draw.queries.states import PublishedMatch
from competition.entries.models import Pair
from competition.match.models import Offer
from competition.notifications.kinds.entries import EntryMessage
from competition.notifications.kinds.message import Message
from competition.notifications.kinds.places import PlaceNews, lost_date
from competition.notifications.models import Topic
from competition.web.calendar_files import CalendarEvent, calendar_for_email


class Appointment(NamedTuple):
    """The date of a match in a message: the match, the opponents, the time and the place."""

    state: PublishedMatch
    others: Pair
    at: date | datetime
    place: str
    is_cancelled: bool


def appointment(message: Message | EntryMessage, site: str) -> str:
    """Return a calendar file for a message about an agreed, cancelled or set date, or "" for any other message."""
    draw = get_draw(message.competition) if isinstance(message, Message) else None
    found = _find_appointment(draw, message) if draw and isinstance(message, Message) else None
    if draw is None or found is None or not isinstance(message, Message):
        return ""
    state = found.state
    revision = revisions(draw, [state.code])[state.code]
    title = f"{state.round_name} against {family(tuple(player.name for player in found.others.present))}"
    event = CalendarEvent(
        # The pair's calendar of all its matches uses the same identifier for this match.
        uid=identity(draw, "pair", message.pair.number, state.code),
        when=found.at,
        summary=f"{title}: cancelled" if found.is_cancelled else title,
        description=f"{message.competition}. Your opponents: {found.others}.",
        url=site + reverse("public:match", args=[message.competition.slug, state.code]),
        stamp=revision.at or timezone.now(),
        sequence=revision.sequence,
        is_cancelled=found.is_cancelled,
        place=found.place,
        organizer=_find_organizer(message),
    )
    return calendar_for_email(event)


def _find_appointment(draw: PublishedDraw, message: Message) -> Appointment | None:
    """Return the date of the match in a message, or None if the message has no date."""
    fact, state, others = message.fact, message.state, message.others
    if isinstance(fact, PlaceNews):
        return _find_lost_appointment(draw, message, fact)
    if others is None:
        return None
    if isinstance(fact, Offer) and message.topic is Topic.DATE and fact.takes:
        return Appointment(state, others, fact.takes, fact.venue, fact.cancelled_at is not None)
    if not isinstance(fact, FixedDay):
        return None
    # A calendar uses the identifier to find the event to remove, whatever its time.
    at, place = (state.plays_at, state.place) if state.plays_at else (state.play_by, "")
    return Appointment(state, others, at, place, state.plays_at is None)


def _find_lost_appointment(draw: PublishedDraw, message: Message, news: PlaceNews) -> Appointment | None:
    """Return the date of the match that the pair was told earlier and now does not play, or plays again."""
    if news.earlier and news.earlier.others and (found := lost_date(draw, news)):
        others = draw.everybody[news.earlier.others]
        return Appointment(draw.matches[news.earlier.code], others, *found, is_cancelled=True)
    state = message.state
    if message.topic is Topic.CHANGED and message.others and news.place.is_of_a_match and state.plays_at:
        return Appointment(state, message.others, state.plays_at, state.place, is_cancelled=False)
    return None


def _find_organizer(message: Message) -> tuple[str, str]:
    organiser = next((organiser for organiser in message.competition.to_ask if organiser.email), None)
    if organiser:
        return organiser.name, organiser.email
    return str(message.competition), parseaddr(settings.EMAIL_FROM)[1]
