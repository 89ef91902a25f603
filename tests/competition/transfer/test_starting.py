from datetime import date, timedelta

import pytest

from competition.contest.models import Competition
from competition.contest.queries import own_rules
from competition.draw.queries.attempts import conditions_of
from competition.notifications.models import Wording
from tests import stories
from tests.competition.desk_reading import desk, said

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    """Return a competition of five pairs, drawn but not played."""
    competition = stories.published(5, deals=24)
    Competition.objects.filter(pk=competition.pk).update(opening_day=date(2030, 4, 6), opening_place="The hall")
    Wording.objects.create(competition=competition, topic="draw", before="Dear friends,")
    return competition


def begin(organiser, competition, kind="season", **changed):
    """Submit the form as suggested, with some values changed."""
    page = organiser.get(desk("start-from", competition) + f"?as={kind}")
    return organiser.post(page.wsgi_request.get_full_path(), {**filled_in(page), **changed}, follow=True)


def filled_in(page) -> dict:
    form = page.context["form"]
    values = {field.name: field.value() for field in form}
    return {name: value for name, value in values.items() if value is not None}


def ticked(organiser, competition, kind) -> list[int]:
    return organiser.get(desk("start-from", competition) + f"?as={kind}").context["form"].initial["numbers"]


def test_the_next_season_copies_players_and_conditions(organiser, competition):
    done = begin(organiser, competition)

    new = Competition.objects.get(season=2027)
    assert said(done) == [f"{new} is created, with 5 pairs and the conditions of {competition}."]
    assert (new.name, new.region, new.slug) == (competition.name, competition.region, "regional-rubber-knockout-2027")
    assert conditions_of(new.conditions) == conditions_of(competition.conditions)
    assert (new.opening_day, new.opening_place) == (date(2031, 4, 5), "The hall")
    assert new.closing_date == date(2026, 3, 31) + timedelta(weeks=52)
    people = [[(row.name, row.phone, row.email) for row in pair.present] for pair in new.pairs.all()]
    assert people == [[(row.name, row.phone, row.email) for row in pair.present] for pair in competition.pairs.all()]
    assert Wording.objects.get(competition=new).before == "Dear friends,"
    assert not set(new.pairs.values_list("link_secret")) & set(competition.pairs.values_list("link_secret"))
    assert [*new.organisers.all()] == [competition.owner]


def test_the_next_season_copies_the_rules(at_desk):
    competition = stories.entered(2)
    stories.write_rules(competition, {"Entry fee": "The fee is $20.", "Prizes": "A cup."}, "Welcome.")

    begin(at_desk(competition), competition)

    assert own_rules(Competition.objects.get(season=2027)) == own_rules(competition)


def test_play_by_dates_are_proposed_a_year_later(organiser, competition):
    begin(organiser, competition)
    new = Competition.objects.get(season=2027)
    stories.draw_lots(new)

    dates = organiser.get(desk("publish", new)).context["form"].planned

    assert dates == [row.play_by + timedelta(weeks=52) for row in competition.draws.get().rounds.all()]


def test_a_second_grade_contains_the_chosen_pairs(organiser, competition):
    assert ticked(organiser, competition, "grade") == []

    begin(organiser, competition, "grade", numbers=["1", "3", "5"], name="Lakes B")

    new = Competition.objects.get(name="Lakes B")
    chosen = competition.pairs.filter(number__in=(1, 3, 5))
    assert [pair.name for pair in new.pairs.all()] == [pair.name for pair in chosen]


def test_a_bad_value_creates_no_competition(organiser, competition):
    for changed in ({"name": ""}, {"season": "27"}, {"closing_date": "1999-01-01"}, {"numbers": ["77"]}):
        answer = begin(organiser, competition, **changed)

        assert (answer.status_code, Competition.objects.count()) == (422, 1), changed
