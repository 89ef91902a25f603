"""What has happened in a competition that a page about calling it off must know."""

from competition.knockout.queries.snapshot import Snapshot
from competition.match.models import OwnSheet, PointsLine


def begun(snapshot: Snapshot) -> str:
    """What has been played or decided in a draw, in a sentence; empty while nothing has (two queries)."""
    kept = {meeting.pk: meeting.match.code for meeting in snapshot.meetings}
    played = {meeting.pk for meeting in snapshot.meetings if meeting.sheet_id or meeting.outcomes.all()}
    for model in (OwnSheet, PointsLine):
        played |= {*model.objects.filter(meeting__in=kept).values_list("meeting", flat=True)}
    if played:
        return f"{min(kept[key] for key in played)} has begun."
    if left := [name for number, name in snapshot.names.items() if snapshot.everybody[number].withdrawals.all()]:
        return f"{left[0]} have withdrawn."
    if snapshot.placings:
        return "A pair has come into the draw late, or left its place."
    return "A match or a round has been given more time." if snapshot.extensions else ""
