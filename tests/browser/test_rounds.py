"""Browser test of a competition drawn round by round, from its creation to its champions."""

from datetime import timedelta

import pytest

from competition.contest.models import Competition
from competition.draw.rules.result import Stage
from tests import stories
from tests.browser.browser import check, check_all_round
from tests.browser.organiser import Organiser
from tests.desks import TODAY
from tests.factories import OrganiserFactory

pytestmark = pytest.mark.django_db(transaction=True)

PAIRS = ("Ada Ash & Ben Bell", "Cy Cole & Di Dell", "Ed Esk & Flo Fenn", "Gil Gore & Hal Holt", "Ida Ince & Jo Jay")


def settle_all(competition: Competition) -> None:
    for state in stories.now(competition).matches.values():
        if state.stage is Stage.READY:
            stories.settle(competition, state.code)


@pytest.mark.parametrize("width", [360, 1280])
def test_a_competition_is_drawn_round_by_round_from_its_creation_to_its_champions(open_browser, width):
    organiser = Organiser(open_browser(width, whose=OrganiserFactory(username="ann")), javascript=True)
    organiser.go("/desk/new/competition/")
    organiser.page.get_by_text("Round by round").click()
    organiser.fill({"Name": "Lakes Knockout", "Closing date": str(TODAY)})
    organiser.press("Create competition")
    organiser.desk = organiser.page.url
    competition = Competition.objects.get()
    organiser.go(f"{organiser.desk}pairs/import/")
    organiser.list_pairs(*PAIRS)
    organiser.press("Add these 5 pairs")
    organiser.go(f"{organiser.desk}draw/")
    organiser.press("Lock the entry list")
    organiser.press("Make the draw")
    organiser.publish(*(str(TODAY + timedelta(days=30 * number)) for number in (1, 2, 3)))
    reader = open_browser(width)
    for name, state in (("the semi-finals", Stage.BYE), ("the final", Stage.READY)):
        reader.goto(f"/{competition.slug}/")
        check_all_round(reader)
        settle_all(competition)
        organiser.go(organiser.desk)
        organiser.follow(f"Draw {name}")
        check_all_round(organiser.page)
        organiser.press(f"Draw {name}")
        check_all_round(organiser.page)
        assert state in [match.stage for match in stories.now(competition).matches.values()]
    settle_all(competition)
    reader.goto(f"/{competition.slug}/")
    reader.get_by_text(stories.now(competition).champion.name).first.wait_for()
    check_all_round(reader)


def test_the_plan_of_a_new_competition_follows_its_conditions(open_browser):
    page = open_browser(1280, whose=OrganiserFactory(username="ann"))
    page.goto("/desk/new/competition/")
    page.locator("#presets label", has_text="One day").click()
    page.locator("#summary").get_by_text("8 deals").wait_for()
    page.get_by_text("6 matches, 10 byes").wait_for()
    page.locator("summary", has_text="Conditions and other details").click()
    page.locator("#conditions summary", has_text="The draw").click()

    page.get_by_label("Draw each round by itself").check()

    page.get_by_text("11 matches", exact=True).wait_for()
    assert page.get_by_label("Draw each round by itself").is_visible()
    check(page)
