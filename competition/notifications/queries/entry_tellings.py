"""Queries for the state of messages about entries."""

from collections.abc import Mapping
from dataclasses import replace

from django.db.models import Q
from django.utils import timezone

from competition.contest.models import Competition
from competition.entries.models.application import Application
from competition.entries.models.pair import Pair, Player
from competition.knockout.models.result_entry import Notice
from competition.notifications.models import Mail, Occasion, Told
from competition.notifications.queries.entries import EntryMessage, entry_messages
from competition.notifications.queries.mails import ABOUTS_OF_AN_ENTRY, Key, by_key, drawn
from competition.notifications.queries.occasions import NEWS
from competition.notifications.queries.tellings import MAIL, Notification


def entry_tellings(competition: Competition) -> list[Notification[EntryMessage]]:
    """Return the message about each entry with its state (one query if there are no entries).

    Leave out accepted entries once the draw is published, because the pairs get a message about the draw.
    """
    found = entry_messages(competition.applications.all())
    if not found:
        return []
    to_pairs = Q(player__competition=competition, occasion=Occasion.ACCEPTED)
    sent = by_key(Mail.objects.filter(Q(application__competition=competition) | to_pairs))
    by_hand = Told.objects.filter(application__competition=competition)
    told = {(row.occasion, row.about, row.application_id): row for row in by_hand}
    is_drawn = drawn().filter(pk=competition.pk).exists()
    each = (_make_telling(message, sent, told) for message in found)
    return [one for one in each if one.told_at or _is_to_be_told(one.message, is_drawn)]


def _make_telling(
    message: EntryMessage, sent: Mapping[Key, Mail], told: Mapping[tuple[str, str, int | None], Told]
) -> Notification[EntryMessage]:
    mails = []
    pair = message.pair
    # This includes emails to addresses that were deleted later.
    abouts = ABOUTS_OF_AN_ENTRY if isinstance(pair, Application) else (message.about,)
    for reader in [pair] if isinstance(pair, Application) else pair.present:
        for row in filter(None, (sent.get((type(reader), reader.pk, message.occasion, about)) for about in abouts)):
            if isinstance(reader, Player):
                row.player = reader
            else:
                row.application = reader
            mails.append(row)
    opened_at = pair.opened_at if isinstance(pair, Pair) else None
    telling = Notification(message, tuple(mails), told.get(message.key), opened_at, pair.name)
    goes_by_itself = telling.way == MAIL and message.entry.sent_at > timezone.now() - NEWS
    if message.occasion is not Occasion.RECEIVED or mails or goes_by_itself:
        return telling
    # The confirmation page of the entry form said so already.
    return replace(telling, message=replace(message, known_at=message.entry.sent_at, known_by=Notice.Channel.PAGE))


def _is_to_be_told(message: EntryMessage, is_drawn: bool) -> bool:
    if message.occasion is Occasion.DECLINED:
        return any(player.phone or player.email for player in message.pair.present)
    return message.occasion is Occasion.RECEIVED or not is_drawn
