"""Browser tests for the tree of a draw in which pairs join a later round."""

from datetime import date

import pytest

from tests import stories
from tests.browser.browser import check_all_round

LAST_DAY = date(2099, 12, 31)


def middle(page, code: str) -> float:
    """Return the vertical middle of a match in the tree."""
    box = page.locator(f"#to-{code}").bounding_box()
    return box["y"] + box["height"] / 2


@pytest.mark.django_db(transaction=True)
def test_a_match_is_at_the_same_height_as_in_a_full_draw(open_browser):
    competition = stories.published(10, join_places=4, join_left=8, join_until=LAST_DAY)
    page = open_browser()
    page.goto(f"/{competition.slug}/?round=1")
    check_all_round(page)
    page.set_viewport_size({"width": 1280, "height": 900})

    for position in (1, 2):
        upper, lower = middle(page, f"R3-M{2 * position - 1}"), middle(page, f"R3-M{2 * position}")
        assert middle(page, f"R4-M{position}") == pytest.approx((upper + lower) / 2, abs=2)
    column = page.locator("#section-1-tree .round").nth(2).locator(".matches").bounding_box()
    for position in range(1, 5):
        height = column["y"] + column["height"] * (2 * position - 1) / 8
        assert middle(page, f"R3-M{position}") == pytest.approx(height, abs=2)


@pytest.mark.django_db(transaction=True)
def test_the_plate_of_such_a_draw_is_accessible_and_fits(open_browser):
    competition = stories.published(12, plate="first match", join_places=2, join_left=8, join_until=LAST_DAY)
    page = open_browser()
    page.goto(f"/{competition.slug}/plate/")
    check_all_round(page)
