"""Tests for the possible sections of a draw."""

from __future__ import annotations

import pytest

from competition.contest.rules.joining import NOBODY_JOINS, Joining


@pytest.mark.parametrize(
    ("joining", "is_possible"),
    [
        (NOBODY_JOINS, True),
        (Joining(1, 2), True),
        (Joining(32, 64), True),
        (Joining(0, 3, has_final=False), True),
        (Joining(0, 16, has_final=False), True),
        (Joining(9, 16), False),
        (Joining(0, 16), False),
        (Joining(1, 12), False),
        (Joining(64, 128), False),
        (Joining(0, 1, has_final=False), False),
        (Joining(0, 17, has_final=False), False),
        (Joining(1, 4, has_final=False), False),
    ],
)
def test_at_most_half_of_the_pairs_left_join_and_2_to_16_sections_have_no_final(joining, is_possible):
    assert joining.is_possible == is_possible


def test_winners_of_sections_meet_unless_there_is_no_final():
    assert (Joining(4, 16).sections, Joining(4, 16).apart) == (12, 1)
    assert (Joining(0, 3, has_final=False).sections, Joining(0, 3, has_final=False).apart) == (3, 3)
