"""Browser tests for changes after the draw is published, and for moving and cancelling a competition."""

import pytest

from tests import stories
from tests.browser.browser import check
from tests.browser.organiser import Organiser
from tests.browser.spectator import Spectator
from tests.competition.transfer.test_file import emptied, shown

pytestmark = pytest.mark.django_db(transaction=True)
WHY = "Public reason"


def test_the_organiser_changes_a_published_draw(open_browser):
    competition = stories.published(3)
    organiser = Organiser(open_browser(360, whose=competition.owner), javascript=True)

    organiser.go(f"/desk/{competition.slug}/more/")
    organiser.follow("Late entries")
    organiser.follow("Add a late entry")
    organiser.fill({"First player’s name": "Lou Lat", "Second player’s name": "Max Later"})
    organiser.press("Add pair")
    organiser.page.get_by_label("Which place does this pair take?").select_option("In place of the bye")
    organiser.fill({WHY: "Their letter was lost."})
    organiser.press("Show what this changes")
    check(organiser.page)
    organiser.decide()
    assert organiser.reads("entered late, in place of a bye picked at random. The random seed was")

    organiser.go(f"/desk/{competition.slug}/dates/")
    organiser.fill({"Semi-finals: play by": "2030-05-20", WHY: "The club shuts."})
    organiser.press("Show what this changes")
    organiser.decide()

    organiser.go(f"/desk/{competition.slug}/pairs/4/")
    organiser.follow("correct a name")
    organiser.fill({"First player’s name": "Lou Late", WHY: "A slip of mine."})
    organiser.page.get_by_label("These are the same people, with corrected names").check()
    organiser.press("Show what this changes")
    organiser.decide()

    spectator = Spectator(open_browser(1280), javascript=True)
    spectator.go(f"/{competition.slug}/record/")
    spectator.page.get_by_text("Decisions of the organiser").click()
    assert spectator.reads("Semi-finals: play-by date changed to Mon 20 May 2030. Reason: The club shuts.")
    assert spectator.reads("the name is “Lou Late”, not “Lou Lat”. Reason: A slip of mine.")
    spectator.go(f"/{competition.slug}/")
    assert "Lou Late & Max Later" in spectator.sides(
        stories.now(competition).codes_of(competition.pairs.get(number=4))[0]
    )


def test_a_competition_moves_to_another_site_and_is_cancelled(open_browser, tmp_path):
    competition = stories.published(4)
    organiser, slug = Organiser(open_browser(1280, whose=competition.owner), javascript=True), competition.slug

    organiser.go(f"/desk/{slug}/conditions/correct/")
    organiser.fill({"Deals in a match": 36, WHY: "The national final has 36."})
    organiser.press("Show what this changes")
    check(organiser.page)
    organiser.decide()
    organiser.go(f"/{slug}/conditions/")
    assert organiser.reads("36 deals")

    organiser.go(f"/desk/{slug}/file/")
    with organiser.page.expect_download() as download:
        organiser.page.get_by_role("button", name="Download export").click()
    download.value.save_as(tmp_path / "competition.json.gz")
    before = shown(slug)
    emptied(competition)
    organiser.go("/desk/new/file/")
    organiser.page.locator("[type=file]").set_input_files(tmp_path / "competition.json.gz")
    organiser.press("Import competition")
    assert shown(slug) == before

    organiser.go(f"/desk/{slug}/cancel/")
    organiser.fill({WHY: "The hall has burnt down."})
    organiser.press("Cancel the competition")
    spectator = Spectator(open_browser(360), javascript=True)
    spectator.go(f"/{slug}/")
    assert spectator.reads("The hall has burnt down.")
    told = spectator.page.request.get(f"/{slug}/draw.json").json()
    assert (told["competition"]["status"], told["champion"]) == ("cancelled", None)
