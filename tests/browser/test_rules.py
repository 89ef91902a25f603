"""Browser tests for the organiser's own rules."""

import pytest

from competition.contest.queries import own_rules
from competition.contest.rules.rulebook import Part
from tests import stories
from tests.browser.browser import check_all_round
from tests.browser.cookies import cookies

FEE = "There is no entry fee."


@pytest.mark.parametrize("javascript", [True, False])
def test_a_ready_paragraph_is_inserted_and_saved(transactional_db, open_browser, live_server, javascript):
    competition = stories.entered(2)
    page = open_browser(390, javascript=javascript)
    page.context.add_cookies(cookies(competition.owner, live_server.url))
    page.goto(f"/desk/{competition.slug}/rules/")

    page.locator("summary", has_text="Entry fee").click()
    page.get_by_role("button", name=f"Insert this paragraph under Entry fee: {FEE}").click()
    page.get_by_text("The paragraph is in the text.").wait_for()
    assert page.get_by_label("Entry fee", exact=True).input_value() == FEE
    page.get_by_role("button", name="Add another part").click()
    page.get_by_label("Heading").fill("Parking")
    page.get_by_label("Text").fill("Park in the street.")
    page.get_by_label("Heading").press("Enter")
    page.get_by_text("The rules are saved.").wait_for()

    assert own_rules(competition).parts == (Part("Entry fee", FEE), Part("Parking", "Park in the street."))


def test_the_rules_page_fits_and_is_accessible(transactional_db, open_browser):
    competition = stories.published_with_rules({"Systems": "See:\n- https://nzbridge.example/" + "manual" * 12})
    stories.change_rules(competition, 1, "Systems", "Any system is allowed.")
    page = open_browser()
    page.goto(f"/{competition.slug}/conditions/")

    check_all_round(page)

    page.get_by_role("link", name="Systems").click()
    assert page.url.endswith("/conditions/#rule-1")
