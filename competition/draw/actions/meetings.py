"""Actions for meetings and score sheets, and for notices of reported results."""

from collections.abc import Mapping
from copy import copy

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

import scoring.actions
from competition.audit.actions import Actor, lock, log_event
from competition.audit.events import Event
from competition.contest.models import Competition
from competition.draw.models.result_entry import Notice
from competition.draw.models.rounds import Match, Meeting
from competition.draw.queries.draw import draw_to_change
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import Stage
from competition.entries.models import Player
from scoring.models import SummarySheet
from scoring.rules.conditions import ScoringConditions
from scoring.rules.refusal import Refused
from scoring.rules.sides import Seat
from scoring.templatetags.bridge import moment


def meeting_of(state: PublishedMatch, draw_id: int) -> Meeting:
    """Return a copy of the meeting of the two pairs in this match, creating it if there is none.

    The caller may change and save it.
    """
    if state.meeting:
        # Copy the row, because many readers share a draw and its rows.
        return copy(state.meeting)
    match = Match.objects.get(round__draw=draw_id, round__number=state.round, position=state.position)
    upper, lower = state.pairs
    return Meeting.objects.get_or_create(match=match, upper=upper, lower=lower, number=1)[0]


def another_meeting(meeting: Meeting) -> Meeting:
    """Create another meeting of the same pairs in the same match, and copy only the privacy choices."""
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
    meeting: Meeting, *, seats: Mapping[Seat, Player], first_dealer: Seat, conditions: ScoringConditions
) -> SummarySheet:
    """Create an empty score sheet for these four players and return it. Raises Refused as in `sit_down`."""
    sit_down(meeting, seats)
    meeting.sheet = sheet = scoring.actions.open_sheet(first_dealer=first_dealer, conditions=conditions)
    meeting.save()
    return sheet


def sit_down(meeting: Meeting, seats: Mapping[Seat, Player]) -> None:
    """Give these four players their seats, without saving the meeting.

    Raises Refused if the players are not the four of this match, or if partners do not sit opposite each other.
    """
    pairs = {seat: player.pair_id for seat, player in seats.items()}
    if {meeting.upper_id, meeting.lower_id} != {*pairs.values()} or len({player.pk for player in seats.values()}) != 4:
        raise Refused("Each of the four players takes one seat. Choose four different players.")
    if pairs[Seat.N] != pairs[Seat.S]:
        raise Refused("Partners sit opposite each other: North with South, East with West. Choose the seats again.")
    meeting.north, meeting.east, meeting.south, meeting.west = (seats[seat] for seat in Seat)
    meeting.upper_side = "ns" if pairs[Seat.N] == meeting.upper_id else "ew"


@transaction.atomic
def record_notice(competition: Competition, code: str, outcome: int, *, how: Notice.Channel, by: Actor) -> Notice:
    """Record the first notification of the other pair about result entry `outcome`, and return the notice.

    Raises Refused if this result no longer needs a reply.
    """
    lock(competition)
    state = draw_to_change(competition).matches.get(code)
    last = state.last if state and state.stage is Stage.SUBMITTED else None
    if state is None or last is None or last.number != outcome:
        raise Refused("This result already has a reply. Reload the match to see it.")
    if last.notified_at:
        return last.notice
    # The clocks of two servers may differ slightly, so never store a time before the report.
    notice = Notice.objects.create(entry=last, at=max(timezone.now(), last.at), channel=how)
    until = f" It is final on {moment(last.confirms_at)} if they do not reply." if last.confirms_at else ""
    text = f"{state.to_answer.name} were told of the reported result, {how.label}.{until}"
    log_event(competition, by, Event.RESULT_TOLD, text, match=code)
    return notice
