"""What stands between two pairs in a match: the meeting that counts, and the last row that was not taken back."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from competition.knockout.models.meeting import Meeting, Outcome
from competition.knockout.rules import stages
from competition.log.rules import not_revoked


@dataclass(frozen=True, slots=True)
class Standing:
    """All that two pairs have on record in one match.

    `last` is the last row that was not taken back, whether it decides the match or not; `earlier` are the meetings
    that a replay or another sheet has replaced.
    """

    meeting: Meeting | None
    last: Outcome | None
    earlier: tuple[Meeting, ...]


NOTHING = Standing(None, None, ())


def standings(meetings: Iterable[Meeting], without: Outcome | None = None) -> list[Standing]:
    """What stands of each two pairs in each match, or would without this ruling; meetings bring outcomes (no query)."""
    met = defaultdict(list)
    for meeting in meetings:
        met[meeting.match_id, meeting.first_id, meeting.second_id].append(meeting)
    return [_standing(sorted(same, key=lambda meeting: meeting.number), without) for same in met.values()]


def _standing(meetings: list[Meeting], without: Outcome | None) -> Standing:
    rows = sorted((row for meeting in meetings for row in meeting.outcomes.all()), key=lambda row: row.number)
    said = [row for row in not_revoked(rows) if row != without]
    begun = {row.begins_id for row in said}
    called_off = {row.begins_id for row in rows} - begun
    *earlier, current = (meeting for meeting in meetings if meeting.pk not in called_off)
    last = [row for row in said if row.meeting_id not in called_off]
    return Standing(current, last[-1] if last else None, tuple(earlier))


def stands(outcome: Outcome, now: datetime) -> bool:
    """Whether this last row decides the match: a ruling, a concession, a confirmation, silence that agreed."""
    if outcome.kind in (Outcome.REOPENED, Outcome.REPLAY):
        return False
    sent = submission(outcome)
    return sent is None or outcome.answer == Outcome.Answer.CONFIRMED or stages.silence_agrees(sent, now)


def submission(outcome: Outcome | None) -> stages.Submission | None:
    """The result a pair sent in with this row, and the answer to it; None where it is no such row."""
    if outcome is None or not outcome.asks_for_answer:
        return None
    return stages.Submission(agrees_at=outcome.agrees_at, answer=stages.Answer(outcome.answer))
