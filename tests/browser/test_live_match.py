"""Browser test for following a match in play."""

import pytest

from tests import stories
from tests.browser.browser import until

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_new_deal_appears_without_moving_the_page(open_browser):
    competition = stories.published(2, deals=30)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, *[stories.deal("2H", 8)] * 4)
    page = open_browser(320)
    page.clock.install()
    page.goto(f"/{competition.slug}/matches/R1-M1/")
    page.locator("#the-sheet").click()
    page.get_by_text("Every deal explained").click()
    page.locator("#to-json").focus()
    page.evaluate("scrollTo(0, 300)")

    stories.record(stories.table(upper.pair, "R1-M1"), stories.deal("3NT", 9, "E"))
    page.clock.fast_forward(5_000)
    until(lambda: "Deal 5 of 30 done" in page.locator("#news").inner_text())

    state = "() => [document.activeElement.id, document.getElementById('explained').open, scrollY]"
    assert page.evaluate(state) == ["to-json", True, 300]
    assert page.locator("#explained li").count() == 5
