"""Rules for the reply time and automatic confirmation."""

from datetime import datetime, timedelta

from scoring.rules.spoken import quantity


def reply_deadline(notified_at: datetime, hours: int) -> datetime:
    """Return when an unanswered result becomes final."""
    return notified_at + timedelta(hours=hours)


def in_words(hours: int) -> str:
    """Return the reply time in words: "48 hours"."""
    return quantity(hours, "hour")
