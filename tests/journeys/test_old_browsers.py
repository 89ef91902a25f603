"""A form is sent by a browser that lacks what newer ones have, in a real browser with that taken out."""

import re

import pytest
from django.urls import reverse

from competition.knockout.rules.stages import Stage
from tests import stories

pytestmark = pytest.mark.django_db(transaction=True)

LACKING = {
    "iOS 15": "delete AbortSignal.timeout; delete HTMLFormElement.prototype.requestSubmit;"
    "delete Element.prototype.checkVisibility;",
    "iOS 15.3": "delete HTMLFormElement.prototype.requestSubmit; delete SubmitEvent.prototype.submitter;"
    "delete HTMLElement.prototype.inert; delete Navigator.prototype.locks;",
    "no IndexedDB": "delete window.indexedDB;",
    "no AbortController": "delete window.AbortController;",
    "no fetch": "delete window.fetch;",
}


@pytest.mark.parametrize("lacking", LACKING)
def test_totals_are_sent_by_an_old_browser(open_browser, lacking):
    competition = stories.published(2)
    pair = stories.tables(competition, "R1-M1")[0].pair
    page = open_browser(360, whose=pair, service_workers="block")
    page.add_init_script(LACKING[lacking])

    page.goto(reverse("play:totals", args=[competition.slug, "R1-M1"]))
    page.get_by_label("Our total").fill("4730")
    page.get_by_label("Their total").fill("3980")
    page.get_by_role("button", name="Send the totals").click()
    page.wait_for_url(re.compile(r"/R1-M1/(?!totals)"), wait_until="commit", timeout=15_000)

    assert stories.now(competition).matches["R1-M1"].stage is Stage.SUBMITTED
