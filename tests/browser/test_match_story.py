"""Browser tests for the public page of a match."""

import pytest

from tests import stories
from tests.browser.browser import check_all_round

DEALS = [("2H", 8, "N"), ("4S", 10, "E"), ("6NT", 12, "S"), ("3NTX", 8, "W"), ("4H", 10, "E"), ("6S", 11, "N")]


@pytest.fixture
def address(transactional_db):
    """Return the URL of a match of 30 deals between pairs with long names."""
    competition = stories.published(2)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    for player in (*upper.pair.players.all(), *lower.pair.players.all()):
        player.name = f"{player.name} of Featherstonehaugh-Cholmondeley"
        player.save()
    stories.record(upper, *[stories.deal(*facts) for facts in DEALS * 5])
    return f"/{competition.slug}/matches/R1-M1/"


def is_inside(box: dict, frame: dict) -> bool:
    """Return True if one box lies inside the other. Both boxes come from the browser."""
    return all(
        frame[at] <= box[at] and box[at] + box[size] <= frame[at] + frame[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


def test_the_match_page_and_its_chart_are_accessible(open_browser, address):
    page = open_browser()
    page.goto(address)
    check_all_round(page)

    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        frame = page.locator("main").bounding_box()
        words = [text.bounding_box() for text in page.locator(".chart text:visible").all() if text.text_content()]
        assert [box for box in words if not is_inside(box, frame)] == [], width
        assert min(box["height"] for box in words) >= 12, width

    page.emulate_media(forced_colors="active", color_scheme="dark")
    shown = page.locator(".chart:visible")
    fills = {shown.locator(f"path.{side}").evaluate("line => getComputedStyle(line).fill") for side in ("ns", "ew")}
    assert fills == {"rgb(255, 255, 255)"}

    page.locator(".chart a[id]:visible").first.click()
    page.locator("tr:target").get_by_role("link").click()
    assert page.url.endswith("#story")
