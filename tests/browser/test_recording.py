"""Browser tests for recording a deal on a small phone."""

import pytest
from django.urls import reverse

from tests import stories
from tests.browser.browser import check
from tests.browser.person import eventually, said

# The screen is 640 pixels high, and the browser's own bar takes the rest.
SMALL_PHONE = {"width": 360, "height": 560}
NAMES = ("Margaret Wilson", "Patricia Hughes", "Geoffrey Taylor", "Rosemary Turner")


@pytest.fixture
def table(transactional_db):
    """Return a match in which the upper pair sits North-South and has won one game. Deal 2 is next."""
    competition = stories.published(2)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    for player, name in zip((*upper.pair.players.all(), *lower.pair.players.all()), NAMES, strict=True):
        player.name = name
        player.save()
    stories.record(upper, stories.deal("4S", 10))
    return stories.tables(competition, "R1-M1")[0]


@pytest.fixture
def sit_down(open_browser, table):
    """Return a function that opens the match for the upper pair, scrolled to the form."""

    def sit(size=SMALL_PHONE, **options):
        # Block the service worker, because its requests bypass the test's routes.
        page = open_browser(size["width"], whose=table.pair, service_workers="block", **options)
        page.set_viewport_size(size)
        page.goto(reverse("play:match", args=[table.draw.competition.slug, table.state.code]) + "#table")
        return page

    return sit


def press(page, **keys: str) -> None:
    """Choose these values in the form, one after another."""
    for name, value in keys.items():
        page.locator(f".deal-form [name={name}][value='{value}']").click()


def ends(page, selector: str) -> float:
    """Return the bottom edge of an element, in pixels."""
    box = page.locator(selector).bounding_box()
    return box["y"] + box["height"]


def size_of_print(page, selector: str) -> list[float]:
    read = "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    return page.locator(selector).evaluate_all(read)


def test_the_form_fits_the_screen_while_deals_wait(sit_down):
    page = sit_down(color_scheme="dark")
    page.route("**/deals/", lambda route: route.fulfill(body="Whoever this is, it is not the site."))
    for number in (2, 3):
        press(page, declarer="N", level="4", denomination="S", result="0")
        page.get_by_role("button", name=f"Record deal {number}").click()
        page.get_by_role("heading", name=f"Deal {number + 1} of 30").wait_for()
    press(page, declarer="N", level="7", denomination="NT", doubling="4", result="0")

    page.locator("#waiting summary").wait_for()
    assert page.locator(".strip").bounding_box()["y"] >= 0
    assert ends(page, ".deal-form .button.primary") <= SMALL_PHONE["height"]
    check(page)


def test_keys_and_text_are_large_enough(sit_down):
    page = sit_down({"width": 360, "height": 740})
    assert page.locator("main").inner_text().count("Dealer") == 1

    press(page, declarer="N")
    for more in page.locator("[data-more]").all():
        more.check()
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 640})
        keys = [one.bounding_box() for one in page.locator(".deal-form :is(.choices label > span, .button)").all()]
        assert [box for box in keys if box["height"] < 44 or box["width"] < 44] == [], width

    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
    assert min(size_of_print(page, "main *")) >= 14


def test_keys_use_the_full_height_of_a_tall_phone(sit_down):
    page = sit_down({"width": 390, "height": 844})
    press(page, declarer="N", level="4")
    heights = []
    for width, height in ((390, 844), (360, 640), (360, 560), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        heights.append(round(page.locator("[name=level] + span").first.bounding_box()["height"]))
        assert width > height or ends(page, ".deal-form .actions") <= height

    assert heights == [63, 54, 44, 44]


SHOWN = """spans => spans.filter(one => one.checkVisibility({ visibilityProperty: true }))
    .map(one => one.textContent.trim().replace(/\\s+/g, " "))"""


def results(page) -> list[str]:
    """Return the results on offer."""
    return page.locator("[name=result] + span").evaluate_all(SHOWN)


MADE, LIGHT = ["made", "1 over", "2 over", "3 over"], ["1 light", "2 light", "3 light", "4 light"]


def test_choosing_a_declarer_opens_the_keypad_with_preview(sit_down):
    page = sit_down()
    pad, keys, names = (
        page.locator("#this-rubber"),
        page.locator("[name=level]").first,
        page.locator(".deal-form label"),
    )
    assert (pad.is_visible(), keys.is_visible()) == (True, False)
    stood = names.first.bounding_box()

    press(page, declarer="E")
    assert (pad.is_visible(), keys.is_visible()) == (False, True)
    assert names.first.bounding_box() == stood

    line = page.locator(".preview[role=status]")
    press(page, declarer="N", level="4", denomination="S", result="1")
    eventually(lambda: said(line), "4♠ by Margaret, 1 over We 120 below, 730 above")
    press(page, result="-1")
    eventually(lambda: said(line), "4♠ by Margaret, 1 light They 100 above")
    assert page.locator(".deal-form [name=result]:checked").input_value() == "-1"

    page.get_by_role("button", name="Clear").click()
    assert (pad.is_visible(), keys.is_visible()) == (True, False)


def test_an_undone_deal_can_be_recorded_again(sit_down):
    page = sit_down()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Record deal 1").click()
    page.locator(".entry").filter(has_text="Deal 1: 4♠ by Margaret, made. We 120 below").wait_for()

    page.locator("summary", has_text="Summary sheet").click()
    press(page, declarer="E", level="3", denomination="NT", result="-1")
    page.get_by_role("button", name="Record deal 2").click()
    page.get_by_role("link", name="Add forgotten honours to deal 2").wait_for()
    assert "50 deal 2, light" in said(page.locator("#this-rubber"))
    assert page.locator("#last-deal p").is_visible()


# Offline, except for `answers` requests that send a deal.
BREAKING = """answers => {
    const ask = window.fetch;
    window.answers = answers;
    const passes = address => String(address).endsWith("/deals/") && window.answers-- > 0;
    window.fetch = (address, ...rest) => passes(address) ? ask(address, ...rest) : Promise.reject(new TypeError());
}"""


def test_a_recorded_deal_stays_if_the_connection_fails_before_the_next(sit_down, table):
    page = sit_down()
    page.evaluate(BREAKING, 0)
    for number in (2, 3):
        press(page, declarer="E", level="2", denomination="H", result="0")
        page.get_by_role("button", name=f"Record deal {number}").click()
        eventually(page.locator(".deal-form [name=number]").input_value, f"{number + 1}")

    page.evaluate("window.answers = 1")
    page.evaluate("dispatchEvent(new Event('online'))")

    kept = "No connection to the site. 1 deal saved on this phone, not sent yet."
    eventually(lambda: said(page.locator("#waiting summary")), kept)
    assert page.locator(".deal-form [name=number]").input_value() == "4"
    assert len(stories.tables(table.draw.competition)[0].opened.deals) == 2


def test_a_match_page_in_play_is_at_most_three_screens_long(sit_down, table):
    mixed = [stories.deal("2H", 8), stories.deal("1C", 5, "E"), stories.deal("3D", 10), stories.deal("2S", 6, "W")]
    stories.record(table, *[mixed[number % 4] for number in range(29)])
    page = sit_down({"width": 360, "height": 740})

    assert page.evaluate("document.documentElement.scrollHeight") <= 3 * 740


def offered(page) -> list[str]:
    """Return the honours on offer."""
    return page.locator("[name=honours] + span").evaluate_all(SHOWN)


def test_the_form_offers_only_possible_overtricks_and_honours(sit_down):
    page = sit_down()
    press(page, declarer="N", level="4")
    assert results(page) == MADE + LIGHT
    press(page, result="3", level="6")
    assert results(page) == ["made", "1 over", *LIGHT]
    assert page.locator("[name=result]:checked").count() == 0
    page.get_by_label("more").check()
    assert len(results(page)) == 6 + 12

    page.get_by_label("honours", exact=True).check()
    everything = ["no honours", "We 100", "We 150", "They 100", "They 150"]
    assert offered(page) == everything
    press(page, honours="ew-100", denomination="NT")
    assert offered(page) == ["no honours", "We 150", "They 150"]
    assert page.locator("[name=honours]:checked").input_value() == ""
    press(page, denomination="S")
    assert offered(page) == everything
