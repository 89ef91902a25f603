"""Tests for draws in which pairs join a later round: on the desk, on the public pages and in files."""

from datetime import date

import pytest

from competition.public.presenters.plate import plate_page
from tests import stories
from tests.competition.public_reading import public

LAST_DAY = date(2099, 12, 31)
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.published(10, join_places=4, join_left=8, join_until=LAST_DAY),
]


@pytest.mark.parametrize(
    ("pairs", "joins", "left", "rows"), [(12, 2, 8, [4, 2, 1]), (4, 1, 4, [2, 1]), (19, 3, 8, [8, 4, 2, 1])]
)
def test_the_plate_keeps_its_shape_without_some_matches(client, pairs, joins, left, rows):
    competition = stories.published(pairs, plate="first match", join_places=joins, join_left=left, join_until=LAST_DAY)
    draw = stories.now(competition)
    found = plate_page(draw, competition.conditions.plate_rules, 1)

    assert [len(column.blocks) for column in found.columns] == rows
    assert (len(found.places), sum(map(len, found.places))) == (rows[0], len(draw.main_rounds[0].matches))
    shown = client.get(public("plate", competition)).content.decode()
    assert [code for code in draw.matches if f'id="{code}"' in shown] == [
        state.code for round in draw.plate_rounds for state in round.matches
    ]
