"""Browser tests for news on the page of a match: it is in view, and it counts as read."""

import pytest
from playwright.sync_api import Page, expect

from competition.entries.private_links import link_key
from competition.match.actions import play
from tests import stories
from tests.browser.browser import PHONE, until

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_visible_page_marks_the_result_as_read(open_browser):
    competition = stories.published(2)
    upper, lower = stories.tables(competition, "R1-M1")
    play.submit_totals(upper, ours=4730, theirs=3980)
    page = open_browser(360)

    page.goto(f"/p/{link_key(lower.pair)}/")
    page.get_by_role("button", name="Continue").click()
    assert stories.now(competition).matches["R1-M1"].last.notified_by == ""
    page.get_by_role("link", name="Open the match").click()

    until(lambda: stories.now(competition).matches["R1-M1"].last.notified_by == "page")
    until(lambda: page.get_by_role("button", name="Mark as read").count() == 0)


def test_a_page_with_news_opens_at_its_top(open_browser):
    competition = stories.published(2, deals=2)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("4S", 10), stories.deal("3NT", 9))
    page = open_browser(360, whose=upper.pair)
    page.set_viewport_size(PHONE)

    page.goto(f"/play/{competition.slug}/R1-M1/")
    page.get_by_role("link", name="Report the result").first.click()
    page.get_by_role("button", name="Report").click()
    assert news(page) == ("The result has been reported.", 0)

    page = open_browser(360, whose=lower.pair)
    page.set_viewport_size(PHONE)
    page.goto(f"/play/{competition.slug}/R1-M1/")
    page.get_by_role("button", name="Confirm the result").first.click()
    assert news(page) == ("You have confirmed the result. It is final.", 0)


def news(page: Page) -> tuple[str, int]:
    """Return the page's message, which must be on the screen, and the scroll position of the page."""
    message = page.locator("#messages .notice")
    expect(message).to_be_in_viewport()
    page.wait_for_load_state("networkidle")
    return message.inner_text(), page.evaluate("scrollY")
