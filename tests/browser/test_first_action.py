"""Browser tests that the first action on a page is near the top of a phone, even with text at 200 %."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from scoring.models import DealCorrection
from tests import stories, turns
from tests.browser.browser import PHONE

# Lowest allowed bottom edge of the first action in pixels, by root text size.
LOWEST = {"18px": 560, "36px": 1000}

pytestmark = pytest.mark.django_db(transaction=True)


def too_low(page: Page, address: str, action: str) -> dict[str, float]:
    """Open a page. Return the bottom edge of the first matching element for each text size in which it is too low."""
    page.set_viewport_size(PHONE)
    page.goto(address)
    found = {}
    for size in LOWEST:
        page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
        box = page.locator(f"{action} >> visible=true").first.bounding_box()
        found[size] = box["y"] + box["height"]
    return {size: bottom for size, bottom in found.items() if bottom > LOWEST[size]}


def match(competition) -> str:
    return reverse("play:match", args=[competition.slug, "R1-M1"])


def test_a_pair_finds_its_next_step_before_play(open_browser):
    competition = stories.published(2)
    page = open_browser(whose=stories.tables(competition)[0].pair)

    for address in (reverse("play:home"), match(competition)):
        assert too_low(page, address, ".next-step .primary") == {}


def test_a_pair_finds_its_next_step_during_and_after_play(open_browser):
    competition = stories.published(2, deals=2)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    page = open_browser(whose=upper.pair, service_workers="block")

    assert too_low(page, reverse("play:home"), ".primary") == {}
    assert too_low(page, match(competition), "[name=declarer] + span") == {}
    stories.record(upper, stories.deal("3NT", 9), stories.deal("2H", 8, "S"))
    page.goto("about:blank")
    assert too_low(page, f"{match(competition)}#pass", "#pass .qr") == {}


def test_a_player_finds_the_first_field_of_the_entry_form(open_browser):
    competition = stories.taking_entries(2)

    address = reverse("entry:enter", args=[competition.slug])
    assert too_low(open_browser(), address, "main input:not([type=hidden])") == {}


def test_a_pair_finds_its_reply_to_a_change(open_browser):
    competition = stories.published(4)
    pair = turns.asked(competition)
    page = open_browser(whose=pair, service_workers="block")

    change = DealCorrection.objects.get().pk
    address = reverse("play:correction", args=[competition.slug, "R1-M1", change])
    assert too_low(page, address, ".request .primary") == {}


def test_a_pair_finds_the_first_field_of_a_dispute(open_browser):
    competition = stories.published(4)
    page = open_browser(whose=turns.reported_by_them(competition), service_workers="block")

    address = reverse("play:dispute", args=[competition.slug, "R1-M1"])
    assert too_low(page, address, "main select") == {}
