"""Queries for the messages that follow from the facts of a draw."""

from datetime import timedelta

from competition.knockout.queries.draw import PublishedDraw
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
