"""The life of one match, from two pairs who know each other to an official result."""

from datetime import date, datetime, timedelta
from enum import StrEnum


class Stage(StrEnum):
    """How far a match has come, as everybody reads it."""

    WAITING = "waiting"
    READY = "ready"
    IN_PLAY = "in play"
    SUBMITTED = "submitted"
    DISPUTED = "disputed"
    OFFICIAL = "official"
    BYE = "bye"
    VACANT = "vacant"
    CANCELLED = "cancelled"


# Where no two pairs meet, or none will.
NOT_PLAYED = (Stage.BYE, Stage.VACANT, Stage.CANCELLED)


class Answer(StrEnum):
    """What became of a submission: a result that one pair sent in."""

    NONE = ""
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    TAKEN_BACK = "taken back"


def stage(by_the_draw: Stage, *, started: bool, answer: Answer | None) -> Stage:
    """The stage of a match; `started` once its sheet is open, with the answer to its latest submission, if any."""
    if by_the_draw != Stage.READY:
        return by_the_draw
    if answer is Answer.NONE:
        return Stage.SUBMITTED
    if answer is Answer.DISPUTED:
        return Stage.DISPUTED
    return Stage.IN_PLAY if started else Stage.READY


def when_cancelled(stage: Stage) -> Stage:
    """The stage of a match of a competition that is cancelled: what is decided stays, nothing else will be."""
    return stage if stage in (Stage.OFFICIAL, *NOT_PLAYED) else Stage.CANCELLED


def silence_agrees(agrees_at: datetime | None, answer: Answer, now: datetime) -> bool:
    """Whether the other pair had its time to answer a submission, until silence agrees (None: never), and did not."""
    return answer is Answer.NONE and agrees_at is not None and now >= agrees_at


def is_overdue(play_by: date, report_days: int, today: date, stage: Stage) -> bool:
    """Whether two pairs known to each other have sent no result so many days after the play-by date."""
    unreported = stage in (Stage.READY, Stage.IN_PLAY)
    return unreported and today > play_by + timedelta(days=report_days)
