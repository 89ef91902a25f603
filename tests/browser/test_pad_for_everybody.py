"""Browser tests for the accessibility of the score sheet: touch, large text, keyboard and forced colours."""

import re

import pytest
from django.urls import reverse

from tests import stories
from tests.browser.browser import PHONE, check_all_round

DEAL = ["deals/2/", "deals/2/insert/", "deals/2/delete/", "deals/2/honours/"]
PAGES = ["", *DEAL, "paper/", "history/", "pad/", "at-the-table/"]
CONTROLS = ".button, summary, .correct, .choices label > span, input:not([type=hidden]):not(.choices input), select"


@pytest.fixture
def table(transactional_db):
    """Return a match with three recorded deals as its upper pair sees it."""
    competition = stories.published(2)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("4S", 10), stories.deal("2H", 8, "E"), stories.deal("3NT", 9))
    return stories.tables(competition, "R1-M1")[0]


@pytest.fixture
def arrive(open_browser, table):
    """Return a function that opens a page of the match for the pair, in a window of this size."""

    def come(page: str, size=PHONE, **options):
        window = open_browser(size["width"], whose=table.pair, service_workers="block", **options)
        window.set_viewport_size(size)
        window.goto(reverse("play:match", args=[table.draw.competition.slug, table.state.code]) + page)
        return window

    return come


def too_small(window) -> list[str]:
    """Return the controls that are too small for a finger."""
    return window.locator(CONTROLS).evaluate_all(
        """all => all.filter(one => one.checkVisibility())
            .map(one => [one.getBoundingClientRect(), one.textContent.trim() || one.name])
            .filter(([box]) => box.width > 1 && (box.width < 43.9 || box.height < 43.9))
            .map(([box, name]) => `${name}: ${box.width} by ${box.height}`)"""
    )


def cut_off(window) -> list[str]:
    """Return the keys whose text is wider than the key."""
    wider = "all => all.filter(key => key.scrollWidth > key.clientWidth).map(key => key.textContent)"
    return window.locator(".choices label").evaluate_all(wider)


def test_every_page_of_the_match_is_accessible_and_fits(arrive):
    window = arrive("")
    match = window.url
    for page in PAGES:
        window.goto(match + page)
        check_all_round(window, too_small, cut_off)


def press(window, *keys: str) -> None:
    for key in keys:
        window.keyboard.press(key)


def test_a_deal_is_recorded_by_keyboard_alone(arrive):
    window = arrive("")
    window.locator("[name=declarer]").first.focus()

    press(window, "Space", "Tab", *["ArrowRight"] * 3, "Tab", *["ArrowRight"] * 3)
    press(window, "Tab", "ArrowRight", "Tab", "Tab", "Space", "Tab", "Tab", "Enter")

    window.locator(".entry").filter(has_text="Deal 4: 4♠ doubled by").wait_for()
    assert window.locator("#next").evaluate("next => next === document.activeElement")


def test_a_deal_is_corrected_by_keyboard_alone(arrive):
    window = arrive("deals/3/")
    window.locator("[name=result]:checked").focus()
    press(window, "ArrowRight")
    window.locator("[name=save]").wait_for()

    for _ in range(9):
        press(window, "Tab")
        if window.evaluate("document.activeElement.name") == "save":
            break
    press(window, "Enter")

    window.get_by_text(re.compile(r"Deal 3 is now 3NT by .+, 1\sover\.")).wait_for()


def test_doubled_text_needs_no_horizontal_scrolling(arrive):
    window = arrive("")
    window.evaluate("document.documentElement.style.fontSize = '36px'")
    widths = "[document.documentElement.scrollWidth, innerWidth]"
    assert window.evaluate(widths) == [PHONE["width"]] * 2
    window.locator("[name=declarer]").first.check()
    for more in window.locator("[data-more]").all():
        more.check()
    assert window.evaluate(widths) == [PHONE["width"]] * 2
    assert cut_off(window) == []

    window.emulate_media(forced_colors="active")
    window.locator("[name=level][value='4']").check()
    colour = "key => getComputedStyle(key).backgroundColor"
    keys = window.locator("[name=level] + span").evaluate_all(f"all => all.map({colour})")
    assert keys.count(keys[3]) == 1
    assert window.locator("[name=level]:checked").locator("xpath=..").inner_text() == "4"
