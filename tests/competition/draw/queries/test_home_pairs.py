"""Tests for the home pair of a match that the organiser named."""

import pytest
from django.utils import timezone

from competition.draw.models.rounds import HomePair, Meeting
from competition.draw.queries.draw import read_draw
from tests import stories


@pytest.fixture
def competition():
    return stories.published(4, home="neutral")


def name_home(competition, home: str, **columns) -> HomePair:
    state = read_draw(competition).matches["R1-M1"]
    match = stories.now(competition).row.rounds.get(number=1).matches.get(position=1)
    meeting, _ = Meeting.objects.get_or_create(match=match, upper=state.pairs[0], lower=state.pairs[1], number=1)
    why = {"reason": "for the test", "at": timezone.now(), "decided_by": competition.owner}
    return HomePair.objects.create(meeting=meeting, home=home, **why, **columns)


def home(competition) -> str:
    pair = read_draw(competition).matches["R1-M1"].home
    return pair.name if pair else ""


def test_the_last_named_pair_plays_at_home_until_it_is_undone(competition):
    upper, lower = (pair.name for pair in read_draw(competition).matches["R1-M1"].pairs)
    assert home(competition) == ""

    name_home(competition, "upper")
    last = name_home(competition, "lower")
    assert home(competition) == lower

    name_home(competition, "", undoes=last)
    assert home(competition) == upper


def test_a_replay_keeps_the_named_home_pair(competition):
    name_home(competition, "lower")
    stories.settle(competition, "R1-M1")
    stories.replay(competition, "R1-M1")

    state = read_draw(competition).matches["R1-M1"]

    assert len(state.earlier) == 1
    assert state.home == state.pairs[1]
