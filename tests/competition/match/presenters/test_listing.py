"""Tests for the state of each match in a list of matches."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from competition.match.presenters import listing
from tests import stories

pytestmark = pytest.mark.django_db


def said(competition, code: str) -> str:
    """Return the state of this match in the list of all matches."""
    for section in listing.sections(stories.now(competition), listing.Filter("")):
        for row in section.rows:
            if f'id="{code}"' in row:
                return re.search(r'class="said"[^>]*>([^<]*)<', row)[1]
    raise AssertionError(f"{code} is not in the list")


def test_a_list_shows_the_state_of_each_match():
    today = timezone.localdate()
    competition = stories.published(8, first_play_by=today + timedelta(days=20))
    stories.settle(competition, "R1-M1", kind=stories.ResultKind.PLAYED, totals=(4730, 3980))
    stories.settle(competition, "R1-M2", kind=stories.ResultKind.PLAYED)
    stories.settle(competition, "R1-M3", kind=stories.ResultKind.WALKOVER)

    assert said(competition, "R1-M1") == "by 750"
    assert said(competition, "R1-M2") == "score not recorded"
    assert said(competition, "R1-M3") == "Walkover"
    assert said(competition, "R1-M4") == "no date yet"
    assert said(competition, "R2-M1") == "no date yet"
    assert said(competition, "R2-M2") == "waits for a quarter-final"
    # The final is in the section of later rounds, which gives the play-by dates.
    assert said(competition, "R3-M1").startswith("by ")


def test_an_overdue_match_is_listed_with_the_number_of_days():
    competition = stories.published(2, first_play_by=timezone.localdate() - timedelta(days=8))

    assert said(competition, "R1-M1") == "8 days past its date"


def test_a_match_waits_for_the_overdue_match_before_it():
    competition = stories.published(8, first_play_by=timezone.localdate() - timedelta(days=8))
    for code in ("R1-M1", "R1-M2", "R1-M3"):
        stories.settle(competition, code, kind=stories.ResultKind.WALKOVER)

    assert said(competition, "R2-M2") == "waits for the overdue match"
