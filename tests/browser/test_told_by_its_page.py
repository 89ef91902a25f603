"""Browser test for recording that a pair has read the other pair's result."""

import pytest

from competition.entries.private_links import link_key
from competition.match import actions
from tests import stories
from tests.browser.browser import until

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_visible_page_marks_the_result_as_read(open_browser):
    competition = stories.published(2)
    upper, lower = stories.tables(competition, "R1-M1")
    actions.submit_totals(upper, ours=4730, theirs=3980)
    page = open_browser(360)

    page.goto(f"/p/{link_key(lower.pair)}/")
    page.get_by_role("button", name="Continue").click()
    assert stories.now(competition).matches["R1-M1"].last.notified_by == ""
    page.get_by_role("link", name="Open the match").click()

    until(lambda: stories.now(competition).matches["R1-M1"].last.notified_by == "page")
    until(lambda: page.get_by_role("button", name="Mark as read").count() == 0)
