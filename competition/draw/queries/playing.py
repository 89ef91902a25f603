"""Queries for the dates and times when matches are or were played."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from django.utils import timezone

import scoring.queries
from competition.audit.rules import not_revoked
from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Meeting
from competition.draw.queries.states import ENDED, PublishedMatch
from competition.draw.rules.result import Answer, ResultKind

# Kinds of result that do not prove that the pairs played.
_WITHOUT_PLAY = {
    kind.value
    for kind in (
        ResultKind.CONCEDED,
        ResultKind.WALKOVER,
        ResultKind.DOUBLE_DEFAULT,
        ResultKind.RULING,
        ResultKind.SUCCESSION,
        ResultKind.LOTS,
    )
}
_WITHOUT_PLAY |= {ResultEntry.REOPENED, ResultEntry.REPLAY, ResultEntry.UNDONE}


@dataclass(frozen=True, slots=True)
class MatchDate:
    """The date or time of a match. A later result never changes the `appointment`.

    `recorded` is the date of the first deal, read only if the match has ended without an appointment. `reported` is
    the date of the first result reported by a pair or the organiser.
    """

    appointment: date | datetime | None
    # Venue. It may be a home, so it is public only for the opening day and for a whole round on a set day.
    place: str
    is_place_public: bool
    recorded: date | None
    reported: date | None
    has_deals: bool
    has_ended: bool

    @property
    def is_played(self) -> bool:
        """True if the match was played and has ended."""
        return self.has_ended and (self.has_deals or self.reported is not None)

    @property
    def is_cancelled(self) -> bool:
        """True if the match has ended without being played."""
        return self.has_ended and not self.is_played

    @property
    def at(self) -> date | datetime | None:
        """The agreed time, or else the date of play, or None without either."""
        return self.appointment or ((self.recorded or self.reported) if self.is_played else None)


class _Appointment(NamedTuple):
    """The time and venue of a match."""

    at: date | datetime | None = None
    place: str = ""
    is_place_public: bool = False


class _Record(NamedTuple):
    """The meetings of two pairs since the organiser last ordered a replay, with their result entries."""

    meetings: list[Meeting]
    rows: list[ResultEntry]
    is_replayed: bool


def playing(states: Iterable[PublishedMatch]) -> dict[str, MatchDate]:
    """Return the date or time of each match, by code (one query if a match has ended on a score sheet)."""
    records = {state.code: (state, _since_replay(state)) for state in states}
    keys = [key for state, record in records.values() for key in _to_read(state, record)]
    first = scoring.queries.first_recorded(keys) if keys else {}
    return {code: _playing(state, record, first) for code, (state, record) in records.items()}


def _to_read(state: PublishedMatch, record: _Record) -> list[int]:
    """Return the primary keys of the score sheets with deals that give the date of play."""
    if state.stage not in ENDED or _appointment(state, record).at:
        return []
    return [meeting.sheet.pk for meeting in record.meetings if meeting.sheet and meeting.sheet.recorded]


def appointment(state: PublishedMatch) -> date | datetime | None:
    """Return the set, agreed or opening time, even after the match. None without any. A set day may have no time."""
    return _appointment(state, _since_replay(state)).at


def _since_replay(state: PublishedMatch) -> _Record:
    meetings = [*state.earlier, state.meeting] if state.meeting else []
    entries = (row for meeting in meetings for row in meeting.given("result_entries"))
    rows = not_revoked(sorted(entries, key=lambda row: row.number))
    replays = [place for place, row in enumerate(rows) if row.kind == ResultEntry.REPLAY]
    if not replays:
        return _Record(meetings, rows, is_replayed=False)
    begins = rows[replays[-1]].begins_id
    keys = [meeting.pk for meeting in meetings]
    since = meetings[keys.index(begins) if begins in keys else 0 :]
    return _Record(since, rows[replays[-1] + 1 :], is_replayed=True)


def _playing(state: PublishedMatch, record: _Record, first: Mapping[int, datetime]) -> MatchDate:
    recorded = [first[meeting.sheet.pk] for meeting in record.meetings if meeting.sheet and meeting.sheet.pk in first]
    return MatchDate(
        *_appointment(state, record),
        timezone.localdate(min(recorded)) if recorded else None,
        next((row.played_on or _reported_day(state, row) for row in record.rows if _is_report(row)), None),
        any(meeting.sheet and meeting.sheet.recorded for meeting in record.meetings),
        state.stage in ENDED,
    )


def _reported_day(state: PublishedMatch, row: ResultEntry) -> date:
    """Return the day of a report. The day of play is unknown if the organiser typed in the result later."""
    return timezone.localdate(row.at) if row.by_id else state.latest_day(row.at)


def _is_report(row: ResultEntry) -> bool:
    return row.answer != Answer.TAKEN_BACK and (row.kind not in _WITHOUT_PLAY or row.totals is not None)


def _appointment(state: PublishedMatch, record: _Record) -> _Appointment:
    """Return the time and venue of the appointment, or an empty one."""
    if state.set_day:
        return _Appointment(state.set_day.at, state.set_day.place, not state.set_day.is_of_one_match)
    if agreed := [meeting for meeting in record.meetings if meeting.plays_at]:
        return _Appointment(agreed[-1].plays_at, agreed[-1].venue)
    if state.round > 1 or not state.has_two_pairs or record.is_replayed or not state.opening_at:
        return _Appointment()
    both_come = all(pair.attending for pair in state.pairs)
    return _Appointment(state.opening_at, state.opening_place, True) if both_come else _Appointment()
