"""Every message as its recipient reads it: the email, the letter, the text message and the words for a phone call."""

import html
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.test import Client

from competition.contest.models import Competition
from competition.draw.queries.draw import clear_cache, get_draw
from competition.entries.models import Pair, PreferredChannel
from competition.entries.queries.applications import applications
from competition.notifications.kinds.entries import EntryMessage
from competition.notifications.kinds.message import Message
from competition.notifications.models import Told, Topic
from competition.notifications.presenters import WrittenMessage, write_message
from competition.notifications.queries.emails import entry_messages, messages
from tests.competition.desk_reading import desk
from tests.markup import markup

SITE = "https://bridge.example.org"
# Names, numbers and dates, which do not make a different message.
_VALUES = re.compile(r"“[^”]*”|\b(?:[A-Z][\w’]*|\d[\d,:.]*)\b")


class Reading(NamedTuple):
    """One message in the form for each channel. Two messages with one `shape` differ only in names and numbers."""

    topic: Topic
    shape: str
    text: str


def readings(states: Iterable[Competition]) -> list[Reading]:
    """Return one message of each shape, sorted by kind. After each state, every pair counts as told."""
    found: dict[tuple[Topic, str], Reading] = {}
    for competition in states:
        for message in _waiting(competition):
            written = write_message(message, SITE)
            shape = _VALUES.sub("_", " ".join((written.subject, *written.text.paragraphs)))
            found.setdefault((message.topic, shape), Reading(message.topic, shape, "\n".join(_lines(written))))
            _tell(message, competition)
    order = list(Topic)
    return sorted(found.values(), key=lambda reading: order.index(reading.topic))


def _waiting(competition: Competition) -> list[Message | EntryMessage]:
    """Return the messages that the pairs have not been told yet."""
    told = set(Told.objects.filter(pair__competition=competition).values_list("topic", "about", "pair"))
    draw = get_draw(competition.slug)
    of_entries = entry_messages(applications().filter(competition=competition))
    found = [*(messages(draw) if draw else ()), *of_entries]
    return [message for message in found if message.key not in told]


def _tell(message: Message | EntryMessage, competition: Competition) -> None:
    about = {"topic": message.topic, "about": message.about, "pair": message.pair}
    Told.objects.get_or_create(**about, defaults={"way": "letter", "by": competition.organisers.first()})


def _lines(written: WrittenMessage) -> Iterator[str]:
    message = written.message
    yield f"=== {message.topic}: to {message.pair} ==="
    yield f"Subject: {written.subject}\n\n{written.email_body}"
    if isinstance(message, Message):
        yield f"Letter: {_letter(message)}"
    yield f"Text message: {written.short}"
    yield f"By phone: {written.spoken}\n"


def _letter(message: Message) -> str:
    """Return the letter up to the instructions, which are the same in every letter."""
    pairs = Pair.objects.filter(pk=message.pair.pk)
    pairs.update(way=PreferredChannel.LETTER)
    clear_cache()
    client = Client()
    client.force_login(message.competition.owner)
    page = client.get(desk("letters", message.competition, **{"for": message.topic, "pair": message.pair.number}))
    pairs.update(way=message.pair.way)
    clear_cache()
    article = re.search(r"<article.*?</article>", markup(page), re.DOTALL)
    text = re.sub(r"<[^>]*>", " ", article[0]) if article else "none"
    return html.unescape(" ".join(text.split())).partition(" Use this letter to open")[0]
