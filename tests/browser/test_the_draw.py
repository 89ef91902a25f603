"""Browser tests for making and revealing the draw."""

from datetime import timedelta

import pytest
from django.utils import timezone

from competition.draw.actions.publishing import publish_draw, swap_pairs
from tests import stories
from tests.browser.browser import check_all_round


@pytest.fixture
def competition(transactional_db):
    """Create a draw of six pairs, made twice with dice and with a swap by the organiser."""
    competition = stories.entered(6, clubs_apart=True, areas_together=True)
    competition.pairs.filter(number__lte=3).update(attending=True)
    competition.pairs.filter(number=1).update(seed=1)
    stories.draw_lots(competition)
    draw = stories.draw_lots(competition, dice="41623")
    swap_pairs(draw, one=1, other=4, reason="They share a car.", by=stories.organiser_of(competition))
    return competition


def publish(competition):
    days = [timezone.localdate() + timedelta(days=30 * n) for n in (1, 2, 3)]
    publish_draw(competition.draws.last(), play_by=days, by=stories.organiser_of(competition))


def test_the_draw_pages_are_accessible_and_fit(open_browser, competition):
    page = open_browser()
    page.goto(f"/{competition.slug}/")
    check_all_round(page)
    publish(competition)

    for path in ("record/", "reveal/", "reveal/?lot=3", "reveal/?lot=6"):
        page.goto(f"/{competition.slug}/{path}")
        check_all_round(page)


def test_the_keyboard_turns_the_pages_of_the_draw(open_browser, competition):
    publish(competition)
    page = open_browser()
    page.goto(f"/{competition.slug}/reveal/")

    seen = []
    for key in ("ArrowRight", " ", "PageDown", "ArrowLeft", "PageUp", "PageUp", "PageUp"):
        page.keyboard.press(key)
        page.wait_for_load_state()
        seen.append(page.locator(".reveal-count").inner_text())

    assert seen == [
        *("Pair 1 of 6", "Pair 2 of 6", "Pair 3 of 6", "Pair 2 of 6", "Pair 1 of 6"),
        *("6 pairs to draw", "6 pairs to draw"),
    ]
