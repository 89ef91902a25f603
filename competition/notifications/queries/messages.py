"""Queries for the messages that follow from the facts of a draw."""

from datetime import timedelta

from django.db.models import QuerySet

from competition.entries.models.pair import Pair
from competition.knockout.queries.draw import PublishedDraw
from competition.notifications.kinds.entries import EntryMessage
from competition.notifications.kinds.message import Message
from competition.notifications.kinds.of_draw import OF_A_DRAW
from competition.notifications.models import Occasion

# Do not send messages about events older than this.
NEWS = timedelta(days=7)


def messages(draw: PublishedDraw, *occasions: Occasion) -> list[Message]:
    """Return all messages that the draw calls for at present, or those of the given kinds.

    Nobody is told of what happened before a draw made elsewhere was published here.
    """
    news = draw.now - NEWS
    if draw.row.is_elsewhere and draw.row.published_at:
        news = max(news, draw.row.published_at)
    found = (message for kind in occasions or OF_A_DRAW for message in OF_A_DRAW[kind].messages(draw))
    return [one for one in found if not one.pair.withdrawal and (one.since is None or one.since > news)]


def entry_messages(sent: QuerySet[Pair]) -> list[EntryMessage]:
    """Return the messages about these entries (two queries). Leave out pairs that were removed."""
    return [EntryMessage(pair) for pair in sent.exclude(status=Pair.Status.REMOVED).select_related("competition")]
