"""Calendar files (iCalendar, RFC 5545): for a subscription, or sent with an email (iTIP, RFC 5546)."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from competition.pictures.plain_text import without_control_characters

_OCTETS_A_LINE = 75
_A_MATCH = timedelta(hours=4)
PUBLISH, CANCEL = "PUBLISH", "CANCEL"


class Event(NamedTuple):
    """A reminder for a whole day, or an appointment at a time."""

    uid: UUID
    when: date | datetime
    summary: str
    description: str
    url: str
    # A calendar takes an event for a new one of its own by these (RFC 5545, 3.8.7).
    stamp: datetime
    sequence: int
    is_cancelled: bool = False
    place: str = ""
    # Who arranges it: name and email address. An event that is sent must have one.
    organizer: tuple[str, str] | None = None


def subscription(name: str, events: Iterable[Event]) -> str:
    """Return a calendar that a phone reads again and again."""
    head = [f"X-WR-CALNAME:{_text(name)}", "REFRESH-INTERVAL;VALUE=DURATION:PT6H"]
    return _calendar(head, events)


def sent(event: Event) -> str:
    """Return an event to send with an email: added to the reader's own calendar, changed there or cancelled."""
    return _calendar([f"METHOD:{CANCEL if event.is_cancelled else PUBLISH}"], [event])


def _calendar(head: list[str], events: Iterable[Event]) -> str:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Rubber Knockout//Draw//EN",
        *head,
        *(line for event in events for line in _event(event)),
        "END:VCALENDAR",
    ]
    return "".join(map(_folded, lines))


def _event(event: Event) -> Iterator[str]:
    yield from ("BEGIN:VEVENT", f"UID:{event.uid}", f"DTSTAMP:{event.stamp.astimezone(UTC):%Y%m%dT%H%M%SZ}")
    yield f"SEQUENCE:{event.sequence}"
    if event.organizer:
        name, email = event.organizer
        yield f'ORGANIZER;CN="{_parameter(name)}":mailto:{_parameter(email)}'
    if event.is_cancelled:
        yield "STATUS:CANCELLED"
    yield from _time(event.when)
    # A reminder for a whole day, or a match that is not played, must not make anybody look busy.
    if event.is_cancelled or not isinstance(event.when, datetime):
        yield "TRANSP:TRANSPARENT"
    yield f"SUMMARY:{_text(event.summary)}"
    if event.description:
        yield f"DESCRIPTION:{_text(event.description)}"
    if event.place:
        yield f"LOCATION:{_text(event.place)}"
    yield from (f"URL:{event.url}", "END:VEVENT")


def _time(when: date | datetime) -> Iterator[str]:
    if isinstance(when, datetime):
        yield f"DTSTART:{when.astimezone(UTC):%Y%m%dT%H%M%SZ}"
        yield f"DTEND:{(when + _A_MATCH).astimezone(UTC):%Y%m%dT%H%M%SZ}"
    else:
        yield f"DTSTART;VALUE=DATE:{when:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{when + timedelta(days=1):%Y%m%d}"


def _text(text: str) -> str:
    escaped = without_control_characters(text).replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return escaped.replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "")


def _parameter(text: str) -> str:
    """A text between quotation marks, which cannot contain any."""
    return " ".join(without_control_characters(text).replace('"', "’").split())


def _folded(line: str) -> str:
    """The line with its end, cut between letters into pieces of at most 75 octets, each next one indented."""
    left, pieces = line.encode(), []
    while len(left) > _OCTETS_A_LINE:
        cut = _OCTETS_A_LINE
        while left[cut] & 0xC0 == 0x80:
            cut -= 1
        pieces.append(left[:cut])
        left = b" " + left[cut:]
    return b"\r\n".join([*pieces, left, b""]).decode()
