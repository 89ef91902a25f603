"""Browser tests for penalty points before a match, a beaten pair replacing the winners, grades, and required deals."""

import pytest

from competition.draw.rules.result import ResultKind
from tests import stories
from tests.browser.organiser import Organiser
from tests.browser.person import Person, beginning

pytestmark = pytest.mark.django_db(transaction=True)
WIDTHS = pytest.mark.parametrize("width", [390, 1280])


@WIDTHS
def test_an_organiser_penalises_lateness_and_lets_a_beaten_pair_replace_the_winners(open_browser, width):
    competition = stories.published(4)
    upper, lower = stories.now(competition).matches["R1-M1"].pairs
    organiser = Organiser(open_browser(width, whose=competition.owner), javascript=True)
    match = f"/desk/{competition.slug}/matches/R1-M1/"

    organiser.go(match)
    organiser.follow("Note penalty points")
    organiser.choose("Which pair gets the penalty?", str(lower))
    organiser.fill({"How many points?": 100, "Public reason": "They came an hour late."})
    organiser.press("Show what this changes")
    organiser.decide()
    pair = Person(open_browser(width, whose=lower), javascript=True)
    pair.go(f"/play/{competition.slug}/R1-M1/")
    assert pair.reads(f"100 points for {lower}, applied after the match (They came an hour late.)")

    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(1000, 900))
    organiser.go(match)
    organiser.follow("Takes their place")
    organiser.fill({"Public reason": "The winners have moved away."})
    organiser.press("Show what this changes")
    organiser.decide()

    assert organiser.reads(f"{lower} take the place of {upper}, who won 1,000 to 900 but cannot continue.")
    organiser.go(f"/{competition.slug}/")
    assert str(lower) in organiser.page.locator("main").inner_text()


@WIDTHS
def test_a_pair_enters_with_a_grade_and_can_report_only_with_its_deals(open_browser, width):
    entered = stories.taking_entries(2)
    entered.conditions.grades = "Junior, Open"
    entered.conditions.save()
    visitor = Person(open_browser(width), javascript=True)
    visitor.go(f"/{entered.slug}/enter/")
    visitor.fill({"First player’s name": "Ada Lark", "First player’s phone": "07 555 0101"})
    visitor.fill({"Second player’s name": "Ben Wren"})
    visitor.page.get_by_label(beginning("Grade")).select_option("Junior")
    visitor.press("Send entry")
    assert stories.applications(entered).get().grade == "Junior"

    competition = stories.published(4, deals_required=True)
    pair = Person(open_browser(width, whose=stories.now(competition).matches["R1-M1"].pairs[0]), javascript=True)
    pair.go(f"/play/{competition.slug}/R1-M1/")
    assert pair.page.get_by_role("link", name="Report two totals").count() == 0
    pair.follow("Type in a paper score sheet")
