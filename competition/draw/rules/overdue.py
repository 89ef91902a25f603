"""Rule for when a match is overdue."""

from datetime import date, timedelta

from competition.draw.rules.result import Stage


def is_overdue(play_by: date, report_days: int, today: date, stage: Stage) -> bool:
    """Return True if two known pairs have reported nothing and `report_days` have passed since the play-by date."""
    unreported = stage in (Stage.READY, Stage.IN_PLAY)
    return unreported and today > play_by + timedelta(days=report_days)
