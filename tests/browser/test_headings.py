"""Browser tests for everything that pages share: the heading, the left edge, table widths and one filled button."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from competition.contest.models import Competition
from tests import bulk
from tests.factories import OrganiserFactory

pytestmark = pytest.mark.django_db(transaction=True)
SITE = (
    "public:players",
    "public:archive",
    "pads:home",
    "tables:calculator",
    "tables:duplicate",
    "guide:home",
    "link:code",
    "desk:home",
)
OF_A_COMPETITION = (
    "public:draw",
    "public:matches",
    "public:conditions",
    "public:record",
    "public:honours",
    "desk:competition",
    "desk:messages",
    "desk:pairs",
    "desk:draw",
    "desk:more",
    "desk:matches",
)
# Distances in pixels: from the eyebrow to the title, from the last line of the heading to its rule, and from the rule
# to the next part. Then the top edge of the title.
HEADING = """() => {
    const box = part => part.getBoundingClientRect(), title = document.querySelector("main h1");
    const heading = title.closest(".heading, .head > header"), outer = title.closest(".head") ?? heading;
    const eyebrow = heading.querySelector(".eyebrow"), seen = part => part.checkVisibility() && box(part).height > 1;
    const lowest = Math.max(...[heading, ...outer.children].flatMap(part => [...part.children].filter(seen))
        .filter(part => !part.matches("header, form")).map(part => box(part).bottom));
    const next = [...document.querySelectorAll("main *")].find(part => seen(part) && box(part).top > box(outer).bottom);
    return [eyebrow && box(title).top - box(eyebrow).bottom, box(outer).bottom - 3 - lowest,
        box(next).top - box(outer).bottom, box(title).top].map(Math.round);
}"""
# Left edges in pixels of the text in headings, paragraphs, rows and tables outside boxes. Then the widths of tables.
EDGES = """() => [...new Set([...document.querySelectorAll(
    "main :is(h1, h2, p, .rows b, .table tr > :first-child)")]
    .filter(part => part.checkVisibility({ checkVisibilityCSS: true }) && !part.closest(
        ".sr, .card, .notice, .tables, .frame, .book, fieldset, li:not(.rows > li), svg, [data-stack], .print-only"))
    .map(part => Math.round(part.getBoundingClientRect().left + parseFloat(getComputedStyle(part).paddingLeft)))
    .filter(left => left < 60))]"""
WIDE = """() => [...document.querySelectorAll("main .table")].filter(table =>
    table.getBoundingClientRect().width > 1080.5).map(table => table.caption?.textContent ?? table.id)"""
FILLED = (
    """() => [...document.querySelectorAll("main .button.primary")].filter(part => part.checkVisibility()).length"""
)


def addresses(competition: Competition) -> list[str]:
    return [reverse(name) for name in SITE] + [reverse(name, args=[competition.slug]) for name in OF_A_COMPETITION]


@pytest.fixture
def seen(open_browser) -> tuple[Page, list[str]]:
    """Return an organiser's window on a screen, and the pages to look at."""
    organiser = OrganiserFactory()
    competition = bulk.middle(8, organisers=[organiser])
    return open_browser(1280, whose=organiser), addresses(competition)


def test_all_headings_have_the_same_distances(seen):
    page, pages = seen

    found = {}
    for address in pages:
        page.goto(address)
        found[address] = page.evaluate(HEADING)

    wrong = {
        address: measured
        for address, measured in found.items()
        if measured[0] not in (6, 0) or measured[1:3] != [12, 24] or measured[3] != 99
    }
    assert wrong == {}


def test_text_has_one_left_edge_and_tables_are_at_most_60_rem_wide(seen):
    page, pages = seen

    found = {}
    for address in pages:
        page.goto(address)
        found[address] = (page.evaluate(EDGES), page.evaluate(WIDE))

    assert {address: edges for address, edges in found.items() if edges not in (([36], []), ([], []))} == {}


def test_a_page_has_at_most_one_filled_button(seen):
    page, pages = seen

    found = {}
    for address in pages:
        page.goto(address)
        found[address] = page.evaluate(FILLED)

    assert {address: number for address, number in found.items() if number > 1} == {}
