"""Play-by dates as calendars that telephones subscribe to (iCalendar, RFC 5545)."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, timedelta
from typing import NamedTuple
from uuid import UUID

from competition.formats import words
from competition.formats.plain import plain
from competition.formats.stamps import changed, identity
from competition.models import Pair
from competition.queries import Knockout, RoundState, SideState, Table
from competition.rules.stages import Stage

_OCTETS_A_LINE = 75
_NOBODY_TO_MEET = (Stage.BYE, Stage.VACANT)
_TO_PLAY = (Stage.WAITING, Stage.READY, Stage.IN_PLAY)


class _Event(NamedTuple):
    """Something that takes a whole day."""

    uid: UUID
    day: date
    summary: str
    description: str
    url: str


def competition(now: Knockout, address: str) -> str:
    """The last day to play of every round; `address` is the draw page's own, in full."""
    events = (_round(now, round, address) for round in now.rounds)
    return _calendar(now, str(now.competition), events)


def pair(now: Knockout, pair: Pair, address: str) -> str:
    """The last day to play of every match this pair is in, with opponents as far as they are known."""
    matches = (state for state in now.matches_of(pair) if state.stage not in _NOBODY_TO_MEET)
    events = (_match(Table(now, state, pair), address) for state in matches)
    return _calendar(now, f"{now.names[pair.number]} in {now.competition}", events)


def _round(now: Knockout, round: RoundState, address: str) -> _Event:
    uid = identity(now, "round", round.number)
    played = f"{round.played} of {round.playable} played."
    return _Event(uid, round.play_by, f"{round.name}, {now.competition}: play by today", played, address)


def _match(table: Table, address: str) -> _Event:
    state = table.state
    uid = identity(table.knockout, "pair", table.pair.number, state.code)
    how = "play by today" if state.stage in _TO_PLAY else words.label(state).lower()
    told = words.sentence(state) if state.outcome else ""
    summary = f"{state.round_name} against {_opponents(table.others)}: {how}"
    return _Event(uid, state.play_by, summary, told, f"{address}matches/{state.code}/")


def _opponents(side: SideState) -> str:
    return f"the {side.text}" if side.awaiting else side.text


def _calendar(now: Knockout, name: str, events: Iterable[_Event]) -> str:
    stamp = f"{changed(now).astimezone(UTC):%Y%m%dT%H%M%SZ}"
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Rubber Knockout//Draw//EN",
        f"X-WR-CALNAME:{_text(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
        *(line for event in events for line in _event(event, stamp)),
        "END:VCALENDAR",
    ]
    return "".join(map(_folded, lines))


def _event(event: _Event, stamp: str) -> Iterator[str]:
    yield from ("BEGIN:VEVENT", f"UID:{event.uid}", f"DTSTAMP:{stamp}")
    yield f"DTSTART;VALUE=DATE:{event.day:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{event.day + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{_text(event.summary)}"
    if event.description:
        yield f"DESCRIPTION:{_text(event.description)}"
    # A last day is a reminder: it must not make anybody look busy.
    yield from (f"URL:{event.url}", "TRANSP:TRANSPARENT", "END:VEVENT")


def _text(text: str) -> str:
    escaped = plain(text).replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return escaped.replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "")


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
