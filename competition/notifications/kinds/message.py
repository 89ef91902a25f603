"""Messages to pairs, and the base class of every kind of message."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django.conf import settings

from competition.contest.models import Competition
from competition.contest.rules.names import family
from competition.draw.presenters import words
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch
from competition.entries.models import Pair, PreferredChannel
from competition.notifications.models import Topic
from scoring.rules.words import quantity

# The decision or event behind a message. Its type depends on the kind of message.
Fact = object
# Maximum length of a subject. Phones and lists of emails cut off longer subjects.
LONGEST_SUBJECT = 60


@dataclass(frozen=True, slots=True)
class Message:
    """A message to a pair. Two messages with the same `about` contain the same news.

    `state` is the match, and `fact` is the decision or event, or None.
    """

    competition: Competition
    topic: Topic
    about: str
    pair: Pair
    state: PublishedMatch
    fact: Fact = None
    # Time of the event. Old news is not sent.
    since: datetime | None = None
    # Time when the pair learned the news without this message, and the channel.
    known_at: datetime | None = None
    known_by: str = ""
    # The pair's first match in the plate, if it is in the plate.
    plate: PublishedMatch | None = None
    # A sentence about the winners' next round if it is not drawn yet, or "".
    later: str = ""
    # True if the email is sent automatically, although most messages of its kind need a button.
    goes_by_itself: bool = False

    @property
    def pressed(self) -> bool:
        """True if the email waits for the organiser's button."""
        return self.topic.pressed and not self.goes_by_itself

    @property
    def others(self) -> Pair | None:
        """The opponents in the match, or None if they are not yet known."""
        return next((pair for pair in self.state.pairs if pair != self.pair), None)

    @property
    def who(self) -> str:
        """The number of the pair, as used in URLs."""
        return str(self.pair.number)

    @property
    def key(self) -> tuple[Topic, str, int]:
        """The key that prevents a second message."""
        return self.topic, self.about, self.pair.pk


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a message for every channel. `contacts` is True if it includes the opponents' contact details.

    The `heading` is the subject of an email. Its length is limited, and it contains no venue and no words written by a
    pair.
    """

    heading: str
    paragraphs: tuple[str, ...]
    contacts: bool = True
    rules: bool = False
    # True if the message includes the address of the draw.
    draw: bool = False


class MessageKind(ABC):
    """A kind of message to pairs in a draw: the facts that trigger it, its recipients and its text.

    Each kind is one class. Its methods are documented here and not in the subclasses.
    """

    topic: ClassVar[Topic]

    def messages(self, draw: PublishedDraw) -> Iterator[Message]:
        """Yield the messages that the draw currently requires.

        Messages about places also depend on what the pairs were told, so `place_messages` finds them.
        """
        yield from ()

    @abstractmethod
    def text(self, message: Message) -> Text:
        """Return the text of a message, based on the current facts."""

    def to_both(
        self, draw: PublishedDraw, about: str, state: PublishedMatch, fact: Fact = None, since: datetime | None = None
    ) -> Iterator[Message]:
        """Yield a message to each pair of a match."""
        for pair in state.pairs:
            plate, later = draw.plate_match_of(pair), words.drawn_later(draw, state)
            yield Message(draw.competition, self.topic, about, pair, state, fact, since, plate=plate, later=later)


def is_emailed(pair: Pair) -> bool:
    """Return True if the site emails this pair, so the organiser need not tell it."""
    return settings.HAS_EMAIL and pair.way == PreferredChannel.EMAIL and any(player.email for player in pair.present)


def describe_length(message: Message) -> str:
    """Return a sentence about the number of deals of the match, or "" if it is the usual number."""
    deals = message.state.conditions.deals
    is_usual = deals == message.competition.conditions.deals
    return "" if is_usual else f" The match has {quantity(deals, 'deal')}."


def subject(*wordings: str) -> str:
    """Return the first wording that fits in a subject line. If none fits, shorten the last wording."""
    lines = [words.capital(" ".join(wording.split())) for wording in wordings]
    fitting = (line for line in lines if len(line) <= LONGEST_SUBJECT)
    return next(fitting, f"{lines[-1][: LONGEST_SUBJECT - 1]}…")


def with_name(news: str, competition: object) -> str:
    """Return the news followed by the competition's name, if there is room."""
    return subject(f"{news} ({competition})", news)


def heading(message: Message, what: str) -> str:
    """Return a heading about the opponents' action, with their surnames if they fit."""
    round = message.state.round_name
    return subject(f"{round}: {surnames(message.others)} {what}", f"{round}: your opponents {what}")


def surnames(pair: Pair | None) -> str:
    """Return a pair's surnames, or "" for None."""
    return family(tuple(player.name for player in pair.present)) if pair else ""
