"""Tests for the possible sections of a draw."""

from __future__ import annotations

import pytest

from competition.contest.rules.division import WHOLE, Division


@pytest.mark.parametrize(
    ("division", "is_possible"),
    [
        (WHOLE, True),
        (Division(1, 2), True),
        (Division(32, 64), True),
        (Division(0, 3, has_final=False), True),
        (Division(0, 16, has_final=False), True),
        (Division(9, 16), False),
        (Division(0, 16), False),
        (Division(1, 12), False),
        (Division(64, 128), False),
        (Division(0, 1, has_final=False), False),
        (Division(0, 17, has_final=False), False),
        (Division(1, 4, has_final=False), False),
    ],
)
def test_at_most_half_of_the_pairs_left_join_and_2_to_16_sections_have_no_final(division, is_possible):
    assert division.is_possible == is_possible


def test_winners_of_sections_meet_unless_there_is_no_final():
    assert (Division(4, 16).sections, Division(4, 16).apart) == (12, 1)
    assert (Division(0, 3, has_final=False).sections, Division(0, 3, has_final=False).apart) == (3, 3)
