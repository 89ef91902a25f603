from datetime import date

import pytest

from competition.draw.actions.publishing import lock_entry_list, publish_draw, swap_pairs
from competition.draw.models.rounds import Match
from competition.draw.queries.attempts import places_of
from scoring.rules.refusal import Refused
from tests import stories
from tests.factories import PairFactory


def test_a_published_draw_has_all_places_and_matches():
    competition = stories.published(5)
    draw = competition.draws.get()

    places = dict(draw.places.values_list("position", "pair__number"))

    assert list(places) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert sorted(filter(None, places.values())) == [1, 2, 3, 4, 5]
    assert Match.objects.filter(round__draw=draw).count() == 7


def publish(competition, draw, *days):
    publish_draw(draw, play_by=[date(2030, 5, day) for day in days], by=stories.organiser_of(competition))


def drawn(pairs=4):
    competition = stories.entered(pairs)
    return competition, stories.draw_lots(competition)


def test_a_draw_can_be_published_once():
    competition, draw = drawn()
    publish(competition, draw, 1, 20)

    with pytest.raises(Refused, match="The draw is already published."):
        publish(competition, draw, 1, 20)
    with pytest.raises(Refused, match="The draw is already published."):
        stories.draw_lots(competition)
    with pytest.raises(Refused, match="The draw is already published."):
        lock_entry_list(competition, by=stories.organiser_of(competition))


def test_an_older_attempt_cannot_be_published():
    competition, draw = drawn()
    stories.draw_lots(competition)

    with pytest.raises(Refused, match="newer draw"):
        publish(competition, draw, 1, 20)


def test_a_draw_before_the_latest_entry_cannot_be_published():
    competition, draw = drawn()
    PairFactory(competition=competition)

    with pytest.raises(
        Refused,
        match="Entries or conditions have changed since you locked the entry list. Lock it again and draw again.",
    ):
        publish(competition, draw, 1, 20)


def test_play_by_dates_must_be_complete_and_in_order():
    competition, draw = drawn()

    for days in ((1,), (1, 2, 3)):
        with pytest.raises(Refused, match="a play-by date for each of the 2 rounds"):
            publish(competition, draw, *days)
    with pytest.raises(Refused, match="The play-by date of the final must be after that of the round before"):
        publish(competition, draw, 20, 20)
    assert competition.draws.get().published_at is None


def test_a_draw_from_an_older_list_cannot_be_published():
    competition, draw = drawn()
    extra = PairFactory(competition=competition)
    lock_entry_list(competition, by=stories.organiser_of(competition))
    extra.delete()

    with pytest.raises(Refused, match="Entries or conditions have changed"):
        publish(competition, draw, 1, 20)


def test_published_places_reflect_the_swaps():
    competition, draw = drawn()
    before = places_of(draw)
    swap_pairs(draw, one=1, other=2, reason="a car", by=stories.organiser_of(competition))
    swap_pairs(draw, one=2, other=3, reason="a bus", by=stories.organiser_of(competition))

    publish(competition, draw, 1, 20)

    moved = {1: 3, 2: 1, 3: 2, 4: 4}
    assert list(draw.places.values_list("pair__number", flat=True)) == [moved[number] for number in before]


def test_a_published_draw_cannot_be_changed_by_swaps():
    competition, draw = drawn()
    publish(competition, draw, 1, 20)

    with pytest.raises(Refused, match="The draw is already published."):
        swap_pairs(draw, one=1, other=2, reason="a car", by=stories.organiser_of(competition))


@pytest.mark.parametrize(
    ("conditions", "kept"),
    [
        ({}, {"club": "Harbour Bridge Club", "area": "", "attending": True}),
        (
            {"opening_day_together": False, "areas_together": True},
            {"club": "Harbour Bridge Club", "area": "North", "attending": False},
        ),
    ],
)
def test_the_locked_list_has_only_facts_used_by_the_draw(conditions, kept):
    competition = stories.entered(2, **conditions)
    competition.pairs.update(area="North", attending=True)

    fixed = lock_entry_list(competition, by=stories.organiser_of(competition))

    assert {name: fixed.entries[0][name] for name in kept} == kept


def test_changing_a_condition_makes_the_locked_list_outdated():
    competition = stories.entered(4)
    by = stories.organiser_of(competition)
    row = lock_entry_list(competition, by=by)
    competition.conditions.deals += 2
    competition.conditions.save()

    assert lock_entry_list(competition, by=by) != row
