"""Browser tests for the messages of a score card about deals, after a reload or without signal."""

import pytest

from tests import stories
from tests.browser.browser import until
from tests.browser.person import said
from tests.browser.test_bad_signal import Phone, lay_line, match, sheet, sit_down, tables, type_deal  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def competition():
    return stories.published(2, deals=8)


def question(phone: Phone) -> str:
    """Return the question on the page, or ""."""
    asked = phone.page.locator("[data-question] p")
    return said(asked) if asked.is_visible() else ""


def reload_offline(phone: Phone) -> None:
    """Reload the page without signal, and wait until it shows the unfinished deal and the waiting deal."""
    phone.line.cut()
    phone.page.reload()
    phone.page.locator("#kept").wait_for()
    phone.page.locator("#waiting summary", has_text="1 deal saved on this phone").wait_for()
    until(lambda: phone.page.locator("[name=level]:checked").count())


def test_a_reload_without_signal_reports_no_undone_deal(sit_down):  # noqa: F811
    phone = sit_down()
    phone.record("2H", 8)
    phone.all_sent()
    phone.line.cut()
    phone.record("4S", 10)
    type_deal(phone, level=3)

    reload_offline(phone)
    assert (phone.number, question(phone)) == ("3", "")


def test_a_reload_without_signal_shows_the_deals_last_seen(sit_down, competition):  # noqa: F811
    phone = sit_down()
    phone.page.route("**/deals/", lambda route: route.abort())
    phone.record("2H", 8)
    stories.record(stories.tables(competition, "R1-M1")[1], stories.deal("2H", 8), stories.deal("4S", 10))
    phone.wake()
    until(lambda: phone.number == "3")
    type_deal(phone, level=3)

    reload_offline(phone)
    assert (phone.number, question(phone)) == ("3", "")
    assert "deal 2" in said(phone.page.locator("#pads"))


def test_a_deal_with_a_lost_response_is_undone_without_signal(sit_down):  # noqa: F811
    phone = sit_down()
    phone.line.lose_answers()
    phone.record("2H", 8)
    until(lambda: sheet() == ["1 2♥ by North, made"])
    phone.line.cut()
    phone.press("Undo deal 1")
    phone.page.locator("#waiting summary", has_text="1 change saved on this phone").wait_for()

    phone.reconnect()
    phone.all_sent()
    until(lambda: sheet() == [])
    assert (phone.number, question(phone)) == ("1", "")
    phone.key("level", 3)
    phone.press("Record deal 1")
    phone.all_sent()
    assert sheet() == ["1 3♥ by North, made"]
