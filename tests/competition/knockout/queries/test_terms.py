from datetime import timedelta

import pytest

from competition.knockout.models.draw import Round
from competition.knockout.queries.terms import usual_dates
from competition.lots.rules.rehearsal import play_by_dates
from tests import stories
from tests.factories import CompetitionFactory

pytestmark = pytest.mark.django_db


def test_the_dates_of_last_season_are_usual_where_as_many_rounds_are_all_to_come():
    last, coming = stories.published(4), CompetitionFactory(season=2027)
    coming.owner = last.owner
    moved = [row.play_by + timedelta(weeks=52) for row in Round.objects.all()]
    before, on_it = moved[0] - timedelta(days=1), moved[0]

    assert usual_dates(coming, 2, before) == moved
    assert usual_dates(coming, 2, on_it) == play_by_dates(on_it, 2)
    assert usual_dates(coming, 3, before) == play_by_dates(before, 3)
