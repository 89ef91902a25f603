"""Tests for the places in a draw made elsewhere, and for the remarks about them."""

import pytest

from competition.transfer.rules.places import fault_of_places, remarks


@pytest.mark.parametrize(
    ("places", "fault"),
    [
        ([1, 2, 3, None], ""),
        ([1, 2, 3], "A draw has 2, 4, 8, 16 ... places. Enter the draw first."),
        ([1, 2, 4, None], "Pair 4 is in the draw but no longer entered. Enter it again, or choose another pair."),
        ([1, 2, 1, 3], "Pair 1 has the places 1 and 3 in the draw. Each pair has one."),
        ([1, 2, None, None], "A bye is drawn against a bye in match 2 of round 1. Move one of them."),
        ([1, 2, 0, None], "1 place of the draw is still open."),
        ([1, 2], "These entered pairs have no place in the draw: 3. Give each a place, or remove its entry."),
    ],
)
def test_places_that_do_not_make_a_draw_are_refused(places, fault):
    assert fault_of_places(places, {1, 2, 3}) == fault


CONDITIONS = {"opening_day_together": True, "clubs_apart": False, "areas_together": False}


def test_remarks_mention_a_club_seeds_and_the_opening_day():
    entries = [
        {"number": n, "club": club, "area": "", "attending": n in (1, 3), "seed": seed, "given_bye": False}
        for n, club, seed in [(1, "Rata", 1), (2, "rata", None), (3, "", 2), (4, "", None)]
    ]
    names = {n: f"Ann {n} & Bo {n}" for n in range(1, 5)}

    assert remarks({"entries": entries, "conditions": CONDITIONS}, names, [1, 2, 3, 4]) == [
        "Ann 1 & Bo 1 and Ann 2 & Bo 2, both of Rata, meet in round 1.",
        "0 of 2 matches to play in round 1 are between pairs who come to the opening day; 2 more pairs who come "
        "meet one who does not.",
    ]
    assert remarks({"entries": entries, "conditions": CONDITIONS}, names, [1, "Q?", 3, None]) == []
