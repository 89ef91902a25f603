"""Tests for the reminder of free places for pairs that join later."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests import stories
from tests.competition.desk_reading import confirmed, desk, text
from tests.competition.worlds import at

pytestmark = pytest.mark.django_db


def published(days: int):
    return stories.published(10, join_places=2, join_left=4, join_until=timezone.localdate() + timedelta(days=days))


def test_free_places_are_a_task_in_the_last_three_weeks(at_desk):
    competition = published(21)
    organiser = at_desk(competition)

    assert "2 places for pairs that join in the semi-finals are free." in text(
        organiser.get(desk("competition", competition))
    )
    for names in (("Lou Late", "Max Later"), ("Nan New", "Oz Newer")):
        pair = stories.enter_late(competition, *names)
        confirmed(organiser, desk("join-later", competition, pair.number), {"reason": "They won the club event."})
    assert "pairs that join" not in text(organiser.get(desk("competition", competition)))


@pytest.mark.parametrize("days", [22, -1])
def test_free_places_are_no_task_before_or_after(at_desk, days):
    competition = published(days)

    assert "pairs that join" not in text(at_desk(competition).get(desk("competition", competition)))


def test_opponents_of_an_empty_place_go_through_after_the_last_day():
    competition = published(10)
    before = stories.now(competition)
    after = at(competition, timezone.now() + timedelta(days=11))

    assert [side.text for state in before.rounds[3].matches for side in state.sides].count(
        "a pair that joins later"
    ) == 2
    sides = [side.text for state in after.rounds[3].matches for side in state.sides]
    assert sides.count("nobody (no pair joined)") == 2
