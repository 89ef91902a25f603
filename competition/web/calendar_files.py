"""Calendar files (iCalendar, RFC 5545) for a subscription or as an attachment to an email (iTIP, RFC 5546)."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

import icalendar

from scoring.rules.text import without_control_characters

_A_MATCH, _A_DAY = timedelta(hours=4), timedelta(days=1)
_REFRESH = timedelta(hours=6)
PUBLISH, CANCEL = "PUBLISH", "CANCEL"


class CalendarEvent(NamedTuple):
    """A reminder for a whole day, or an appointment at a time."""

    uid: UUID
    when: date | datetime
    summary: str
    description: str
    url: str
    # A calendar replaces an event if a later event has a higher sequence number (RFC 5545, 3.8.7).
    stamp: datetime
    sequence: int
    is_cancelled: bool = False
    place: str = ""
    # Name and email address of the organiser. An event sent by email must have one.
    organizer: tuple[str, str] | None = None


def subscription(name: str, events: Iterable[CalendarEvent]) -> str:
    """Return a calendar for a phone that subscribes to it."""
    calendar = _make_calendar()
    calendar.add("x-wr-calname", _clean_text(name))
    calendar.add("refresh-interval", _REFRESH, {"VALUE": "DURATION"})
    return _write(calendar, events)


def calendar_for_email(event: CalendarEvent) -> str:
    """Return a calendar file with one event for an email. The reader's calendar adds, changes or cancels the event."""
    calendar = _make_calendar()
    calendar.add("method", CANCEL if event.is_cancelled else PUBLISH)
    return _write(calendar, [event])


def _make_calendar() -> icalendar.Calendar:
    calendar = icalendar.Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//Rubber Knockout//Draw//EN")
    return calendar


def _write(calendar: icalendar.Calendar, events: Iterable[CalendarEvent]) -> str:
    for event in events:
        calendar.add_component(_make_component(event))
    return calendar.to_ical(sorted=False).decode()


def _make_component(event: CalendarEvent) -> icalendar.Event:
    component = icalendar.Event()
    component.add("uid", str(event.uid))
    component.add("dtstamp", event.stamp.astimezone(UTC))
    component.add("sequence", event.sequence)
    if event.organizer:
        component.add("organizer", *_format_organizer(*event.organizer))
    if event.is_cancelled:
        component.add("status", "CANCELLED")
    _add_time(component, event.when)
    # Show the reader as available during a reminder for a whole day or a cancelled match.
    if event.is_cancelled or not isinstance(event.when, datetime):
        component.add("transp", "TRANSPARENT")
    for name, text in (("summary", event.summary), ("description", event.description), ("location", event.place)):
        if text:
            component.add(name, _clean_text(text))
    component.add("url", event.url)
    return component


def _add_time(component: icalendar.Event, when: date | datetime) -> None:
    start = when.astimezone(UTC) if isinstance(when, datetime) else when
    component.add("dtstart", start)
    component.add("dtend", start + (_A_MATCH if isinstance(start, datetime) else _A_DAY))


def _clean_text(text: str) -> icalendar.vText:
    return icalendar.vText(without_control_characters(text))


def _format_organizer(name: str, email: str) -> tuple[str, dict[str, str]]:
    """Return the address and its parameters. Replace quotation marks, because few programs follow RFC 6868."""
    name = " ".join(without_control_characters(name).replace('"', "’").split())
    return f"mailto:{''.join(without_control_characters(email).split())}", {"CN": name}
