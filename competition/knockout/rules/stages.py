"""The stages of a match, and the rules for moving between them."""

from datetime import datetime
from enum import StrEnum


class Stage(StrEnum):
    """The public stage of a match."""

    WAITING = "waiting"
    READY = "ready"
    IN_PLAY = "in play"
    SUBMITTED = "submitted"
    DISPUTED = "disputed"
    OFFICIAL = "official"
    BYE = "bye"
    VACANT = "vacant"
    CANCELLED = "cancelled"


# The stages of matches in which no two pairs meet or will meet.
NOT_PLAYED = (Stage.BYE, Stage.VACANT, Stage.CANCELLED)


class Answer(StrEnum):
    """The reply to a reported result. TAKEN_BACK means that the pair that reported it has undone it."""

    NONE = ""
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    TAKEN_BACK = "taken back"


def stage(by_the_draw: Stage, *, started: bool, answer: Answer | None) -> Stage:
    """Return the stage of a match.

    `started` is True if its score sheet exists. `answer` is the reply to the latest report, or None without a report.
    """
    if by_the_draw != Stage.READY:
        return by_the_draw
    if answer is Answer.NONE:
        return Stage.SUBMITTED
    if answer is Answer.DISPUTED:
        return Stage.DISPUTED
    return Stage.IN_PLAY if started else Stage.READY


def when_cancelled(stage: Stage) -> Stage:
    """Return the stage of a match in a cancelled competition. Decided and vacant matches and byes do not change."""
    return stage if stage in (Stage.OFFICIAL, *NOT_PLAYED) else Stage.CANCELLED


def is_confirmed_automatically(confirms_at: datetime | None, answer: Answer, now: datetime) -> bool:
    """Return True if a result without a reply is confirmed by `now`. None as `confirms_at` means never."""
    return answer is Answer.NONE and confirms_at is not None and now >= confirms_at
