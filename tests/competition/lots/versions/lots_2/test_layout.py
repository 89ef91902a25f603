"""What matches and rounds are called, as the layout of every other page says it too."""

from __future__ import annotations

import pytest

from competition.lots.rules import layout as today
from competition.lots.versions.lots_2.layout import code, places_for, round_names


@pytest.mark.parametrize("pairs", [2, 3, 4, 5, 8, 9, 16, 17, 64, 65, 300, 512])
def test_a_record_names_places_and_rounds_as_the_pages_do(pairs):
    places = places_for(pairs)

    assert (places, round_names(places)) == (today.places_for(pairs), today.round_names(places))


def test_a_match_is_named_by_its_round_and_its_place_in_it():
    assert code(2, 5) == "R2-M5"
