"""Browser tests for the plate: a losing pair plays on, and everybody can follow it."""

import pytest
from django.urls import reverse

from competition.draw.rules.result import ResultKind
from competition.entries.private_links import link_key
from tests import bulk, stories
from tests.browser.browser import check

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def competition(transactional_db):
    return bulk.middle(22, plate="first match")


@pytest.mark.parametrize("width", [320, 390, 1280, 1920])
def test_the_plate_page_fits_every_screen(open_browser, competition, width):
    page = open_browser(width)
    page.goto(f"/{competition.slug}/plate/")

    check(page)


def test_the_menu_with_a_plate_takes_one_line_on_a_phone(open_browser, competition):
    page = open_browser(360)
    page.goto(f"/{competition.slug}/plate/")
    links = page.get_by_role("navigation", name="Competition").get_by_role("link")

    assert len(links.all()) == 5
    assert len({link.bounding_box()["y"] for link in links.all()}) == 1


def test_the_plate_prints_on_one_page(open_browser, competition):
    page = open_browser(1280)
    page.goto(f"/{competition.slug}/plate/")

    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 1


def test_a_losing_pair_continues_in_the_plate_from_its_own_page(open_browser):
    competition = stories.published(6, plate="first match")
    stories.settle(competition, "R1-M2", kind=ResultKind.PLAYED, totals=(4000, 3000))
    stories.settle(competition, "R2-M1", kind=ResultKind.PLAYED, totals=(2000, 3000), upper_wins=False)
    loser = competition.pairs.get(number=5)
    page = open_browser(360)
    page.goto(reverse("link:open", args=[link_key(loser)]))
    page.locator("main button").click()

    assert "Plate semi-finals" in page.locator("main").inner_text()
    page.goto(f"/{competition.slug}/matches/R1-M2/")
    page.get_by_role("link", name="play on in the plate").click()
    page.get_by_role("link", name="Show this match in the plate").click()
    assert page.url.endswith("/plate/?round=4#R4-M1")
    page.locator("#R4-M1 a").click()
    assert page.url.endswith("/matches/R4-M1/")
