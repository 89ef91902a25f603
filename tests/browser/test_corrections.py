"""Browser test for correcting a result without changing later rounds, and for removing text."""

import pytest

from competition.draw.rules.result import ResultKind
from tests import stories
from tests.browser.browser import check
from tests.browser.organiser import Organiser

pytestmark = pytest.mark.django_db(transaction=True)
UNKIND = "Ben is too ill to add up."


def test_a_correction_keeps_later_rounds_and_text_is_removed(open_browser):
    competition = stories.published(4, deals=2)
    for code in ("R1-M1", "R1-M2", "R2-M1"):
        stories.settle(competition, code, kind=ResultKind.PLAYED, totals=(900, 500))
    upper, lower = (pair.name for pair in stories.now(competition).matches["R1-M1"].pairs)
    organiser = Organiser(open_browser(whose=competition.owner), javascript=True)

    organiser.go(f"/desk/{competition.slug}/matches/R1-M1/rule/?kind=played")
    organiser.fill({f"Total of {lower}": 1000, "Public reason": UNKIND})
    organiser.press("Show what this changes")
    check(organiser.page)
    organiser.choose("Who decides this?", "Both pairs agree")
    organiser.press("Correct the result, but keep the later rounds")
    assert organiser.reads(f"{lower} won by the corrected score sheet, 1,000 to 900, but {upper} keep their place.")

    organiser.go(f"/desk/{competition.slug}/more/")
    organiser.follow("Remove text")
    check(organiser.page)
    organiser.follow(UNKIND)
    check(organiser.page)
    organiser.choose("Reason, shown to everybody instead of the text", "it could hurt somebody")
    organiser.press("Remove this text for good")

    organiser.go(f"/{competition.slug}/record/")
    organiser.page.get_by_text("Decisions of the organiser").click()
    assert organiser.reads("it could hurt somebody]")
    assert not organiser.page.get_by_text(UNKIND).count()
    assert stories.now(competition).champion.name == upper
