"""Queries for messages about entries, before the draw is published."""

from django.db.models import QuerySet

from competition.entries.models.pair import Pair
from competition.notifications.kinds.entries import EntryMessage


def entry_messages(sent: QuerySet[Pair]) -> list[EntryMessage]:
    """Return the messages about these entries (two queries). Leave out pairs that were removed."""
    return [EntryMessage(pair) for pair in sent.exclude(status=Pair.Status.REMOVED).select_related("competition")]
