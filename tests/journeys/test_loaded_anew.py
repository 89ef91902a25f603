"""A page of a match that is loaded anew for what deals do not change, while the site is slow to answer."""

import re
import time

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route

from competition.match.actions import amending
from tests import stories

pytestmark = pytest.mark.django_db(transaction=True)
# The phone is taken up again and again, each time it asks what is new.
RESTLESS = "setInterval(() => document.dispatchEvent(new Event('visibilitychange')), 50)"


def wake(page: Page) -> None:
    """Take the phone up again, which asks what is new."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


@pytest.fixture
def competition():
    return stories.published(2, deals=2)


@pytest.fixture
def match(competition) -> str:
    """Where the pairs find their match."""
    return reverse("play:match", args=[competition.slug, "R1-M1"])


@pytest.fixture
def phone(open_browser, competition, match) -> Page:
    """A pair's phone on its match, which keeps no page of it."""
    phone = open_browser(service_workers="block", whose=stories.tables(competition, "R1-M1")[0].pair)
    phone.goto(match)
    return phone


def test_until_the_page_with_the_pad_is_there_no_deal_is_drawn(phone, match, competition):
    def answer_late(route: Route) -> None:
        time.sleep(0.5)
        route.continue_()

    phone.route(f"**{match}", answer_late)
    stories.record(stories.open_sheet(competition, "R1-M1")[1], stories.deal("2H", 8))
    phone.evaluate(RESTLESS)

    phone.get_by_role("button", name="Deal 2 passed in").wait_for()


def test_a_page_that_has_moved_on_while_it_was_loaded_is_loaded_anew_the_next_time_too(phone, match, competition):
    ends = stories.deal("4S", 10)
    stories.record(stories.open_sheet(competition, "R1-M1")[1], stories.deal("2H", 8))
    phone.reload()

    def take_back_meanwhile(route: Route) -> None:
        amending.undo(stories.tables(competition, "R1-M1")[1], number=2, deal=ends)
        route.continue_()

    stories.record(stories.tables(competition, "R1-M1")[1], ends)
    phone.route(f"**{match}", take_back_meanwhile, times=1)
    with phone.expect_navigation():
        wake(phone)
    phone.get_by_role("button", name="Deal 2 passed in").wait_for()
    with phone.expect_response(re.compile("shown=")) as asked:
        wake(phone)
    asked.value.finished()

    stories.record(stories.tables(competition, "R1-M1")[1], ends)
    wake(phone)
    phone.get_by_role("link", name="Send in the result").wait_for()
