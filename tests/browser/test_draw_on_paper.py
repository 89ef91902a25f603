"""Browser tests for the printed draw."""

import re

import pytest

from tests import stories
from tests.competition.worlds import with_long_names

pytestmark = pytest.mark.django_db(transaction=True)


def pages(paper: bytes) -> int:
    """Return the number of pages of a PDF."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", paper))


def test_twenty_two_pairs_take_one_page_with_its_time_and_url(open_browser):
    competition = stories.published(22)
    page = open_browser(1280)
    page.goto(f"/{competition.slug}/")
    leaf = page.locator(".leaf")
    on_screen = leaf.is_visible()
    assert pages(page.pdf(prefer_css_page_size=True, print_background=True)) == 1

    page.emulate_media(media="print")

    assert (on_screen, leaf.is_visible(), leaf.locator("svg").is_visible()) == (False, True, True)
    said = " ".join(leaf.inner_text().split())
    assert re.fullmatch(rf"{competition} As of .*\d\d:\d\d http://.*/{competition.slug}/", said)


def test_sixty_four_pairs_take_one_page_before_and_after_round_1(open_browser):
    competition = with_long_names(64)
    page = open_browser(1280)
    printed = []
    for _ in range(2):
        page.goto(f"/{competition.slug}/")
        printed.append(pages(page.pdf(prefer_css_page_size=True, print_background=True)))
        stories.settle_round(competition, 1)

    assert printed == [1, 1]
