"""What has happened in a competition that a page about calling it off must know."""

from django.db.models import Q

from competition.contest.models import Competition
from competition.decisions.formats.decisions import decisions
from competition.knockout.models.meeting import Meeting
from competition.knockout.queries.draw import PublishedDraw
from competition.match.models import OwnSheet, PointsLine


def begun(draw: PublishedDraw) -> str:
    """What has been played or decided in a draw, in a sentence; empty while nothing has (two queries)."""
    kept = {meeting.pk: meeting.match.code for meeting in draw.meetings}
    played = {meeting.pk for meeting in draw.meetings if meeting.sheet_id or meeting.result_entries.all()}
    for model in (OwnSheet, PointsLine):
        played |= {*model.objects.filter(meeting__in=kept).values_list("meeting", flat=True)}
    if played:
        return f"{min(kept[key] for key in played)} has begun."
    if left := [name for number, name in draw.names.items() if draw.everybody[number].withdrawals.all()]:
        return f"{left[0]} have withdrawn."
    if draw.placings:
        return "A pair has come into the draw late, or left its place."
    # Whatever else is decided, which would go with the draw.
    decided = next(decisions(draw), None)
    return "A match or a round has been given more time, or other conditions." if decided else ""


def was_played(competition: Competition) -> bool:
    """Whether anything was ever played, sent in or decided in a match of it (one query)."""
    met = Meeting.objects.filter(upper__competition=competition)
    keyed = PointsLine.objects.filter(meeting__in=met).values("meeting")
    return met.filter(Q(sheet__isnull=False) | Q(result_entries__isnull=False) | Q(pk__in=keyed)).exists()
