"""Browser test for pressing a button twice because the server is slow."""

import time

import pytest

from competition.draw import views
from tests import stories
from tests.browser.browser import check
from tests.browser.organiser import sign_in_elsewhere


@pytest.fixture
def competition(transactional_db, monkeypatch):
    """Create a draw in which the site saves a swap at once but responds late."""
    swap_pairs = views.swap_pairs

    def swap_slowly(*given, **named):
        swap_pairs(*given, **named)
        time.sleep(1)

    monkeypatch.setattr(views, "swap_pairs", swap_slowly)
    competition = stories.entered(4)
    stories.draw_lots(competition)
    return competition


@pytest.mark.parametrize("javascript", [True, False])
def test_a_double_press_swaps_two_pairs_once(open_browser, competition, javascript):
    page = open_browser(javascript=javascript)
    sign_in_elsewhere(page, competition.owner)
    page.goto(f"/desk/{competition.slug}/draw/swap/")
    page.get_by_label("First pair").select_option("1")
    page.get_by_label("Second pair").select_option("2")
    page.get_by_label("Reason").fill("They share a car.")

    presses: list[str] = []
    page.on("request", lambda request: presses.append(request.url) if request.method == "POST" else None)

    button = page.get_by_role("button", name="Swap the pairs")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    for _ in range(2):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        time.sleep(0.3)
    page.get_by_text("The two pairs are swapped.").wait_for()

    assert len(presses) == 2
    check(page)
    assert competition.draws.get().swaps.count() == 1
