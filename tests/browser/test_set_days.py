"""Browser tests for a round and a match on a set day, and for dates added to an offer."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse

from competition.draw.models.rounds import FixedDay
from competition.entries.private_links import link_key
from tests import stories
from tests.browser.browser import check
from tests.browser.cookies import cookies

pytestmark = pytest.mark.django_db(transaction=True)
WIDTHS = (360, 1280)


def desk(competition, name, *rest):
    return reverse(f"desk:{name}", args=[competition.slug, *rest])


@pytest.fixture
def at_desk(open_browser, live_server):
    """Return a function that opens a window in which the organiser is signed in."""

    def sign_in(competition, width):
        page = open_browser(width)
        page.context.add_cookies(cookies(competition.owner, live_server.url))
        return page

    return sign_in


def phone_of(open_browser, pair, width):
    page = open_browser(width)
    page.goto(f"/p/{link_key(pair)}/")
    page.get_by_role("button", name="Continue").click()
    return page


@pytest.mark.parametrize("width", WIDTHS)
def test_the_organiser_publishes_a_round_on_a_set_day_and_the_pairs_see_it(open_browser, at_desk, width):
    competition = stories.entered(4)
    stories.draw_lots(competition)
    page = at_desk(competition, width)
    page.goto(desk(competition, "publish"))
    check(page)
    for number, day in ((1, "2030-06-08"), (2, "2030-07-30")):
        page.locator(f"[name=round{number}]").fill(day)
    page.get_by_text("Play this round on a set day").first.click()
    for name, value in (("day1", "2030-06-08"), ("hour1", "13:30"), ("place1", "Harbour Bridge Club")):
        page.locator(f"[name={name}]").fill(value)
    check(page)
    page.get_by_role("button", name="Publish the draw").click()
    page.get_by_text("The draw is published. Now tell the pairs").wait_for()

    own = phone_of(open_browser, stories.place(competition).pair, width)
    own.goto(reverse("play:match", args=[competition.slug, "R1-M1"]))
    own.get_by_text("on Sat 8 Jun 2030, 13:30.").wait_for()
    check(own)
    for path in ("", "matches/R1-M1/", "conditions/"):
        own.goto(f"/{competition.slug}/{path}")
        check(own)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_organiser_sets_the_day_of_a_match_and_undoes_it(open_browser, at_desk, width):
    competition = stories.published(4)
    page = at_desk(competition, width)
    page.goto(desk(competition, "overdue", "R1-M1"))
    check(page)
    page.get_by_role("link", name="Set the day of play").click()
    check(page)
    for name, value in (("day", "2030-06-10"), ("hour", "19:30"), ("place", "12 Lake Road"), ("reason", "Neither.")):
        page.locator(f"[name={name}]").fill(value)
    page.get_by_role("button", name="Show what this changes").click()
    check(page)
    page.get_by_role("button", name="Save the decision").click()
    page.get_by_text("The day of play is set.").wait_for()
    check(page)
    own = phone_of(open_browser, stories.place(competition).pair, width)
    own.get_by_text("on Mon 10 Jun 2030, 19:30.").wait_for()
    check(own)

    page.get_by_role("link", name="Set the day of play").click()
    page.get_by_role("link", name="Undo the day of play").click()
    page.locator("[name=reason]").fill("They agreed.")
    check(page)
    page.get_by_role("button", name="Undo the day of play").click()
    page.get_by_text("The day of play is undone.").wait_for()
    assert FixedDay.objects.filter(undoes__isnull=False).count() == 1


@pytest.mark.parametrize("width", WIDTHS)
def test_a_pair_adds_dates_and_the_other_pair_sees_them_as_new(open_browser, width):
    competition = stories.published(2, first_offer_days=7, offer_dates=3, answer_days=5)
    stories.offer(competition, dates=[datetime(2030, 5, 20, 7, 30, tzinfo=UTC)], venue="at Ada’s")
    own, theirs = (phone_of(open_browser, stories.place(competition, which=which).pair, width) for which in (0, 1))
    arrange = reverse("play:arrange", args=[competition.slug, "R1-M1"])
    own.goto(arrange)
    own.get_by_text("Add dates to your offer").click()
    own.get_by_text("A later day").click()
    check(own)
    own.locator("[name=another]").fill("2030-05-22")
    own.get_by_role("button", name="Add these days").click()
    own.get_by_text("Add 1 more if you can.").wait_for()
    check(own)

    theirs.goto(arrange)
    theirs.get_by_text("new", exact=True).wait_for()
    check(theirs)
