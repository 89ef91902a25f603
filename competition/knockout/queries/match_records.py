"""Queries for the records of two pairs in one match. They work on rows that are already loaded."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from competition.audit.rules import not_revoked
from competition.knockout.models.meeting import Meeting
from competition.knockout.models.result_entry import ResultEntry
from competition.knockout.rules import stages
from competition.knockout.rules.result import Pairs, Result
from competition.knockout.rules.stages import Answer


@dataclass(frozen=True, slots=True)
class MatchRecords:
    """The records of two pairs in one match: the current meeting, earlier meetings and the last result entry.

    `last` is the last entry that was not undone, even if it does not decide the match. A replay or another score sheet
    has replaced the `earlier` meetings.
    """

    meeting: Meeting
    last: ResultEntry | None
    earlier: tuple[Meeting, ...]

    def result(self, code: str, pairs: Pairs, now: datetime) -> Result | None:
        """Return the result between these two pairs in the match with this code, or None if there is none."""
        last, sheet = self.last, self.meeting.sheet
        if last is None or not stands(last, now):
            return None
        since = last.answered_at or last.reply_deadline or last.at
        return last.result(code, pairs, deals=sheet.recorded if sheet else 0, since=since)


def match_records(meetings: Iterable[Meeting]) -> list[MatchRecords]:
    """Return one MatchRecords for each match and its two pairs (no query)."""
    return [_records_of(same) for same in _by_match(meetings).values()]


def _by_match(meetings: Iterable[Meeting]) -> dict[tuple[int, int, int], list[Meeting]]:
    met = defaultdict(list)
    for meeting in meetings:
        met[meeting.match_id, meeting.upper_id, meeting.lower_id].append(meeting)
    return met


def _records_of(meetings: list[Meeting]) -> MatchRecords:
    meetings = sorted(meetings, key=lambda meeting: meeting.number)
    rows = sorted((row for meeting in meetings for row in meeting.given("result_entries")), key=lambda row: row.number)
    said = not_revoked(rows)
    begun = {row.begins_id for row in said}
    cancelled = {row.begins_id for row in rows} - begun
    *earlier, current = (meeting for meeting in meetings if meeting.pk not in cancelled)
    last = [row for row in said if row.meeting_id not in cancelled]
    return MatchRecords(current, last[-1] if last else None, tuple(earlier))


def stands(entry: ResultEntry, now: datetime) -> bool:
    """Return True if this last entry decides the match.

    A ruling or a concession decides it. So does a result that the other pair has confirmed or that is confirmed
    automatically.
    """
    if entry.kind in (ResultEntry.REOPENED, ResultEntry.REPLAY):
        return False
    if entry.answer == Answer.CONFIRMED or not entry.asks_for_answer:
        return True
    return stages.is_confirmed_automatically(entry.confirms_at, entry.answer, now)
