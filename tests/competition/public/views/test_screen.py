"""Tests for the large screen at the venue of a competition on one day."""

from datetime import timedelta

import pytest
from django.utils import timezone

from competition.draw.actions.rounds import change_end, start_round
from competition.draw.models.rounds import RoundClock
from competition.draw.queries.draw import clear_cache
from tests import stories
from tests.competition.public_reading import public, text, words
from tests.competition.worlds import agree, send_in
from tests.valid_html import faults

ONE_DAY = {"minutes": 60, "deals": 8, "confirmation": "both"}
pytestmark = [pytest.mark.django_db, pytest.mark.published(6, **ONE_DAY)]


def start(competition):
    return start_round(competition, 1, by=stories.organiser_of(competition))


def test_the_screen_shows_the_end_and_the_tables(client, competition):
    clock = start(competition)
    send_in(competition, "R1-M2", 1240, 870)
    agree(competition, "R1-M2")

    page = client.get(public("screen", competition))
    assert f"Quarter-finals The round ends at {timezone.localtime(clock.ends_at):%H:%M}." in text(page)
    assert "Table 1 " in text(page)
    assert "1,240" in text(page)
    assert "Table 2 " in text(page)
    assert "With a bye: North 2 & South 2; North 4 & South 4." in text(page)
    assert faults(page.text) == []
    # The screen has none of the site's navigation.
    assert "masthead" not in page.text
    assert "colophon" not in page.text


def test_before_the_start_the_screen_shows_the_tables(client, competition):
    assert "Quarter-finals: not started" in text(client.get(public("screen", competition)))


def test_other_competitions_have_no_screen(client):
    competition = stories.published(4)

    assert client.get(public("screen", competition)).status_code == 404
    assert client.get(public("screen-live", competition)).status_code == 404


def test_the_screen_changes_with_the_clock_and_when_the_time_ends(client, competition):
    clock = start(competition)
    poll = client.get(public("screen", competition)).context["poll"]
    assert client.get(poll).status_code == 204

    change_end(competition, 1, minutes=5, shown=clock.key, by=stories.organiser_of(competition))
    later = clock.ends_at + timedelta(minutes=5)
    assert f"{timezone.localtime(later):%H:%M}" in words(client.get(poll).text)
    stories.rewrite(RoundClock.objects.all(), starts_at=clock.starts_at, ends_at=clock.starts_at)
    clear_cache()
    assert "Time. Finish the deal in play." in text(client.get(public("screen", competition), {"shown": "1"}))


def test_the_draw_is_read_again_when_a_round_ends(competition):
    clock = start(competition)

    assert stories.now(competition).fresh_until <= clock.ends_at


@pytest.mark.published(6, spectators="results", **ONE_DAY)
def test_the_screen_hides_what_spectators_may_not_see(client, competition):
    start(competition)
    send_in(competition, "R1-M2", 1240, 870)

    page = text(client.get(public("screen", competition)))
    assert "1,240" not in page
    assert "In play" in page


def test_the_screen_takes_as_many_queries_for_any_number_of_tables(client, django_assert_num_queries):
    for pairs in (6, 22):
        competition = stories.published(pairs, **ONE_DAY)
        start(competition)
        clear_cache()
        with django_assert_num_queries(9):
            client.get(public("screen", competition))
