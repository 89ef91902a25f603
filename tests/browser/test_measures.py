"""Browser tests for the measurements of pages: height, smallest type, cut or broken names, and codes in headings."""

from datetime import date

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from competition.contest.models import Competition
from tests import bulk, stories
from tests.factories import OrganiserFactory

PHONE, SCREEN = 390, 1280
# Smallest type in pixels by window width. All text on a phone is as large as body text.
SMALLEST = {PHONE: 16, SCREEN: 13}
# Largest page height in pixels, by number of pairs, page and window width.
HIGHEST = {
    (22, "public:draw"): {PHONE: 2600, SCREEN: 1700},
    (22, "public:matches"): {PHONE: 2900, SCREEN: 1900},
    (22, "desk:competition"): {PHONE: 4000, SCREEN: 1900},
    (22, "desk:matches"): {PHONE: 4200, SCREEN: 2200},
    (64, "public:draw"): {PHONE: 2600, SCREEN: 2600},
}
# Widths of small laptops and tablets, where the draw and the lists of matches have the least room for names.
NARROW = (900, 1024, 1100)
# Text that is too small or cut off, words on two lines without a hyphen, and match codes in headings.
FAULTS = r"""smallest => {
    const found = [], range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const parent = text.parentElement, { width, height } = parent.getBoundingClientRect();
        if (!text.data.trim() || !parent.checkVisibility() || width * height < 4) continue;
        if (parent.closest("svg, select")) continue;
        const { fontSize, textOverflow } = getComputedStyle(parent);
        if (parseFloat(fontSize) < smallest - 0.01) found.push(`${fontSize}: ${text.data.trim()}`);
        if (textOverflow === "ellipsis" && parent.scrollWidth > parent.clientWidth) found.push(`cut: ${text.data}`);
        for (const { 0: word, index } of text.data.matchAll(/[\p{L}\d]{2,}/gu)) {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (lines.size > 1) found.push(`broken: ${word}`);
        }
    }
    for (const heading of document.querySelectorAll("h1, h2, h3, th, legend, .eyebrow"))
        if (/\bR\d+-M\d+\b|\bM\d+\b/.test(heading.textContent)) found.push(`code: ${heading.textContent.trim()}`);
    return found;
}"""


def faults(page: Page, width: int, highest: int) -> list[str]:
    """Return the faults of the open page in a window of this width."""
    page.set_viewport_size({"width": width, "height": 900})
    height = page.evaluate("document.documentElement.scrollHeight")
    return [*page.evaluate(FAULTS, SMALLEST[width]), *([f"{height} px high"] if height > highest else [])]


@pytest.mark.django_db(transaction=True)
def test_no_page_is_too_tall_or_has_small_or_cut_text(open_browser):
    organiser = OrganiserFactory()
    competitions = {pairs: bulk.middle(pairs, organisers=[organiser]) for pairs in (22, 64)}
    longest = competitions[22].players.order_by("pk").first()
    longest.name = "Maximiliana Featherstonehaugh-Cholmondeley"
    longest.save()
    stories.clear_cache()
    page = open_browser(whose=organiser)

    found = {}
    for (pairs, name), heights in HIGHEST.items():
        page.goto(reverse(name, args=[competitions[pairs].slug]))
        found |= {(pairs, name, width): faults(page, width, highest) for width, highest in heights.items()}

        for width in NARROW if name.endswith((":matches", ":draw")) else ():
            page.set_viewport_size({"width": width, "height": 900})
            found[pairs, name, width] = page.evaluate(FAULTS, SMALLEST[SCREEN])

    assert {where: what for where, what in found.items() if what} == {}


# Number of matches in the draw that reach into the next match below.
OVERLAPS = """() => [...document.querySelectorAll(".tree .round")].flatMap(round => {
    const places = [...round.querySelectorAll(".match")].map(match => [...match.querySelectorAll("a .n, .caption")]
        .filter(part => part.getClientRects().length).map(part => part.getBoundingClientRect()));
    const known = places.filter(parts => parts.length);
    return known.slice(1).filter((next, at) =>
        Math.min(...next.map(({ top }) => top)) < Math.max(...known[at].map(({ bottom }) => bottom)) - 1);
}).length"""


@pytest.mark.django_db(transaction=True)
def test_long_names_in_the_draw_do_not_overlap(open_browser):
    competitions = [bulk.with_the_longest_names(22), bulk.with_the_longest_names(64), bulk.middle(64)]
    page = open_browser()

    found = {}
    for competition in competitions:
        for width in (960, SCREEN, 1920):
            page.set_viewport_size({"width": width, "height": 900})
            page.goto(reverse("public:draw", args=[competition.slug]))
            found[competition.slug, width] = page.evaluate(OVERLAPS)

    assert {where: number for where, number in found.items() if number} == {}


# Captions in the draw that are cut, too small, or touch the next match or their own text. Matches without a gap and
# live matches whose glow is cut.
CROWDED = """([smallest, gap, below]) => [...document.querySelectorAll(".tree")].flatMap(tree => {
    const found = [], box = part => part.getBoundingClientRect(), edge = box(tree);
    const shows = part => part.getClientRects().length;
    const meet = (one, other) => one.left < other.right - 0.5 && other.left < one.right - 0.5 &&
        one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5;
    for (const round of tree.querySelectorAll(".round")) {
        const matches = [...round.querySelectorAll(".match")].filter(shows);
        matches.sort((one, other) => box(one).top - box(other).top);
        matches.forEach((match, at) => {
            const caption = match.querySelector(".caption"), next = matches[at + 1]?.querySelector(".block");
            const own = match.querySelector(".block");
            const say = words => found.push(`${match.id} ${caption?.textContent ?? ""}: ${words}`);
            if (own && next && box(next).top - box(own).bottom < gap) say("no gap");
            if (own && match.dataset.state === "in play") {
                const [glow] = getComputedStyle(own).boxShadow.match(/[\\d.]+(?=px 0px$)/) ?? [0];
                const isCut = getComputedStyle(tree).overflowX !== "visible";
                if (isCut && box(own).left - edge.left < glow) say("the glow is cut");
            }
            if (!caption || !shows(caption)) return;
            const { fontSize } = getComputedStyle(caption);
            if (parseFloat(fontSize) < smallest) say(fontSize);
            if (caption.scrollHeight > caption.clientHeight + 1) say("cut");
            if (next && box(next).top - box(caption).bottom < below) say("touches the next match");
            for (const text of match.querySelectorAll(".side > *"))
                if (shows(text) && meet(box(text), box(caption))) say(`on ${text.textContent}`);
        });
    }
    return found;
})"""
# The printed page: A4 landscape without the margins from draw.css, in pixels.
PAPER = {"width": 1054, "height": 726}


def every_state(pairs: int) -> Competition:
    """Return a competition whose first round is overdue, with matches in every state."""
    competition = stories.published(pairs, first_play_by=date(2026, 11, 3))
    bulk.play(competition, 0, bulk.STANDS)
    return competition


@pytest.mark.django_db(transaction=True)
def test_captions_of_the_draw_are_whole_and_do_not_overlap(open_browser):
    long_names = bulk.with_the_longest_names(64)
    competitions = [*map(every_state, (8, 16, 22, 32, 64)), bulk.middle(22), bulk.middle(64), long_names]
    page = open_browser()

    found = {}
    for competition in competitions:
        address = reverse("public:draw", args=[competition.slug])
        for width in (PHONE, 960, SCREEN, 1920):
            page.emulate_media(media="screen")
            page.set_viewport_size({"width": width, "height": 900})
            page.goto(address)
            found[competition.slug, width] = page.evaluate(CROWDED, [SMALLEST[SCREEN], 2, 3])
        page.emulate_media(media="print")
        page.set_viewport_size(PAPER)
        found[competition.slug, "paper"] = page.evaluate(CROWDED, [6.6, 1, 1])

    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.django_db(transaction=True)
def test_matches_in_play_stay_within_the_column_on_a_phone(open_browser):
    competition = bulk.middle(256)
    page = open_browser(PHONE)
    page.goto(reverse("public:draw", args=[competition.slug]))
    edges = "part => { const { left, right } = part.getBoundingClientRect(); return [left, right]; }"

    assert page.locator("#now .tables").evaluate(edges) == page.locator("#standing").evaluate(edges)


ARROW = """list => { const { appearance, backgroundImage } = getComputedStyle(list);
    return [appearance, backgroundImage.split("gradient(").length - 1]; }"""


@pytest.mark.django_db(transaction=True)
def test_every_select_box_has_one_whole_arrow(open_browser):
    competition = bulk.middle(22)
    page = open_browser(whose=competition.owner)

    found = {}
    for name, rest in (("matches", ()), ("log", ()), ("round-results", (3,))):
        page.goto(reverse(f"desk:{name}", args=[competition.slug, *rest]))
        found[name] = {tuple(one.evaluate(ARROW)) for one in page.locator("select").all()}

    assert {name: arrows for name, arrows in found.items() if arrows != {("none", 1)}} == {}
