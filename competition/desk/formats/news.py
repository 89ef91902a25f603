"""What has happened while the organiser was away, in sentences with names."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from competition.knockout.formats.naming import forms_of
from competition.knockout.queries.snapshot import Snapshot
from competition.log.models import LogEntry

# Lines of the log that name who it is about.
_WHOLE_SENTENCES = ("applied", "withdrew", "brought back", "substituted")


class News(NamedTuple):
    """When something happened, as one says it today, and what."""

    when: str
    what: str


def news(lines: Iterable[LogEntry], snapshot: Snapshot | None, now: datetime) -> list[News]:
    """These lines of the log as sentences."""
    forms = forms_of(snapshot) if snapshot else {}
    names = {pair.pk: forms[number].short for number, pair in snapshot.everybody.items()} if snapshot else {}
    return [News(when(line.at, now), _sentence(line, names, snapshot)) for line in lines]


def _sentence(line: LogEntry, names: dict[int, str], snapshot: Snapshot | None) -> str:
    if line.verb in _WHOLE_SENTENCES:
        return line.text
    match = snapshot.by_code.get(line.match) if snapshot else None
    if line.verb == "opened" and match and match.has_two_pairs:
        return f"{' and '.join(names[pair.pk] for pair in match.pairs)} sat down."
    if line.verb == "disputed":
        return f"{names.get(line.pair_id or 0, 'A pair')} disputed the result."
    if line.organiser:
        who = line.organiser.get_full_name() or line.organiser.get_username()
    else:
        who = names.get(line.pair_id or 0, "A pair")
    return f"{who} {line.text[:1].lower()}{line.text[1:]}"


def when(at: datetime, now: datetime) -> str:
    """Today, 11:58; Sat, 21:40; 2 Nov, 9:05."""
    local, today = timezone.localtime(at), timezone.localdate(now)
    days = (today - local.date()).days
    day = f"{local.day} {local:%b}" if days > 6 else f"{local:%a}" if days else "Today"
    return f"{day}, {local.hour}:{local:%M}"
