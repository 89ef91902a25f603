"""Browser test for choosing the seats before the first deal."""

import pytest
from django.urls import reverse

from tests import stories

pytestmark = pytest.mark.django_db(transaction=True)


def test_east_offers_only_the_opponents_of_north(open_browser):
    upper, lower = stories.tables(stories.published(2), "R1-M1")
    page = open_browser(360, whose=upper.pair)
    page.goto(reverse("play:open", args=[upper.competition.slug, "R1-M1"]))
    east = page.get_by_role("group", name="East").locator("label:visible")

    for north, opponents in ((upper, lower), (lower, upper)):
        page.get_by_role("group", name="North").get_by_label(north.pair.present[0].name).check()
        offered = [words.split("\n")[0].strip() for words in east.all_inner_texts()]
        assert offered == [player.name for player in opponents.pair.present]
