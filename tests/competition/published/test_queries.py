"""The draw as it stood before a late pair came into it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from competition.lots.models import Draw
from competition.published import queries as past
from tests import stories
from tests.competition.worlds import at, send_in

pytestmark = pytest.mark.django_db


def test_a_day_before_a_late_pair_came_knows_nothing_of_it_nor_of_what_it_played():
    competition = stories.published(3)
    then = timezone.now() - timedelta(days=3)
    stories.rewrite(Draw.objects.filter(competition=competition), published_at=then)
    late = stories.enter_late(competition)
    stories.put_in(late)
    [match] = stories.now(competition).matches_of(late)
    send_in(competition, match.code)

    first_day = past.at_the_end_of(stories.now(competition), 1)

    assert late.number not in first_day.pairs
    assert [side.bye for side in first_day.by_code[match.code].sides].count(True) == 1


def test_a_competition_is_cancelled_from_that_day_on():
    competition = stories.published(2)
    then = timezone.now() - timedelta(days=3)
    stories.rewrite(Draw.objects.filter(competition=competition), published_at=then)
    stories.cancel(competition)

    now = at(competition, timezone.now())
    days = [past.at_the_end_of(now, day) for day in (1, 3, 4)]

    assert [day.competition.is_cancelled for day in days] == [False, False, True]
