"""What two pairs have on record in one match: the meeting that counts, and the last row that was not taken back."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from competition.knockout.models.meeting import Meeting, Slot
from competition.knockout.models.outcome import Outcome
from competition.knockout.rules import stages
from competition.knockout.rules.outcome import Kind
from competition.knockout.rules.outcome import Outcome as Result
from competition.knockout.rules.stages import Answer
from competition.log.rules import not_revoked


@dataclass(frozen=True, slots=True)
class Encounter:
    """All that two pairs have on record in one match.

    `last` is the last row that was not taken back, whether it decides the match or not; `earlier` are the meetings
    that a replay or another sheet has replaced.
    """

    meeting: Meeting
    last: Outcome | None
    earlier: tuple[Meeting, ...]


def encounters(meetings: Iterable[Meeting]) -> list[Encounter]:
    """What each two pairs have on record in each match (no query)."""
    return [_encounter(same) for same in _by_match(meetings).values()]


def _by_match(meetings: Iterable[Meeting]) -> dict[tuple[int, int, int], list[Meeting]]:
    met = defaultdict(list)
    for meeting in meetings:
        met[meeting.match_id, meeting.upper_id, meeting.lower_id].append(meeting)
    return met


def _encounter(meetings: list[Meeting]) -> Encounter:
    meetings = sorted(meetings, key=lambda meeting: meeting.number)
    rows = sorted((row for meeting in meetings for row in meeting.given("outcomes")), key=lambda row: row.number)
    said = not_revoked(rows)
    begun = {row.begins_id for row in said}
    called_off = {row.begins_id for row in rows} - begun
    *earlier, current = (meeting for meeting in meetings if meeting.pk not in called_off)
    last = [row for row in said if row.meeting_id not in called_off]
    return Encounter(current, last[-1] if last else None, tuple(earlier))


def stands(outcome: Outcome, now: datetime) -> bool:
    """Whether this last row decides the match: a ruling, a concession, a confirmation, silence that agreed."""
    if outcome.kind in (Outcome.REOPENED, Outcome.REPLAY):
        return False
    if outcome.answer == Answer.CONFIRMED or not outcome.asks_for_answer:
        return True
    return stages.silence_agrees(outcome.silence_agrees_at, Answer(outcome.answer), now)


def winner_of(outcome: Outcome, upper: int, lower: int) -> int | None:
    """Which of these two, the upper and the lower pair, goes on by this row; None where neither does."""
    return {Slot.UPPER: upper, Slot.LOWER: lower}.get(Slot(outcome.winner)) if outcome.winner else None


def result_of(outcome: Outcome, code: str, upper: int, lower: int) -> Result:
    """What this row, which decides a match, comes to between these two, the upper and the lower pair."""
    winner = winner_of(outcome, upper, lower)
    other = upper + lower - winner if winner and outcome.let_stand else None
    return Result(code, (upper, lower), Kind(outcome.kind), winner, outcome.totals, other, outcome.margin)
