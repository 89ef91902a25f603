"""Tests for comparing the two score sheets of a match on the desk."""

import pytest
from django.urls import reverse

from competition.match.actions import pair_sheet
from tests import stories
from tests.competition.desk_reading import text


def page(organiser, competition, code: str = "R1-M1"):
    return organiser.get(reverse("desk:compare", args=[competition.slug, code]))


def test_the_organiser_sees_differences_without_buttons(organiser, competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8))
    pair_sheet.type_in_own(lower, deals={1: stories.deal("2H", 9)})

    answer = page(organiser, competition)

    assert "The score sheets differ first at deal 1 ." in text(answer)
    assert f"By the score sheet of {lower.pair} N-S 90, E-W 0 after 1 of 4 deals." in text(answer)
    assert "is right" not in text(answer)


def test_the_comparison_reports_a_missing_second_sheet(organiser, competition):
    stories.open_sheet(competition, "R1-M1")

    assert "Neither pair has typed in a paper sheet." in text(page(organiser, competition))


@pytest.mark.parametrize("code", ["R1-M1", "R9-M9"])
def test_the_comparison_returns_404_without_a_score_sheet(organiser, competition, code):
    assert page(organiser, competition, code).status_code == 404
