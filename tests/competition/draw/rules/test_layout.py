"""Tests for the rounds, the match codes and the path of the winners."""

from __future__ import annotations

import pytest

from competition.draw.rules.layout import code, layout, round_names
from competition.draw.rules.sections import places_for


def test_a_match_code_has_the_round_and_the_position():
    assert code(2, 5) == "R2-M5"


@pytest.mark.parametrize(
    ("places", "names"),
    [
        (2, ("Final",)),
        (4, ("Semi-finals", "Final")),
        (8, ("Quarter-finals", "Semi-finals", "Final")),
        (16, ("Round 1", "Quarter-finals", "Semi-finals", "Final")),
        (64, ("Round 1", "Round 2", "Round 3", "Quarter-finals", "Semi-finals", "Final")),
    ],
)
def test_last_three_rounds_have_names(places, names):
    assert round_names(places.bit_length() - 1) == names


@pytest.mark.parametrize(("pairs", "places"), [(2, 2), (3, 4), (4, 4), (5, 8), (27, 32), (512, 512), (513, 1024)])
def test_smallest_sufficient_draw_is_chosen(pairs, places):
    assert places_for(pairs) == places


def test_neighbouring_winners_meet_in_the_next_round():
    assert [[tuple(position) for position in positions] for positions in layout(8)] == [
        [("R1-M1", 1, 1, "R2-M1"), ("R1-M2", 1, 2, "R2-M1"), ("R1-M3", 1, 3, "R2-M2"), ("R1-M4", 1, 4, "R2-M2")],
        [("R2-M1", 2, 1, "R3-M1"), ("R2-M2", 2, 2, "R3-M1")],
        [("R3-M1", 3, 1, None)],
    ]


@pytest.mark.parametrize("places", [2, 4, 8, 64, 512])
def test_a_draw_has_one_match_fewer_than_places(places):
    assert sum(len(positions) for positions in layout(places)) == places - 1
