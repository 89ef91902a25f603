"""Queries for the row of two pairs in one match, and for the number of its next result entry."""

from django.db.models import Max

from competition.knockout.models.draw import Match
from competition.knockout.models.meeting import Meeting
from competition.knockout.models.result_entry import ResultEntry
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState


def meeting_in(draw: PublishedDraw, state: MatchState) -> Meeting:
    """Return the record of the two pairs now in this match; if there is none yet, one that is not saved."""
    if state.meeting:
        return state.meeting
    match = Match(round=draw.rows.rounds[state.round - 1], position=state.position)
    return Meeting(match=match, upper=state.pairs[0], lower=state.pairs[1], number=1)


def next_entry(meeting: Meeting) -> int:
    """Return the number of the next result entry of these two pairs in this match."""
    met = {"meeting__match": meeting.match_id, "meeting__upper": meeting.upper_id, "meeting__lower": meeting.lower_id}
    return (ResultEntry.objects.filter(**met).aggregate(last=Max("number"))["last"] or 0) + 1
