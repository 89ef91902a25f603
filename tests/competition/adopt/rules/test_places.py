"""Tests of the places of a draw that was made elsewhere."""

import pytest

from competition.adopt.rules.places import fault_of_places


@pytest.mark.parametrize(
    ("places", "fault"),
    [
        ([1, 2, 3, None], ""),
        ([1, 2, 3], "A draw has 2, 4, 8, 16 ... places. Enter the draw first."),
        ([1, 2, 4, None], "Pair 4 is in the draw but no longer entered. Enter it again, or choose another pair."),
        ([1, 2, 1, 3], "A pair has two places in the draw. Each pair has one."),
        ([1, 2, None, None], "A bye stands against a bye. Move one of them."),
        ([1, 2, 0, None], "1 place of the draw is still open."),
        ([1, 2], "These entered pairs have no place in the draw: 3. Give each a place, or remove its entry."),
    ],
)
def test_places_that_are_no_draw_are_refused(places, fault):
    assert fault_of_places(places, {1, 2, 3}) == fault
