"""Tests for the home pair named by the organiser."""

import pytest

from competition.draw.queries.draw import read_draw
from tests import stories


@pytest.fixture
def competition():
    return stories.published(4, home="neutral")


def home(competition) -> str:
    pair = read_draw(competition).matches["R1-M1"].home
    return pair.name if pair else ""


def test_the_home_pair_named_last_plays_at_home_until_undone(competition):
    upper, lower = (pair.name for pair in read_draw(competition).matches["R1-M1"].pairs)
    assert home(competition) == ""

    stories.name_home_pair(competition, "upper")
    stories.name_home_pair(competition, "lower")
    assert home(competition) == lower

    stories.undo_home_pair(competition)
    assert home(competition) == upper


def test_a_replay_keeps_the_named_home_pair(competition):
    stories.name_home_pair(competition, "lower")
    stories.settle(competition, "R1-M1")
    stories.replay(competition, "R1-M1")

    state = read_draw(competition).matches["R1-M1"]

    assert len(state.earlier) == 1
    assert state.home == state.pairs[1]
