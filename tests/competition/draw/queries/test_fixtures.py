from collections.abc import Collection
from datetime import time, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from competition.contest.models import Competition
from competition.draw.rules import lot
from competition.draw.rules.result import ResultKind
from tests import stories
from tests.competition.pair_reading import address, text

HALL = "Harbour Bridge Club, 3 Quay Street"


def opened(*, attending: bool = True, stays_away: Collection[int] = (), days: int = 5, **more) -> Competition:
    """Return four pairs in a draw with an opening day this many days from now."""
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


def test_matches_on_the_opening_day_have_its_time_and_venue():
    competition = opened()

    state = first(competition)

    assert timezone.localdate(state.plays_at) == competition.opening_day
    assert (moment(state), state.place) == ("13:30", HALL)
    stories.settle_round(competition, 1)
    later = stories.now(competition).matches["R2-M1"]
    assert [(one.has_two_pairs, one.plays_at, one.place) for one in (later, first(competition))] == [
        (True, None, "")
    ] * 2


def test_the_opening_day_needs_a_time_and_two_pairs_that_attend():
    upper, lower = first(stories.published(4)).numbers
    for missing in ({"attending": False}, {"opening_hour": None}, {"stays_away": [upper]}, {"stays_away": [lower]}):
        state = first(opened(**missing))

        assert (state.plays_at, state.place) == (None, ""), missing


def test_an_agreed_date_replaces_the_opening_day():
    competition = opened()
    at = timezone.now() + timedelta(days=9)

    stories.agree(competition, at=at, venue="at Ada’s")

    assert (first(competition).plays_at, first(competition).place) == (at, "at Ada’s")


def test_pages_and_calendar_of_a_pair_show_the_opening_day(phone, client):
    competition = opened()
    pair = first(competition).pairs[0]
    mine = phone(pair)

    card = text(mine.get(address("match", competition)))
    assert ("13:30." in card, f"{HALL}, " in card) == (True, True)
    page = text(mine.get(address("arrange", competition)))
    assert "Both pairs are coming to the opening day, so you play there" in page
    told = client.get(reverse("public:pair-calendar", args=[competition.slug, pair.number])).content.decode()
    assert "DTSTART:" in told
    assert "arranged" in told
    conditions = client.get(reverse("public:conditions", args=[competition.slug])).content.decode()
    assert f"13:30, {HALL}," in conditions


def test_the_conditions_set_the_home_pair():
    for home, at_home in (("upper", True), ("neutral", None)):
        state = first(stories.published(4, home=home))

        assert state.home == (state.pairs[0] if at_home else None)


def test_anybody_can_verify_a_random_home_pair():
    competition = stories.published(16, home="lot")
    # The random choices depend on the address. This address produces both outcomes.
    competition.slug = "lakes"
    competition.save()
    states = [state for state in stories.now(competition).matches.values() if state.has_two_pairs]

    for state in states:
        read = lot.ticket(f"home {competition.slug}", state.code, state.numbers)
        assert state.home.number == lot.winner(read, state.numbers)
    assert len({state.home == state.pairs[0] for state in states}) == 2


def won_by(competition, code, *, home):
    """Let the home pair or the other pair win a match at the table."""
    state = stories.now(competition).matches[code]
    upper_wins = (state.home == state.pairs[0]) == home
    totals = (4000, 3000) if upper_wins else (3000, 4000)
    stories.settle(competition, code, upper_wins=upper_wins, kind=ResultKind.PLAYED, totals=totals)


def test_the_only_pair_that_travelled_plays_its_next_match_at_home():
    competition = stories.published(4, home="turns")
    won_by(competition, "R1-M1", home=True)
    won_by(competition, "R1-M2", home=False)

    final = stories.now(competition).matches["R2-M1"]

    assert final.home == final.pairs[1]


def test_a_random_choice_decides_the_home_pair_if_both_travelled():
    competition = stories.published(4, home="turns")
    for code in ("R1-M1", "R1-M2"):
        won_by(competition, code, home=False)

    final = stories.now(competition).matches["R2-M1"]

    assert final.home.number == lot.at_home(competition.slug, "R2-M1", final.numbers)


def test_nobody_travels_to_a_walkover():
    competition = stories.published(8, home="turns")
    won_by(competition, "R1-M1", home=True)
    second = stories.now(competition).matches["R1-M2"]
    stories.settle(competition, "R1-M2", upper_wins=second.home != second.pairs[0])

    semi_final = stories.now(competition).matches["R2-M1"]

    assert semi_final.home.number == lot.at_home(competition.slug, "R2-M1", semi_final.numbers)


@pytest.mark.parametrize("first_offer", ["home", "away"])
def test_the_pair_that_offers_first_follows_from_the_home_pair_and_not_its_place(first_offer):
    states = [*stories.now(stories.published(32, home="lot", first_offer=first_offer)).matches.values()][:16]

    assert [state.begins == state.home for state in states] == [first_offer == "home"] * 16
    assert {state.begins == state.pairs[0] for state in states} == {True, False}


def test_neither_pair_is_at_home_while_one_is_not_yet_known():
    assert stories.now(stories.published(4)).matches["R2-M1"].home is None


def test_both_pairs_are_told_who_is_at_home_and_offers_first(phone):
    competition = stories.published(2)
    upper, lower = (phone(pair) for pair in first(competition).pairs)

    own, theirs = (text(one.get(address("arrange", competition))) for one in (upper, lower))

    assert "Offer up to eight days" in own
    assert "You are at home, unless you agree otherwise." in own
    assert "offer dates first. You need not wait" in theirs
    assert "They are at home, unless you agree otherwise." in theirs


def test_both_pairs_are_asked_for_dates_if_either_may_offer_first(phone):
    competition = stories.published(2, first_offer="either", home="neutral")
    lower = phone(first(competition).pairs[1])

    page = text(lower.get(address("arrange", competition)))

    assert "Offer up to eight days" in page
    assert "at home" not in page


def test_an_opening_time_without_an_opening_day_is_an_error(at_desk):
    competition = stories.entered(2)
    page = reverse("desk:conditions", args=[competition.slug])
    client = at_desk(competition)
    form = client.get(page).context["form"]
    filled = {name: value for name, value in form.initial.items() if value not in (None, False)}

    response = client.post(page, {**filled, "opening_hour": "13:30", "shown": "x"})

    assert "The opening day is missing. Give it, or clear its time and venue." in response.content.decode()
