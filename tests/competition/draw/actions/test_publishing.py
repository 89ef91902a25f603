from competition.draw.models.rounds import Match, Place
from tests import stories


def test_publish_stores_places_and_matches_in_draw_order():
    competition = stories.published(3)

    assert [place.position for place in Place.objects.all()] == [1, 2, 3, 4]
    assert [(match.round.number, match.position) for match in Match.objects.all()] == [(1, 1), (1, 2), (2, 1)]
    assert competition.log.get(event="published").text == "Published the draw (draw 1) of 3 pairs."
