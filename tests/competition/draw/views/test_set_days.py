"""Tests for publishing a draw with rounds on a set day."""

from datetime import date, time

import pytest
from django.urls import reverse

from competition.draw.models.rounds import Round
from competition.draw.queries.states import SetDay
from tests import stories
from tests.competition.desk_reading import desk, errors
from tests.competition.pair_reading import address
from tests.competition.pair_reading import text as own_text
from tests.competition.public_reading import public, text

HALL = "Harbour Bridge Club"
WEEKEND = {"day2": "2030-06-08", "hour2": "13:30", "place2": HALL}
DATES = {"attempt": "1", "round1": "2030-05-31", "round2": "2030-06-30"}


@pytest.fixture
def drawn():
    competition = stories.entered(4)
    stories.draw_lots(competition)
    return competition


@pytest.fixture
def competition(drawn):
    """Return a competition of four pairs with the semi-finals on a set day."""
    day = SetDay(date(2030, 6, 8), time(13, 30), HALL)
    stories.publish_attempt(drawn.draws.last(), set_days={1: day}, first_play_by=date(2030, 6, 9))
    return drawn


def test_the_draw_is_published_with_a_set_day_for_a_round(drawn, at_desk):
    page = at_desk(drawn).post(desk("publish", drawn), DATES | WEEKEND)

    assert page.status_code == 302
    rows = Round.objects.values_list("day", "hour", "place")
    assert [*rows] == [(None, None, ""), (date(2030, 6, 8), time(13, 30), HALL)]


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"day2": ""}, "Final: day of play: Enter the day, or clear its time and place."),
        (
            {"day2": "2030-07-01"},
            "The play-by date of the final is before its day of play. Choose a later play-by date.",
        ),
    ],
)
def test_a_day_that_does_not_fit_its_round_is_refused(drawn, at_desk, wrong, error):
    page = at_desk(drawn).post(desk("publish", drawn), DATES | WEEKEND | wrong)

    assert (page.status_code, errors(page)) == (422, [error])
    assert not Round.objects.exists()


def test_the_pairs_see_the_day_and_are_not_asked_for_dates(competition, phone):
    own = phone(stories.place(competition).pair)

    page = own_text(own.get(address("match", competition)))

    assert "on Sat 8 Jun 2030, 13:30." in page
    assert f"{HALL}, " in page
    assert "If you cannot play then, ask the organiser." in page
    assert "Agree a date" not in page
    refused = own.post(address("arrange", competition), {"days": ["2030-06-01"], "hour": "19:30"})
    assert "The organiser has set the day of this match." in own_text(refused)


def test_public_pages_and_calendars_show_the_day_and_the_venue(competition, client):
    draw, match, conditions = (
        text(client.get(public(name, competition, *rest)))
        for name, *rest in (("draw",), ("match", "R1-M1"), ("conditions",))
    )

    assert f"on Sat 8 Jun 2030, 13:30, {HALL}" in draw
    assert "Sat 8 Jun 2030, 13:30" in match
    assert HALL in match
    assert f"Semi-finals: the matches are played on Sat 8 Jun 2030, 13:30, {HALL}." in conditions
    pair = stories.now(competition).matches["R1-M1"].pairs[0]
    own, whole = (
        client.get(url).content.decode().replace("\r\n ", "")
        for url in (
            reverse("public:pair-calendar", args=[competition.slug, pair.number]),
            reverse("public:calendar", args=[competition.slug]),
        )
    )
    assert "DTSTART:20300608T013000Z" in own
    assert "arranged" in own
    assert "DTSTART:20300608T013000Z" in whole
    assert f"LOCATION:{HALL}" in whole


def test_the_day_is_in_the_public_data(competition, client):
    rounds = client.get(public("draw-json", competition)).json()["rounds"]

    assert rounds[0]["set_day"] == {"day": "2030-06-08", "hour": "13:30", "place": HALL}
    assert rounds[0]["matches"][0]["plays_at"].startswith("2030-06-08T")
    assert rounds[1]["set_day"] is None
