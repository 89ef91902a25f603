"""Browser tests for the pages stored on a phone, and for the page that lists them."""

import re

import pytest
from playwright.sync_api import Locator

from tests import stories
from tests.browser.browser import check, until
from tests.browser.person import said
from tests.browser.test_bad_signal import IS_KEPT, KEPT, Phone, lay_line, match, sit_down, tables  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)
LIST = "/play/on-this-phone/"


@pytest.fixture
def competition():
    return stories.published(2, deals=8)


def rows(phone: Phone) -> list[str]:
    """Return the rows listed on the page."""
    return [said(row) for row in _rows(phone).all()]


def _rows(phone: Phone) -> Locator:
    return phone.page.locator("#stored li, .rows li")


def open_list(phone: Phone, count: int) -> None:
    """Open the list of stored pages and deals, and wait until it has this many rows."""
    phone.page.goto(LIST)
    until(lambda: _rows(phone).count() == count)


def answer_dialog(phone: Phone, *, accept: bool) -> list[str]:
    """Answer the browser's next dialog. Return a list that will contain its text."""
    asked: list[str] = []

    def answer(dialog) -> None:
        asked.append(dialog.message)
        if accept:
            dialog.accept()
        else:
            dialog.dismiss()

    phone.page.once("dialog", answer)
    return asked


def test_a_phone_lists_and_deletes_what_it_stores(sit_down):  # noqa: F811
    phone = sit_down()
    phone.page.goto("/play/")
    until(lambda: phone.page.evaluate(KEPT))
    phone.page.get_by_role("link", name="On this device").click()
    until(lambda: _rows(phone).count() == 2)
    phone.page.goto(phone.match)
    phone.line.cut()
    phone.record("2H", 8)
    phone.key("declarer", "N")

    open_list(phone, 4)
    listed = rows(phone)
    assert listed[:2] == ["Deal 1 2♥ by Ada 2., made. Not sent yet", "An unfinished deal Not sent yet"]
    assert all(re.search(r" As of \w{3} \d+ \w{3,4}, \d\d:\d\d$", row) for row in listed[2:])
    check(phone.page)

    asked = answer_dialog(phone, accept=False)
    phone.press("Delete everything on this device")
    until(lambda: phone.page.title() and asked)
    assert asked == ["Not sent yet: 1 deal and what you typed. You lose this if you delete it now."]
    assert len(rows(phone)) == 4
    answer_dialog(phone, accept=True)
    phone.press("Delete everything on this device")
    phone.page.get_by_text("Nothing is kept on this device at the moment.").wait_for()
    assert (rows(phone), phone.page.evaluate(IS_KEPT)) == ([], False)
    check(phone.page)


def test_a_page_that_is_not_stored_lists_the_pages_that_open(sit_down):  # noqa: F811
    phone = sit_down()
    until(lambda: phone.page.evaluate("async (list) => Boolean(await caches.match(list))", LIST))
    phone.line.cut()
    phone.record("2H", 8)
    phone.page.goto("/guide/")

    assert said(phone.page.locator("#kept + .notice")).startswith("Not sent yet: 1 deal.")
    check(phone.page)
    phone.page.get_by_role("link", name="On this device").click()
    until(lambda: rows(phone)[:1] == ["Deal 1 2♥ by Ada 2., made. Not sent yet"])
    _rows(phone).first.get_by_role("link").click()
    until(lambda: phone.waiting() == ["Deal 1: 2♥ by Ada 2., made. We 60 below"])


def test_a_draw_is_stored_before_the_pair_opens_its_match(open_browser, competition, tables):  # noqa: F811
    page = open_browser(whose=tables[0].pair)
    page.goto("/play/")
    until(lambda: page.evaluate(KEPT))

    page.get_by_role("link", name="See the whole draw").click()
    until(lambda: page.evaluate("async () => Boolean(await caches.match(location.pathname))"))
