"""Presenter for an agreed date as a calendar file. Only the two pairs get it, because the venue may be a home."""

from email.utils import parseaddr

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from competition.contest.rules.pair_names import family
from competition.knockout.queries.draw import get_draw
from competition.knockout.queries.finding import Revision, identity, revisions
from competition.notifications.kinds.entries import EntryMessage
from competition.notifications.kinds.message import Message
from competition.notifications.models import Occasion
from competition.scheduling.models import Offer
from competition.web.calendar_files import Event, sent


def appointment(message: Message | EntryMessage, site: str) -> str:
    """Return a calendar file for a message about an agreed or cancelled date. Return "" for any other message."""
    offer = message.fact if isinstance(message, Message) else None
    if not isinstance(message, Message) or not isinstance(offer, Offer) or message.occasion is not Occasion.DATE:
        return ""
    draw = get_draw(message.competition)
    if draw is None or message.others is None or offer.takes is None:
        return ""
    state, is_off = message.state, offer.cancelled_at is not None
    revision = revisions(draw, [state.code]).get(state.code, Revision(0, timezone.now()))
    others = family(tuple(player.name for player in message.others.present))
    event = Event(
        # The pair's calendar of all its matches has the same identifier for this match.
        uid=identity(draw, "pair", message.pair.number, state.code),
        when=offer.takes,
        summary=f"{state.round_name} against {others}{': cancelled' if is_off else ''}",
        description=f"{message.competition}. Your opponents: {message.others}.",
        url=site + reverse("public:match", args=[message.competition.slug, state.code]),
        stamp=revision.at,
        sequence=revision.sequence,
        is_cancelled=is_off,
        place=offer.venue,
        organizer=_find_organizer(message),
    )
    return sent(event)


def _find_organizer(message: Message) -> tuple[str, str]:
    asked = next((one for one in message.competition.to_ask if one.email), None)
    return (asked.name, asked.email) if asked else (str(message.competition), parseaddr(settings.EMAIL_FROM)[1])
