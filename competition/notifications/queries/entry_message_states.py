"""Queries for the state of messages about entries."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils import timezone

from competition.contest.models import Competition
from competition.entries.queries.pairs import applications
from competition.knockout.models.result_entry import Notice
from competition.notifications.kinds.entries import OF_AN_ENTRY, EntryMessage
from competition.notifications.models import Email, Occasion, Told
from competition.notifications.queries.emails import Key, by_key, drawn
from competition.notifications.queries.entry_messages import entry_messages
from competition.notifications.queries.message_states import MAIL, Notification
from competition.notifications.queries.messages import NEWS


def entry_notifications(competition: Competition) -> list[Notification[EntryMessage]]:
    """Return the message about each entry with its state (one query if there are no entries).

    Leave out accepted entries once the draw is published, because the pairs get a message about the draw.
    """
    found = entry_messages(applications().filter(competition=competition))
    if not found:
        return []
    sent = by_key(Email.objects.filter(player__pair__competition=competition, occasion__in=OF_AN_ENTRY))
    by_hand = Told.objects.filter(pair__competition=competition, occasion__in=OF_AN_ENTRY)
    told = {(row.occasion, row.about, row.pair_id): row for row in by_hand}
    is_drawn = drawn().filter(pk=competition.pk).exists()
    each = (_make_notification(message, sent, told) for message in found)
    return [one for one in each if one.told_at or _is_to_be_told(one.message, is_drawn)]


def _make_notification(
    message: EntryMessage, sent: Mapping[Key, Email], told: Mapping[tuple[str, str, int], Told]
) -> Notification[EntryMessage]:
    emails, pair = [], message.pair
    # This includes emails to addresses that were deleted later.
    for player in pair.present:
        if row := sent.get((type(player), player.pk, message.occasion, message.about)):
            row.player, player.pair = player, pair
            emails.append(row)
    notification = Notification(message, tuple(emails), told.get(message.key), pair.opened_at, pair.name)
    goes_by_itself = notification.way == MAIL and pair.sent_at > timezone.now() - NEWS
    if message.occasion is not Occasion.RECEIVED or emails or goes_by_itself:
        return notification
    # The confirmation page of the entry form said so already.
    return replace(notification, message=replace(message, known_at=pair.sent_at, known_by=Notice.Channel.PAGE))


def _is_to_be_told(message: EntryMessage, is_drawn: bool) -> bool:
    if message.occasion is Occasion.DECLINED:
        return any(player.phone or player.email for player in message.pair.present)
    return message.occasion is Occasion.RECEIVED or not is_drawn
