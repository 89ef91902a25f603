"""Browser tests for the scoring tables on a phone, on a screen and on paper."""

import pytest
from django.urls import reverse

from tests.browser.browser import check_all_round, overflow
from tests.browser.test_printing import A4, pages


@pytest.mark.parametrize("address", ["duplicate", "rubber"])
def test_a_scoring_table_takes_one_printed_page(open_browser, transactional_db, address):
    page = open_browser(1280)
    page.goto(reverse(f"tables:{address}"))

    assert pages(page.pdf(prefer_css_page_size=True)) == [A4]


def test_the_scoring_tables_are_accessible_and_fit_half_a_phone(open_browser, transactional_db):
    page = open_browser()
    for address in ("calculator", "duplicate", "rubber"):
        page.goto(reverse(f"tables:{address}") + "?level=1&denomination=C&doubling=4&tricks=13&vulnerable=yes")
        check_all_round(page)
        # Safari at 200 % of 375 pixels.
        page.set_viewport_size({"width": 188, "height": 370})
        assert overflow(page) == [], address
