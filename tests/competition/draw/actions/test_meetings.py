"""Tests for the meetings of two pairs in a match."""

import pytest

from competition.draw.actions.meetings import another_meeting, meeting_of, open_at
from competition.draw.models.rounds import Meeting
from competition.draw.queries.draw import clear_cache
from competition.draw.queries.results import next_entry
from scoring.rules.conditions import ScoringConditions
from scoring.rules.refusal import Refused
from scoring.rules.sides import Seat
from tests import stories
from tests.competition.worlds import send_in

pytestmark = pytest.mark.published(4)


def met(competition, code: str = "R1-M1") -> Meeting:
    now = stories.now(competition)
    meeting = meeting_of(now.matches[code], now.row.pk)
    # Actions change the competition's version afterwards, but this test does not.
    clear_cache()
    return meeting


def test_a_meeting_is_created_once(competition):
    stories.published(4, seed="another")
    made = met(competition, "R1-M2")
    assert (made.number, made.match.round.number, made.match.position) == (1, 1, 2)
    assert [made.upper, made.lower] == [*stories.now(competition).matches["R1-M2"].pairs]
    assert met(competition, "R1-M2") == made


def test_a_meeting_number_counts_only_meetings_of_its_two_pairs(competition):
    stories.settle_round(competition, 1)

    for corrected in ("R1-M1", "R1-M2"):
        assert another_meeting(met(competition, "R2-M1")).number == 2
        stories.settle(competition, corrected, upper_wins=False)

    assert another_meeting(met(competition, "R2-M1")).number == 2


def test_another_meeting_copies_pairs_and_privacy(competition):
    first, other = met(competition), met(competition, "R1-M2")
    Meeting.objects.filter(pk=first.pk).update(lower_private=True)
    first.refresh_from_db()

    second, third = another_meeting(first), another_meeting(first)

    assert [one.number for one in (second, third, another_meeting(other))] == [2, 3, 2]
    assert (second.match_id, second.upper_id, second.lower_id) == (first.match_id, first.upper_id, first.lower_id)
    assert (second.upper_private, second.lower_private, second.sheet) == (False, True, None)
    send_in(competition, "R1-M1")
    assert [next_entry(one) for one in (first, third, other)] == [2, 2, 1]


def test_partners_must_sit_opposite_each_other(competition):
    meeting = met(competition)
    (ann, bob), (cyd, dan) = meeting.upper.present, meeting.lower.present
    stranger = met(competition, "R1-M2").upper.present[0]

    def sit(*players) -> str:
        seats = dict(zip((Seat.N, Seat.E, Seat.S, Seat.W), players, strict=True))
        with pytest.raises(Refused) as fault:
            open_at(meeting, seats=seats, first_dealer=Seat.E, conditions=ScoringConditions())
        return str(fault.value)

    each, opposite = (
        "Each of the four players takes one seat. Choose four different players.",
        "Partners sit opposite each other: ",
    )
    assert sit(ann, cyd, ann, dan) == sit(ann, stranger, bob, dan) == sit(ann, bob, ann, bob) == each
    assert sit(ann, bob, cyd, dan).startswith(opposite)

    seats = {Seat.N: dan, Seat.E: ann, Seat.S: cyd, Seat.W: bob}
    sheet = open_at(meeting, seats=seats, first_dealer=Seat.E, conditions=ScoringConditions(deals=24))

    kept = Meeting.objects.get(pk=meeting.pk)
    assert (kept.north, kept.east, kept.south, kept.west, kept.upper_side) == (dan, ann, cyd, bob, "ew")
    assert (kept.sheet, sheet.first_dealer, sheet.deals) == (sheet, "E", 24)
