from collections.abc import Collection
from datetime import date, time, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from competition.contest.models import Competition
from competition.knockout.rules import lot
from tests import stories
from tests.competition.pair_reading import play as address
from tests.competition.pair_reading import text

pytestmark = pytest.mark.django_db
HALL = "Harbour Bridge Club, 3 Quay Street"


def opened(*, attending: bool = True, stays_away: Collection[int] = (), days: int = 5, **more) -> Competition:
    """Four pairs drawn for an opening day in so many days."""
    competition = stories.entered(4)
    day = timezone.localdate() + timedelta(days=days)
    hall = {"opening_day": day, "opening_hour": time(13, 30), "opening_place": HALL}
    Competition.objects.filter(pk=competition.pk).update(**hall | more)
    competition.refresh_from_db()
    competition.pairs.update(attending=attending)
    competition.pairs.filter(number__in=stays_away).update(attending=False)
    stories.publish(competition)
    return competition


def first(competition):
    return stories.now(competition).matches["R1-M1"]


def moment(state) -> str:
    return f"{timezone.localtime(state.plays_at):%H:%M}" if state.plays_at else ""


def test_on_the_opening_day_matches_of_those_who_come_are_fixtures_with_hour_and_place():
    competition = opened()

    state = first(competition)

    assert timezone.localdate(state.plays_at) == competition.opening_day
    assert (moment(state), state.place) == ("13:30", HALL)
    stories.settle_round(competition, 1)
    later = stories.now(competition).matches["R2-M1"]
    assert [(one.has_two_pairs, one.plays_at, one.place) for one in (later, first(competition))] == [
        (True, None, "")
    ] * 2


@pytest.mark.parametrize("without", [{"attending": False}, {"opening_hour": None}])
def test_without_its_hour_or_those_who_come_there_are_none(without):
    state = first(opened(**without))

    assert (state.plays_at, state.place) == (None, "")


def test_where_one_of_the_two_does_not_come_they_do_not_meet_there():
    upper, lower = first(opened()).numbers

    for absent in (upper, lower):
        assert first(opened(stays_away=[absent])).plays_at is None


def test_two_who_cannot_come_agree_on_another_date():
    competition = opened()
    at = timezone.now() + timedelta(days=9)

    stories.agree(competition, at=at, venue="at Ada’s")

    assert (first(competition).plays_at, first(competition).place) == (at, "at Ada’s")


def test_the_pairs_are_told_of_the_opening_day_and_asked_for_no_date(phone):
    competition = opened()
    mine = phone(first(competition).pairs[0])

    assert f"13:30, {HALL}." in text(mine.get(address("match", competition)))
    page = text(mine.get(address("arrange", competition)))
    assert "You both said that you come to the opening day: you play there" in page


def test_in_the_calendar_of_a_pair_it_stands_at_its_hour(client):
    competition = opened()
    number = first(competition).pairs[0].number

    told = client.get(reverse("public:pair-calendar", args=[competition.slug, number])).content.decode()

    assert "DTSTART:" in told
    assert "arranged" in told


@pytest.mark.parametrize(("home", "at_home"), [("upper", True), ("neutral", None)])
def test_who_is_at_home_by_the_conditions(home, at_home):
    state = first(stories.published(4, home=home))

    assert state.home == (state.pairs[0] if at_home else None)


def test_by_lot_anybody_can_work_out_who_is_at_home_and_not_always_the_same():
    competition = stories.published(16, home="lot")
    states = [state for state in stories.now(competition).matches.values() if state.has_two_pairs]

    for state in states:
        read = lot.ticket(f"home {competition.slug}", state.code, state.numbers)
        assert state.home.number == lot.winner(read, state.numbers)
    assert len({state.home == state.pairs[0] for state in states}) == 2


def test_nobody_is_at_home_while_a_pair_is_awaited():
    assert stories.now(stories.published(4)).matches["R2-M1"].home is None


def test_both_pairs_are_told_who_is_at_home_and_who_begins(phone):
    competition = stories.published(2)
    upper, lower = (phone(pair) for pair in first(competition).pairs)

    own, theirs = (text(one.get(address("arrange", competition))) for one in (upper, lower))

    assert "Offer up to four dates" in own
    assert "You are at home, unless you agree otherwise." in own
    assert "are to offer dates first, by the conditions. You need not wait" in theirs
    assert "They are at home, unless you agree otherwise." in theirs


def test_where_either_may_begin_both_are_asked_to(phone):
    competition = stories.published(2, first_offer="either", home="neutral")
    lower = phone(first(competition).pairs[1])

    page = text(lower.get(address("arrange", competition)))

    assert "Offer up to four dates" in page
    assert "at home" not in page


def test_an_hour_without_its_day_is_asked_about(at_desk):
    competition = stories.entered(2)
    page = reverse("desk:conditions", args=[competition.slug])
    client = at_desk(competition)
    form = client.get(page).context["form"]
    filled = {name: value for name, value in form.initial.items() if value not in (None, False)}

    response = client.post(page, {**filled, "opening_hour": "13:30", "shown": "x"})

    assert "Give the opening day, or leave its hour and place empty." in response.content.decode()


def test_the_opening_day_is_public_with_its_hour_and_place(client):
    competition = opened(days=5)
    closing = date(2030, 1, 1)
    Competition.objects.filter(pk=competition.pk).update(closing_date=closing)

    page = client.get(reverse("public:conditions", args=[competition.slug])).content.decode()

    assert f"13:30, {HALL}," in page
