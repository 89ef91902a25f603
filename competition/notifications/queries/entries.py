"""Queries for messages about entries, before the draw is published."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django.db.models import Q, QuerySet

from competition.contest.models import Competition
from competition.entries.actions.applications import PRIVATE
from competition.entries.models.application import Application
from competition.entries.models.pair import Pair
from competition.notifications.models import Occasion

ENTRIES = (Occasion.RECEIVED, Occasion.ACCEPTED, Occasion.DECLINED)
CONTACTS_SENT = ~Q(**dict.fromkeys(PRIVATE, ""))
_ANSWERED = {"": Occasion.RECEIVED, **{one: Occasion(one) for one in Application.Answer.values}}


@dataclass(frozen=True, slots=True)
class EntryMessage:
    """A message to the pair of an entry about the state of the entry."""

    entry: Application
    # Time and channel by which the pair learned about it without this message.
    known_at: datetime | None = None
    known_by: str = ""
    # An entry has one message of each kind, and no opponents.
    about: ClassVar[str] = ""
    others: ClassVar[None] = None

    @property
    def occasion(self) -> Occasion:
        """The kind of message: received, accepted or declined."""
        return _ANSWERED[self.entry.answer]

    @property
    def competition(self) -> Competition:
        """The competition of the entry."""
        return self.entry.competition

    @property
    def pair(self) -> Pair | Application:
        """The pair, or the entry if it is not a pair yet."""
        return self.entry.pair or self.entry

    @property
    def who(self) -> str:
        """The reference of the entry, as used in URLs."""
        return self.entry.reference

    @property
    def key(self) -> tuple[Occasion, str, int]:
        """The key that prevents a second message."""
        return self.occasion, self.about, self.entry.pk


def entry_messages(sent: QuerySet[Application]) -> list[EntryMessage]:
    """Return the messages about these entries (two queries). Leave out accepted entries whose pair was removed."""
    there = sent.exclude(answer=Application.Answer.ACCEPTED, pair=None)
    known = there.select_related("competition", "pair__competition").prefetch_related("pair__players")
    return [EntryMessage(one) for one in known]
