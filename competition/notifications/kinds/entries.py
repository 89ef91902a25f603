"""Messages about entries before the draw is published: their kinds and texts."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from competition.contest.models import Competition
from competition.entries.models import Pair, PreferredChannel
from competition.notifications.kinds.message import Text
from competition.notifications.models import Topic
from scoring.templatetags.bridge import day, moment


@dataclass(frozen=True, slots=True)
class EntryMessage:
    """A message to a pair about the state of its entry."""

    pair: Pair
    # Time when the pair learned the news without this message, and the channel.
    known_at: datetime | None = None
    known_by: str = ""
    # An entry has one message of each kind, and no opponents.
    about: ClassVar[str] = ""
    others: ClassVar[None] = None
    # No email about an entry waits for a button.
    pressed: ClassVar[bool] = False

    @property
    def topic(self) -> Topic:
        """The kind of message: received, accepted or declined."""
        return next(kind.topic for kind in OF_AN_ENTRY.values() if kind.answer == self.pair.answer)

    @property
    def competition(self) -> Competition:
        """The competition of the pair."""
        return self.pair.competition

    @property
    def who(self) -> str:
        """The reference of the entry, as used in URLs."""
        return self.pair.reference

    @property
    def key(self) -> tuple[Topic, str, int]:
        """The key that prevents a second message."""
        return self.topic, self.about, self.pair.pk


class EntryKind(ABC):
    """A kind of message about an entry. `answer` is the organiser's answer to the pair, or "" while the entry waits."""

    topic: ClassVar[Topic]
    answer: ClassVar[str]

    @abstractmethod
    def text(self, message: EntryMessage) -> Text:
        """Return the text of a message, based on the current facts."""


class Received(EntryKind):
    """The message confirming that an entry was received."""

    topic = Topic.RECEIVED
    answer = ""

    def text(self, message: EntryMessage) -> Text:
        at = moment(message.pair.sent_at)
        sent = f"We received an entry with this email address on {at}. The organiser will accept or decline it."
        is_emailed = message.pair.way == PreferredChannel.EMAIL and any(player.email for player in message.pair.present)
        then = "We will email you." if is_emailed else "You can see the answer on the page of your entry."
        return Text("We have your entry", (f"{sent} {then}",))


class Accepted(EntryKind):
    """The message confirming that an entry was accepted."""

    topic = Topic.ACCEPTED
    answer = "accepted"

    def text(self, message: EntryMessage) -> Text:
        competition = message.competition
        closes = f"Entries close on {day(competition.closing_date)}. " if competition.is_open else ""
        then = f"{closes}When the draw is published, we will tell you the names of your opponents."
        return Text("Your entry was accepted", (f"You are entered as pair {message.pair.number}. {then}",))


class Declined(EntryKind):
    """The message saying that an entry was declined."""

    topic = Topic.DECLINED
    answer = "declined"

    def text(self, message: EntryMessage) -> Text:
        sentence = f"The organiser could not accept your entry. The reason: {message.pair.decline_reason}"
        return Text("Your entry was not accepted", (sentence,))


OF_AN_ENTRY: dict[Topic, EntryKind] = {kind.topic: kind for kind in (Received(), Accepted(), Declined())}
