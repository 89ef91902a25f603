"""Browser test for accepting an offered date."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse

from competition.entries.private_links import link_key
from competition.match.models import Offer
from tests import stories
from tests.browser.browser import check, until

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
