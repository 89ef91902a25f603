"""Queries for messages about entries, before the draw is published."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django.db.models import QuerySet

from competition.contest.models import Competition
from competition.entries.models.pair import Pair
from competition.notifications.models import Occasion

ENTRIES = (Occasion.RECEIVED, Occasion.ACCEPTED, Occasion.DECLINED)
_ANSWERED = {"": Occasion.RECEIVED, "accepted": Occasion.ACCEPTED, "declined": Occasion.DECLINED}


@dataclass(frozen=True, slots=True)
class EntryMessage:
    """A message to a pair about the state of the entry that it sent."""

    pair: Pair
    # Time and channel by which the pair learned about it without this message.
    known_at: datetime | None = None
    known_by: str = ""
    # An entry has one message of each kind, and no opponents.
    about: ClassVar[str] = ""
    others: ClassVar[None] = None

    @property
    def occasion(self) -> Occasion:
        """The kind of message: received, accepted or declined."""
        return _ANSWERED[self.pair.answer]

    @property
    def competition(self) -> Competition:
        """The competition of the pair."""
        return self.pair.competition

    @property
    def who(self) -> str:
        """The reference of the entry, as used in URLs."""
        return self.pair.reference

    @property
    def key(self) -> tuple[Occasion, str, int]:
        """The key that prevents a second message."""
        return self.occasion, self.about, self.pair.pk


def entry_messages(sent: QuerySet[Pair]) -> list[EntryMessage]:
    """Return the messages about these entries (two queries). Leave out pairs that were removed."""
    return [EntryMessage(pair) for pair in sent.exclude(status=Pair.Status.REMOVED).select_related("competition")]
