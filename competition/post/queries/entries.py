"""What whoever sent in an entry is to be told of it, before the draw tells the pairs."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django.db.models import Q, QuerySet

from competition.contest.models import Competition
from competition.entries.actions.applications import PRIVATE
from competition.entries.models.application import Application
from competition.entries.models.pair import Pair
from competition.post.models import Occasion

ENTRIES = (Occasion.RECEIVED, Occasion.ACCEPTED, Occasion.DECLINED)
CONTACTS_SENT = ~Q(**dict.fromkeys(PRIVATE, ""))
_ANSWERED = {"": Occasion.RECEIVED, **{one: Occasion(one) for one in Application.Answer.values}}


@dataclass(frozen=True, slots=True)
class EntryMessage:
    """That whoever sent in an entry is to be told what has become of it."""

    entry: Application
    # When the pair came to know of it otherwise, and how.
    known_at: datetime | None = None
    known_by: str = ""
    # It is said once, and of no match.
    about: ClassVar[str] = ""
    others: ClassVar[None] = None

    @property
    def occasion(self) -> Occasion:
        """That it has come, or how it was answered."""
        return _ANSWERED[self.entry.answer]

    @property
    def competition(self) -> Competition:
        """What was entered for."""
        return self.entry.competition

    @property
    def pair(self) -> Pair | Application:
        """Who is told: the pair, once there is one."""
        return self.entry.pair or self.entry

    @property
    def who(self) -> str:
        """What the reader is known by in an address."""
        return self.entry.reference

    @property
    def key(self) -> tuple[Occasion, str, int]:
        """What nobody is told twice."""
        return self.occasion, self.about, self.entry.pk


def entry_messages(sent: QuerySet[Application]) -> list[EntryMessage]:
    """What is to be told of these entries, in two queries; nothing of a pair taken off since."""
    there = sent.exclude(answer=Application.Answer.ACCEPTED, pair=None)
    known = there.select_related("competition", "pair__competition").prefetch_related("pair__players")
    return [EntryMessage(one) for one in known]
