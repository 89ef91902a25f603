"""Browser tests for printed score sheets."""

import re
from dataclasses import replace

from django.urls import reverse
from playwright.sync_api import Page

from competition.contest.models import Organiser
from scoring.rules.deal import Honours
from scoring.rules.sides import NS
from tests import bulk, stories
from tests.browser.browser import check_all_round
from tests.browser.test_measures import FAULTS

A4 = (595, 842)
WIDE_PHONE = {"width": 390, "height": 800}
LEVEL = [stories.deal("1C", 6), stories.deal("1C", 6, "E")]
LONG = "Featherstonehaugh-Cholmondeley of Ballachulish"


def pages(pdf: bytes) -> list[tuple[int, int]]:
    """Return the size of each page, in points."""
    boxes = re.findall(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert len(boxes) == len(re.findall(rb"/Type ?/Page\b", pdf))
    return [(round(float(width)), round(float(height))) for width, height in boxes]


def played(rows: int, **conditions):
    """Create a match with this many deals between pairs with long names. The last deals are a tie-break."""
    competition = stories.published(2, **conditions)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    for player in (*upper.pair.players.all(), *lower.pair.players.all()):
        player.name = f"{player.name} {LONG}"
        player.save()
    level = LEVEL * (rows // 2 - 1) + LEVEL[:1]
    stories.record(upper, *level, stories.deal("4S", 10))
    return competition, upper.pair


def broken_words(page: Page) -> list[str]:
    """Return the words and numbers on the page that take two lines."""
    return [fault for fault in page.evaluate(FAULTS, 0) if fault.startswith("broken")]


MILLIMETRES = "tr => tr.getBoundingClientRect().height / 96 * 25.4"


def test_a_long_match_prints_on_two_pages_and_a_blank_sheet_on_one(open_browser, transactional_db):
    competition, pair = played(36)
    page = open_browser(1280, whose=pair)
    page.goto(reverse("public:match", args=[competition.slug, "R1-M1"]))
    assert pages(page.pdf(prefer_css_page_size=True)) == [A4, A4]

    page.goto(reverse("play:print-blank", args=[competition.slug, "R1-M1"]))
    assert pages(page.pdf(prefer_css_page_size=True)) == [A4]
    page.emulate_media(media="print")
    rows = [row.evaluate(MILLIMETRES) for row in page.locator(".deals tbody tr").all()]
    assert (len(rows), round(min(rows), 1)) == (39, 5.8)

    page.emulate_media(media="screen")
    for name in ("play:print", "public:match-print"):
        address = reverse(name, args=[competition.slug, "R1-M1"])
        page.goto(address)
        assert page.get_by_role("button", name="Print this score sheet").is_visible()
        check_all_round(page, broken_words)
        page.set_viewport_size(WIDE_PHONE)
        assert broken_words(page) == []
    page = open_browser(javascript=False)
    page.goto(address)
    assert not page.get_by_role("button", name="Print this score sheet").is_visible()


def test_the_longest_score_sheets_take_one_page_each(open_browser, transactional_db):
    competition, pair = played(60, deals=60, extra_deals=12)
    Organiser.objects.filter(competition=competition).update(name=LONG, phone="07 555 0100 or 07 555 0101")
    page = open_browser(1280, whose=pair)
    for address in ("public:match-print", "play:print", "play:print-blank"):
        page.goto(reverse(address, args=[competition.slug, "R1-M1"]))
        assert pages(page.pdf(prefer_css_page_size=True)) == [A4]


def test_a_match_report_prints_on_one_page(open_browser, transactional_db):
    competition = bulk.over(4)
    page = open_browser(1280)
    for code in stories.now(competition).matches:
        page.goto(reverse("public:match", args=[competition.slug, code]))
        assert pages(page.pdf(prefer_css_page_size=True)) == [A4], code


def test_a_score_pad_of_eight_rubbers_takes_one_landscape_page(open_browser, transactional_db):
    competition = stories.published(2, deals=30)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    long = [stories.deal("1NTXX", 0, "E"), stories.deal("6S", 13), stories.deal("4S", 13, "E"), stories.deal("4S", 13)]
    stories.record(upper, *long * 7, *long[:2])
    page = open_browser(1280, whose=upper.pair)
    for address in ("public:match-pad", "play:pad"):
        page.goto(reverse(address, args=[competition.slug, "R1-M1"]))
        assert page.locator("thead [colspan]").count() == 8
        assert pages(page.pdf(prefer_css_page_size=True)) == [A4[::-1]]
        check_all_round(page, broken_words)


def test_the_widest_deal_takes_one_line_on_the_printed_sheet(open_browser, transactional_db):
    competition = stories.published(2)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    widest = replace(stories.deal("7NTXX", 0, "W"), honours=Honours(NS, 150))
    stories.record(upper, stories.deal("1C", 7), *[widest] * 8)
    page = open_browser(1280, whose=upper.pair)
    page.emulate_media(media="print")
    for address in ("public:match-print", "play:print"):
        page.goto(reverse(address, args=[competition.slug, "R1-M1"]))
        rows = page.locator(".deals tbody tr")
        assert rows.nth(8).evaluate(MILLIMETRES) == rows.nth(0).evaluate(MILLIMETRES)
