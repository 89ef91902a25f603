"""The records of two pairs in a match, and the numbers of what is decided between them."""

from django.db.models import Max

from competition.models import Match, Meeting, Outcome
from competition.queries import MatchState


def meeting_of(state: MatchState, draw_id: int) -> Meeting:
    """The record of the two pairs now in this match, made if there is none yet."""
    if state.meeting:
        return state.meeting
    match = Match.objects.get(round__draw=draw_id, round__number=state.round, position=state.position)
    first, second = state.pairs
    return Meeting.objects.get_or_create(match=match, first=first, second=second, number=1)[0]


def another_meeting(meeting: Meeting) -> Meeting:
    """A further meeting of the same two pairs in the same match, with nothing on record but whether deals are kept."""
    same = Meeting.objects.filter(match=meeting.match_id, first=meeting.first_id, second=meeting.second_id)
    return Meeting.objects.create(
        match_id=meeting.match_id,
        first_id=meeting.first_id,
        second_id=meeting.second_id,
        number=same.aggregate(last=Max("number"))["last"] + 1,
        first_private=meeting.first_private,
        second_private=meeting.second_private,
    )


def next_outcome(meeting: Meeting) -> int:
    """The number the next outcome of these two pairs in this match gets."""
    met = {"meeting__match": meeting.match_id, "meeting__first": meeting.first_id, "meeting__second": meeting.second_id}
    return (Outcome.objects.filter(**met).aggregate(last=Max("number"))["last"] or 0) + 1
