"""Sharing a page from a browser."""

import pytest

from tests import stories
from tests.journeys.browser import until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("where", ["", "matches/R1-M1/"], ids=["draw", "match"])
def test_what_is_shared_is_copied_where_nothing_can_be_shared(open_browser, where):
    competition = stories.published(2)
    page = open_browser(permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined })")
    page.goto(f"/{competition.slug}/{where}")

    page.get_by_role("button", name="Share").click()

    until(page.get_by_role("button", name="Copied").is_visible)
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(f" {page.url}")
    assert copied == f"{page.locator('[data-shared]').get_attribute('data-shared')} {page.url}"


def test_without_scripts_there_is_no_button_to_share(open_browser):
    competition = stories.published(2)
    page = open_browser(javascript=False)
    page.goto(f"/{competition.slug}/")

    assert page.get_by_role("button", name="Share").count() == 0
