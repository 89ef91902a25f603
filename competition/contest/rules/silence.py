"""How long a pair may say nothing before its silence agrees: how that is counted, and in words."""

from datetime import datetime, timedelta

from scoring.rules.spoken import quantity


def agrees_at(told_at: datetime, hours: int) -> datetime:
    """When silence agrees to what a pair was told of at that moment."""
    return told_at + timedelta(hours=hours)


def in_words(hours: int) -> str:
    """How long that is: "48 hours"."""
    return quantity(hours, "hour")
