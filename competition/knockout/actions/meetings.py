"""Actions for the meetings of two pairs in one match."""

from collections.abc import Mapping
from copy import copy

from django.db.models import Max

from competition.entries.models.pair import Player
from competition.knockout.models.draw import Match
from competition.knockout.models.meeting import Meeting
from competition.knockout.queries.states import MatchState
from scoring import actions as pad
from scoring.models import SummarySheet
from scoring.rules.conditions import Conditions
from scoring.rules.refusal import Refused
from scoring.rules.sides import Seat


def meeting_of(state: MatchState, draw_id: int) -> Meeting:
    """Return the meeting of the two pairs in this match. Create it if it does not exist.

    The caller may change and save it.
    """
    if state.meeting:
        # Copy it, because a draw and its rows are shared by many readers.
        return copy(state.meeting)
    match = Match.objects.get(round__draw=draw_id, round__number=state.round, position=state.position)
    upper, lower = state.pairs
    return Meeting.objects.get_or_create(match=match, upper=upper, lower=lower, number=1)[0]


def another_meeting(meeting: Meeting) -> Meeting:
    """Create another meeting of the same pairs in the same match. It copies only the privacy choices."""
    same = Meeting.objects.filter(match=meeting.match_id, upper=meeting.upper_id, lower=meeting.lower_id)
    return Meeting.objects.create(
        match_id=meeting.match_id,
        upper_id=meeting.upper_id,
        lower_id=meeting.lower_id,
        number=same.aggregate(last=Max("number"))["last"] + 1,
        upper_private=meeting.upper_private,
        lower_private=meeting.lower_private,
    )


def open_at(
    meeting: Meeting, *, seats: Mapping[Seat, Player], first_dealer: Seat, conditions: Conditions
) -> SummarySheet:
    """Create an empty score sheet for these four players and return it.

    Raises Refused if the players are not the four of this match, or if partners do not sit opposite each other.
    """
    pairs = {seat: player.pair_id for seat, player in seats.items()}
    if {meeting.upper_id, meeting.lower_id} != {*pairs.values()} or len({player.pk for player in seats.values()}) != 4:
        raise Refused("Each of the four players takes one seat.")
    if pairs[Seat.N] != pairs[Seat.S]:
        raise Refused("Partners sit opposite each other: North with South, East with West.")
    meeting.north, meeting.east, meeting.south, meeting.west = (seats[seat] for seat in Seat)
    meeting.upper_side = "ns" if pairs[Seat.N] == meeting.upper_id else "ew"
    meeting.sheet = sheet = pad.open_sheet(first_dealer=first_dealer, conditions=conditions)
    meeting.save()
    return sheet
