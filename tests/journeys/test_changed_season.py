"""A season that changes once its draw is published: a pair comes late, a round is sooner, a name was misspelt."""

import pytest

from tests import stories
from tests.journeys.browser import check
from tests.journeys.organiser import Organiser
from tests.journeys.spectator import Spectator

pytestmark = pytest.mark.django_db(transaction=True)
WHY = "Reason, for everybody to read"


def test_a_late_pair_an_earlier_date_and_a_name_put_right(open_browser):
    competition = stories.published(3)
    organiser = Organiser(open_browser(360), javascript=True)
    organiser.sign_in(competition.owner.username, "a-good-long-password")

    organiser.go(f"/desk/{competition.slug}/more/")
    organiser.follow("Late pairs")
    organiser.follow("Enter a late pair")
    organiser.fill({"First player’s name": "Lou Lat", "Second player’s name": "Max Later"})
    organiser.press("Enter the pair")
    organiser.page.get_by_label("Where do they come in?").select_option("By lot, at the bye")
    organiser.fill({WHY: "Their letter was lost."})
    organiser.press("Show what this changes")
    check(organiser.page)
    organiser.press("Yes, do it")
    assert organiser.reads("entered late, by lot at the place of a bye. The lot:")

    organiser.go(f"/desk/{competition.slug}/dates/")
    organiser.fill({"Semi-finals: play by": "2030-05-20", WHY: "The club shuts."})
    organiser.press("Show what this changes")
    organiser.press("Yes, do it")

    organiser.go(f"/desk/{competition.slug}/pairs/4/")
    organiser.follow("How a name is written")
    organiser.fill({"First player’s name": "Lou Late", WHY: "A slip of mine."})
    organiser.page.get_by_label("They are the same people").check()
    organiser.press("Show what this changes")
    organiser.press("Yes, do it")

    spectator = Spectator(open_browser(1280), javascript=True)
    spectator.go(f"/{competition.slug}/record/")
    assert spectator.reads("Semi-finals: may be played until Mon 20 May 2030. Reason: The club shuts.")
    assert spectator.reads("“Lou Late” is how the name is written, not “Lou Lat”. Reason: A slip of mine.")
    spectator.go(f"/{competition.slug}/")
    assert "Lou Late & Max Later" in spectator.sides(
        stories.now(competition).codes_of(competition.pairs.get(number=4))[0]
    )
