"""Texts of messages, with the organiser's wording."""

from dataclasses import replace

from competition.notifications.kinds.entries import OF_AN_ENTRY, EntryMessage
from competition.notifications.kinds.message import Message, Text
from competition.notifications.kinds.of_draw import OF_A_DRAW
from competition.notifications.models import Wording


def text(message: Message | EntryMessage, wording: Wording | None = None) -> Text:
    """Return the text of a message, with the organiser's wording before and after it."""
    if isinstance(message, EntryMessage):
        told = OF_AN_ENTRY[message.occasion].text(message)
    else:
        told = OF_A_DRAW[message.occasion].text(message)
    before, after = (wording.before, wording.after) if wording else ("", "")
    return replace(told, paragraphs=tuple(said for said in (before, *told.paragraphs, after) if said))
