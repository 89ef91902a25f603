"""Browser tests for offering days and accepting an offered date."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from competition.entries.private_links import link_key
from competition.match.models import Offer
from tests import stories
from tests.browser.browser import check, check_all_round, until
from tests.browser.person import said

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_pair_reads_and_accepts_an_offered_date(open_browser):
    competition = stories.published(2)
    stories.offer(competition, dates=[datetime(2030, 5, day, 7, 30, tzinfo=UTC) for day in (20, 25)], venue="at Ada’s")
    page = open_browser(360)
    page.goto(f"/p/{link_key(stories.place(competition, which=1).pair)}/")
    page.get_by_role("button", name="Continue").click()
    assert Offer.objects.get().read_at is None

    page.goto(reverse("play:arrange", args=[competition.slug, "R1-M1"]))

    until(lambda: Offer.objects.get().read_at is not None)
    check(page)
    page.get_by_role("button", name="Accept").first.click()
    page.get_by_role("heading", name="Agreed: Monday 20 May, 19:30").wait_for()
    check(page)


@pytest.fixture
def competition():
    """Publish a match that is due in three weeks."""
    return stories.published(2, first_play_by=timezone.localdate() + timedelta(days=20))


@pytest.fixture
def own(open_browser, competition):
    """Return a pair's phone on its match page."""
    page = open_browser(360, whose=stories.place(competition).pair)
    page.goto(reverse("play:match", args=[competition.slug, "R1-M1"]))
    return page


def tap_days(page, *numbers: int) -> None:
    """Tap these days of the calendar. Today is number 0."""
    for number in numbers:
        page.locator("[name=days]").nth(number).click()


def test_three_days_are_offered_in_five_taps(own):
    own.get_by_role("link", name="Offer dates").click()
    tap_days(own, 2, 9, 20)
    own.get_by_role("button", name="Offer these days").click()

    own.get_by_text("You offer these dates").wait_for()
    dates = [timezone.localtime(offered.plays_at) for offered in Offer.objects.get().dates.all()]
    assert [at.date() - timezone.localdate() for at in dates] == [timedelta(days=number) for number in (2, 9, 20)]
    assert {f"{at:%H:%M}" for at in dates} == {"19:30"}


def test_an_early_time_is_asked_about_once_and_nothing_is_lost(own, competition):
    own.goto(reverse("play:arrange", args=[competition.slug, "R1-M1"]))
    assert own.locator("[name=clock]").is_hidden()
    tap_days(own, 2, 3)
    own.get_by_text("Another time").click()
    own.locator("[name=clock]").fill("07:30")
    own.locator("[name=venue]").fill("At Flora’s")
    check_all_round(own)
    own.set_viewport_size({"width": 360, "height": 740})
    own.get_by_role("button", name="Offer these days").click()

    own.locator(".errors").wait_for()
    assert "07:30 in the morning? Press again to offer it." in said(own.locator(".errors"))
    own.get_by_role("button", name="Offer these days").click()

    own.get_by_text("You offer these dates, At Flora’s").wait_for()
    assert [f"{timezone.localtime(at.plays_at):%H:%M}" for at in Offer.objects.get().dates.all()] == ["07:30"] * 2


def test_days_are_offered_without_scripts(open_browser, competition):
    page = open_browser(360, javascript=False, whose=stories.place(competition).pair)
    page.goto(reverse("play:arrange", args=[competition.slug, "R1-M1"]))
    check(page)
    tap_days(page, 1)
    page.get_by_role("button", name="Offer these days").click()

    page.get_by_text("You offer this date").wait_for()
    assert Offer.objects.get().dates.count() == 1
