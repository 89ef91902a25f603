"""Browser tests for a match page that reloads while the site responds slowly."""

import re
import time

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route

from competition.match.actions import play
from tests import stories

pytestmark = pytest.mark.django_db(transaction=True)
# Simulate a user who opens the page repeatedly. The page polls each time.
RESTLESS = "setInterval(() => document.dispatchEvent(new Event('visibilitychange')), 50)"


def wake(page: Page) -> None:
    """Simulate opening the page again, so that it polls."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


@pytest.fixture
def competition():
    return stories.published(2, deals=2)


@pytest.fixture
def match(competition) -> str:
    """Return the URL of the match for its pairs."""
    return reverse("play:match", args=[competition.slug, "R1-M1"])


@pytest.fixture
def phone(open_browser, competition, match) -> Page:
    """Return a pair's phone on its match page, without a service worker."""
    phone = open_browser(service_workers="block", whose=stories.tables(competition, "R1-M1")[0].pair)
    phone.goto(match)
    return phone


def test_no_deal_is_drawn_until_the_score_sheet_has_loaded(phone, match, competition):
    def answer_late(route: Route) -> None:
        time.sleep(0.5)
        route.continue_()

    phone.route(f"**{match}", answer_late)
    stories.record(stories.open_sheet(competition, "R1-M1")[1], stories.deal("2H", 8))
    phone.evaluate(RESTLESS)

    phone.get_by_role("heading", name="Deal 2").wait_for()


def test_a_page_that_changes_during_a_reload_reloads_again(phone, match, competition):
    ends = stories.deal("4S", 10)
    stories.record(stories.open_sheet(competition, "R1-M1")[1], stories.deal("2H", 8))
    phone.reload()

    def take_back_meanwhile(route: Route) -> None:
        play.undo(stories.tables(competition, "R1-M1")[1], number=2, deal=ends)
        route.continue_()

    stories.record(stories.tables(competition, "R1-M1")[1], ends)
    phone.route(f"**{match}", take_back_meanwhile, times=1)
    with phone.expect_navigation():
        wake(phone)
    phone.get_by_role("heading", name="Deal 2").wait_for()
    with phone.expect_response(re.compile("shown=")) as asked:
        wake(phone)
    asked.value.finished()

    stories.record(stories.tables(competition, "R1-M1")[1], ends)
    wake(phone)
    phone.get_by_role("link", name="Report the result").wait_for()
