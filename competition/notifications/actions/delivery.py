"""Actions for an organiser's messages: request, record and reword them, and delete contact details."""

from dataclasses import replace

from django.db import transaction

from competition.audit.actions import Actor, lock, log_event
from competition.audit.events import Event
from competition.contest.models import Competition
from competition.draw.actions.meetings import record_notice
from competition.draw.models.result_entry import Notice
from competition.draw.models.rounds import Meeting
from competition.draw.queries.draw import draw_to_change, read_draw
from competition.entries.actions.applications import forget_declined
from competition.entries.actions.pairs import change
from competition.entries.models import Away, Pair, Player
from competition.entries.queries.pairs import Entry
from competition.match.models import Offer
from competition.notifications.actions.sending import ask_for
from competition.notifications.kinds.entries import OF_AN_ENTRY, EntryMessage
from competition.notifications.kinds.message import Message
from competition.notifications.models import Email, Told, Topic, Wording
from competition.notifications.queries.emails import emails_of
from competition.notifications.queries.message_states import (
    EMAIL,
    KNOWN,
    Notification,
    are_needed,
    entry_notifications,
    notifications,
)
from scoring.rules.refusal import Refused
from scoring.rules.words import quantity


@transaction.atomic
def send(competition: Competition, topic: Topic, *, by: Actor) -> int:
    """Request an email to each untold pair on the email channel, and return the number of emails."""
    lock(competition)
    waiting = (untold for untold in _find_untold(competition, topic) if untold.way == EMAIL and not untold.emails)
    emails = list(emails_of(untold.message for untold in waiting))
    if emails:
        ask_for(emails)
        log_event(competition, by, Event.EMAILS_QUEUED, f"Queued {quantity(len(emails), 'email')}. {topic.heading}.")
    return len(emails)


@transaction.atomic
def record_told(competition: Competition, topic: Topic, way: Told.Way, *, who: str, by: Actor) -> int:
    """Record that pairs were told by hand, and return their number.

    `who` is the number of a pair or the reference of an entry. If it is empty, all pairs on this channel were told.
    """
    lock(competition)
    untold = _find_untold(competition, topic)
    chosen = [row for row in untold if (row.message.who == who if who else row.way == way)]
    waiting = [row.message for row in chosen]
    for message in waiting:
        Told.objects.create(pair=message.pair, topic=topic, about=message.about, way=way, by=by.user)
        _record_told(message, by)
    if waiting:
        kind = "entry" if topic in OF_AN_ENTRY else "pair"
        named = ", ".join(message.who for message in waiting)
        log_event(competition, by, Event.PAIRS_TOLD, f"Told {way.label}: {kind} {named}. {topic.heading}.")
    return len(waiting)


def _find_untold(competition: Competition, topic: Topic) -> list[Notification]:
    if topic in OF_AN_ENTRY:
        matching: list[Notification] = [row for row in entry_notifications(competition) if row.message.topic is topic]
    else:
        matching = [*notifications(draw_to_change(competition), topic)]
    return [notification for notification in matching if not notification.told_at]


def _record_told(message: Message | EntryMessage, by: Actor) -> None:
    if isinstance(message, EntryMessage):
        forget_declined(message.pair)
    elif message.topic is Topic.RESULT and (last := message.state.last):
        record_notice(message.competition, message.state.code, last.number, how=Notice.Channel.ORGANISER, by=by)


@transaction.atomic
def correct(player: Player, email: str, *, by: Actor) -> None:
    """Correct a player's email address. The app resends a returned email to the new address.

    Raises Refused if the address is unchanged.
    """
    if email == player.email:
        raise Refused(f"The email to {email} was not delivered. Give another address.")
    lock(player.pair.competition)
    pair = player.pair
    entry = Entry.of(player.pair)
    first, second = (
        replace(entered, email=email) if old == player else entered
        for old, entered in zip(pair.present, entry.players, strict=True)
    )
    change(pair, replace(entry, players=(first, second)), fingerprint=pair.fingerprint, by=by)


@transaction.atomic
def try_again(competition: Competition, email: Email, *, by: Actor) -> None:
    """Try a parked email again, with as many attempts as for a new email.

    Raises Refused if the email has been sent or is no longer parked.
    """
    lock(competition)
    waits = {"parked_at": None, "next_try_at": None, "refused": "", "fault": "", "tries": 0}
    if not Email.objects.filter(pk=email.pk, sent_at=None, parked_at__isnull=False).update(**waits):
        raise Refused("This email has been handled already. Reload the page to see what happened to it.")
    log_event(
        competition, by, Event.EMAIL_TRIED_AGAIN, f"Queued the email to {email.addressee} again. {email.heading}."
    )


@transaction.atomic
def reword(
    competition: Competition,
    topic: Topic,
    *,
    before: str,
    after: str,
    sends_new_matches: bool | None = None,
    by: Actor,
) -> None:
    """Save the organiser's wording before and after the facts, for all future messages of this kind.

    `sends_new_matches` applies only to messages about new matches. It is True if the app sends their emails
    automatically.
    """
    lock(competition)
    if sends_new_matches is not None:
        Competition.objects.filter(pk=competition.pk).update(sends_new_matches=sends_new_matches)
    Wording.objects.filter(competition=competition, topic=topic).delete()
    if before or after:
        Wording.objects.create(competition=competition, topic=topic, before=before, after=after)
    log_event(competition, by, Event.WORDING_CHANGED, f"Changed the wording of messages: {topic.heading.lower()}.")


@transaction.atomic
def erase_contacts(competition: Competition, *, by: Actor) -> int:
    """Delete every phone number and email address in a competition, and return the number of players affected.

    This includes waiting pairs, and declined pairs that were not told. Raises Refused during the competition.
    """
    lock(competition)
    competition.refresh_from_db(fields=["cancellation"])
    if are_needed(competition, read_draw(competition)):
        raise Refused("You cannot delete contact details during the competition. End or cancel it first.")
    Email.objects.filter(player__pair__competition=competition).exclude(refused="").update(refused="")
    forgotten = Player.of_any_pair.filter(KNOWN, pair__competition=competition).update(phone="", email="")
    # Days away, venues and the dates that pairs offered each other are also private.
    dates, _ = Away.objects.filter(pair__competition=competition).delete()
    offers, _ = Offer.objects.filter(by__competition=competition).delete()
    venues = Meeting.objects.filter(upper__competition=competition).exclude(venue="").update(venue="")
    Pair.of_any_status.filter(competition=competition).update(opened_at=None, wishes="")
    if forgotten or dates or offers or venues:
        of_players = f"the contact details of {quantity(forgotten, 'player')}"
        what = of_players if forgotten else "the venues and the offered dates"
        log_event(competition, by, Event.CONTACTS_DELETED, f"Deleted {what}.")
    return forgotten
