import re
from datetime import timedelta

import pytest
from django.utils import timezone

from competition.match.actions import play
from tests import stories
from tests.competition.desk_reading import desk, rows

pytestmark = pytest.mark.django_db


def test_the_list_shows_the_most_urgent_match_first(at_desk):
    overdue_since = timezone.localdate() - timedelta(days=30)
    competition = stories.published(8, first_play_by=overdue_since, deals=2)
    stories.settle(competition, "R1-M1")
    play.submit_totals(stories.tables(competition, "R1-M2")[0], ours=1000, theirs=500)
    play.submit_totals(stories.tables(competition, "R1-M3")[0], ours=1000, theirs=500)
    play.dispute(stories.tables(competition, "R1-M3")[1], outcome=1, reason="We won.")

    page = at_desk(competition).get(desk("matches", competition))

    assert [(row[0].split()[-1], row[1]) for row in rows(page, "matches")] == [
        ("R1-M3", "Disputed"),
        ("R1-M4", "Overdue"),
        ("R1-M2", "Awaiting confirmation"),
        ("R2-M1", "Waiting"),
        ("R2-M2", "Waiting"),
        ("R3-M1", "Waiting"),
        ("R1-M1", "Walkover"),
    ]


def test_a_withdrawal_today_counts_as_decided_today(at_desk):
    competition = stories.published(4)
    stories.withdraw(stories.now(competition).matches["R1-M1"].pairs[0])

    page = at_desk(competition).get(desk("matches", competition, show="today"))

    assert [row[0].split()[-1] for row in rows(page, "matches")] == ["R1-M1"]


def test_the_list_is_filtered_by_state_round_and_name(at_desk):
    competition = stories.published(4)
    stories.settle(competition, "R1-M1")

    page = at_desk(competition).get(desk("matches", competition, show="ready", round=1, find="ada south"))

    assert [row[0].split()[-1] for row in rows(page, "matches")] == ["R1-M2"]


def test_select_all_selects_only_undecided_matches(at_desk):
    competition = stories.published(4)
    stories.settle(competition, "R1-M1")

    page = at_desk(competition).get(desk("matches", competition, all=1)).content.decode()

    assert re.findall(r'name="match" value="([^"]+)" checked', page) == ["R1-M2", "R2-M1"]


def test_the_list_answers_404_before_the_draw_is_published(at_desk):
    competition = stories.entered(4)

    assert at_desk(competition).get(desk("matches", competition)).status_code == 404
