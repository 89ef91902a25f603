"""Browser tests for the rules of a single match: its number of deals, its home pair and its substitute."""

import pytest
from django.urls import reverse

from tests import stories
from tests.browser.browser import check

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("width", [360, 1280])
def test_two_pairs_agree_a_different_number_of_deals(open_browser, width):
    competition = stories.published(4)
    match = reverse("play:match", args=[competition.slug, "R1-M1"])
    pairs = stories.now(competition).matches["R1-M1"].pairs
    upper, lower = (open_browser(width, whose=pair) for pair in pairs)
    upper.goto(match)
    upper.get_by_role("link", name="Agree another number").click()
    check(upper)
    upper.get_by_label("How many deals?").fill("20")
    upper.get_by_role("button", name="Offer this number").click()
    upper.get_by_text("You offer to play 20 deals instead of 30.").wait_for()
    check(upper)

    lower.goto(match)
    check(lower)
    lower.get_by_role("button", name="Play 20 deals").click()

    lower.get_by_text("The number of deals is agreed.").wait_for()
    check(lower)
    assert stories.now(competition).matches["R1-M1"].due == 20


@pytest.mark.parametrize("width", [360, 1280])
def test_the_organiser_sets_home_pair_deals_and_substitute_for_one_match(open_browser, width):
    competition = stories.published(4, home="neutral")
    page = open_browser(width, whose=competition.owner)
    match = reverse("desk:match", args=[competition.slug, "R1-M1"])
    for link, fill in (
        ("Name the home pair", lambda: page.get_by_text("Pick one of the pairs at random").click()),
        ("Change the number of deals", lambda: page.get_by_label("How many deals?").fill("20")),
        ("Substitute for this match", lambda: name_substitute(page)),
    ):
        page.goto(match)
        check(page)
        page.get_by_role("link", name=link).first.click()
        fill()
        page.get_by_label("Reason", exact=False).first.fill("The committee decided so.")
        check(page)
        page.get_by_role("button", name="Show what this changes").click()
        check(page)
        page.get_by_role("button", name="Save the decision").click()
        page.wait_for_url(f"**{match}")
    check(page)
    assert "Di Heron plays for" in page.inner_text("main") or "Di Heron for" in page.inner_text("main")


def name_substitute(page) -> None:
    page.locator("label", has_text="Ben South").first.click()
    page.get_by_label("Name of the substitute").fill("Di Heron")
