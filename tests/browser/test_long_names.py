"""Browser test that on a phone every long name breaks only at hyphens and fits in its space."""

from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from competition.contest.models import Competition
from tests import bulk, stories

# Two hundred of the longest first names, each with a long surname. These combinations name nobody.
NAMES = (Path(__file__).parents[1] / "long_names.txt").read_text().splitlines()
WIDTHS = (320, 360, 412)
# Root text sizes at 100 % and 200 %.
SIZES = ("18px", "36px")
# Words on two lines without a hyphen, and words wider than their block.
FAULTS = r"""names => {
    const found = new Set(), known = new Set(names.join(" ").match(/[\p{L}]{2,}/gu)), range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const block = (place) => getComputedStyle(place).display.startsWith("inline") ? block(place.parentElement) : place;
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const parent = text.parentElement, box = parent.getBoundingClientRect();
        if (!parent.checkVisibility() || Math.min(box.width, box.height) < 4) continue;
        const { left, right } = block(parent).getBoundingClientRect();
        for (const { 0: word, index } of text.data.matchAll(/\p{L}{2,}/gu)) {
            if (!known.has(word)) continue;
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
            const isOut = (line) => line.left < left - 1 || line.right > right + 1;
            if (new Set(lines.map(({ top }) => Math.round(top))).size > 1) found.add(`broken: ${word}`);
            if (lines.some(isOut)) found.add(`too wide: ${word}`);
        }
    }
    return [...found];
}"""


def faults(page: Page) -> dict:
    """Return the faults of the open page by width and text size."""
    found = {}
    for size in SIZES:
        page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 740})
            found[width, size] = page.evaluate(FAULTS, NAMES)
    return {where: what for where, what in found.items() if what}


def rename(competition: Competition, names: list[str]) -> None:
    """Give these names to the players in the competition."""
    for player, name in zip(competition.players.order_by("pk"), names, strict=False):
        player.name = name
        player.save()
    stories.clear_cache()


@pytest.mark.django_db(transaction=True)
def test_long_names_are_whole_on_the_pages_of_a_match(open_browser):
    competition = stories.published(2)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("4S", 10), stories.deal("2H", 8, "E"))
    page = open_browser(whose=upper.pair, service_workers="block")
    match = reverse("play:match", args=[competition.slug, "R1-M1"])

    found = {}
    for start in range(0, len(NAMES), 4):
        four = NAMES[start : start + 4]
        rename(competition, four)
        for address in (match, reverse("play:home")):
            page.goto(address)
            found[start, address] = faults(page)

    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.django_db(transaction=True)
def test_long_names_are_whole_on_the_draw(open_browser):
    competition = bulk.middle(100)
    rename(competition, NAMES)
    page = open_browser()
    page.goto(reverse("public:draw", args=[competition.slug]))

    assert faults(page) == {}
