from datetime import date, time

from competition.draw.models.rounds import Match, Place
from tests import stories


def test_publish_stores_places_and_matches_in_draw_order():
    competition = stories.published(3)

    assert [place.position for place in Place.objects.all()] == [1, 2, 3, 4]
    assert [(match.round.number, match.position) for match in Match.objects.all()] == [(1, 1), (1, 2), (2, 1)]
    assert competition.log.get(event="published").text == "Published the draw (draw 1) of 3 pairs."


def test_conditions_with_an_hour_and_a_day_are_locked():
    competition = stories.published(
        4, unplayed="on the day", last_hour=time(14), plate="round 1", plate_open_until=date(2030, 5, 31)
    )

    locked = competition.locked_lists.get().conditions
    assert (locked["last_hour"], locked["plate_open_until"]) == ("14:00:00", "2030-05-31")
