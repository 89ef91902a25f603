"""Browser tests for the accessibility of the published draw: screen readers, keyboard, forced colours and sizes."""

import re

import pytest

from competition.draw.rules.result import ResultKind
from tests import bulk, stories
from tests.browser.browser import check, check_all_round, overflow
from tests.competition.worlds import with_long_names

pytestmark = pytest.mark.django_db(transaction=True)


def played(competition, rounds: int):
    """Decide the matches in this many rounds and return the competition."""
    for number in range(rounds):
        for state in stories.now(competition).rounds[number].matches:
            if state.is_open:
                stories.settle(competition, state.code, kind=ResultKind.PLAYED, totals=(2350, 1980))
    return competition


def test_a_screen_reader_reads_results_and_the_sort_order(open_browser):
    competition = played(stories.published(4), 1)
    winner = stories.now(competition).matches["R1-M1"].winner
    page = open_browser(1280)
    page.goto(f"/{competition.slug}/")

    link = page.get_by_role("link", name=re.compile(f"^{winner} beat .* by 2,350 to 1,980.$"))
    names = link.locator(".side[data-won]")
    by_initials = names.locator(".l").is_visible()
    link.focus()
    assert (link.count(), names.count()) == (1, 1)
    assert by_initials
    assert names.locator(".f").inner_text() == str(winner)
    page.emulate_media(forced_colors="active", color_scheme="dark")
    weights = [
        int(page.locator(f".side[data-{how}]").first.evaluate("name => getComputedStyle(name).fontWeight"))
        for how in ("won", "lost")
    ]
    assert weights[0] >= 600 > weights[1]

    page.goto(f"/{competition.slug}/matches/")
    page.get_by_role("link", name="Decided").press("Enter")
    page.wait_for_url("**/?show=decided")
    assert page.get_by_role("link", name=re.compile("by 2,350 to 1,980")).count() == 2


@pytest.mark.parametrize(("pairs", "rounds"), [(5, 3), (22, 1)])
def test_the_draw_and_its_table_are_accessible_and_fit(open_browser, pairs, rounds):
    competition = with_long_names(pairs)
    for number in range(1, rounds + 1):
        stories.settle_round(competition, number)
    page = open_browser()
    page.goto(f"/{competition.slug}/")
    check_all_round(page)
    if pairs == 5:
        page.goto(f"/{competition.slug}/matches/")
        check_all_round(page)


# Elements that are wider than their container.
CUT = """names => names.filter(name => name.offsetParent && name.scrollWidth > name.clientWidth + 1)
    .map(name => name.textContent)"""


def test_no_name_is_cut_off_when_text_is_doubled(open_browser):
    page = open_browser(375)
    page.goto(f"/{with_long_names(22).slug}/")
    names = page.locator(".draw :is(.n, .s)")
    assert names.count()

    page.evaluate("document.documentElement.style.fontSize = '36px'")

    assert names.evaluate_all(CUT) == []
    assert overflow(page) == []


# Visible texts smaller than this, and words on two lines.
SMALL = """least => [...document.querySelectorAll("main *")]
    .filter(place => place.checkVisibility() && !place.closest(".sr"))
    .filter(place => [...place.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .filter(place => parseFloat(getComputedStyle(place).fontSize) < least)
    .map(place => place.textContent)"""
BROKEN = """() => [...document.querySelectorAll("main :is(.n .s, .n .l, b, em, .caption, h2, h3)")]
    .filter(place => place.checkVisibility())
    .flatMap(place => [...place.childNodes].filter(node => node.nodeType === 3))
    .flatMap(node => [...node.data.matchAll(/[^\\s-]+/g)].filter(({ 0: word, index }) => {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    }).map(([word]) => word))"""
# Matches not centred between the two matches that lead to them.
ADRIFT = """() => [...document.querySelectorAll(".tree .match[id]")].filter(match => {
    const [round, place] = match.id.match(/\\d+/g).map(Number);
    const middle = found => found && (({ top, bottom }) => (top + bottom) / 2)(found.getBoundingClientRect());
    const before = [1, 0].map(n => middle(document.getElementById(`R${round - 1}-M${2 * place - n}`)));
    return before.every(Boolean) && Math.abs((before[0] + before[1]) / 2 - middle(match)) > 1;
}).map(match => match.id)"""
CLIPPED = "() => [...document.querySelectorAll('.tree')].some(tree => tree.scrollWidth > tree.clientWidth + 1)"


def test_a_large_draw_is_short_complete_and_readable(open_browser):
    large, larger = bulk.middle(64), stories.published(130)
    page = open_browser(1280)
    for competition in (large, larger):
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(f"/{competition.slug}/")
        assert page.evaluate("document.documentElement.scrollHeight") <= 2600
        assert [page.evaluate(look) for look in (BROKEN, ADRIFT, CLIPPED)] == [[], [], False]
        assert page.evaluate(SMALL, 13) == []
        check(page)
        page.set_viewport_size({"width": 390, "height": 844})
        assert (page.evaluate(SMALL, 16), page.evaluate(BROKEN)) == ([], [])
    # A phone folds the round's byes.
    assert page.locator(".match:visible").count() == 1
    page.get_by_text("15 byes").locator("visible=true").click()
    assert page.locator(".byes li:visible").count() == 15

    # The first screen shows the state of every section.
    page.set_viewport_size({"width": 1280, "height": 900})
    page.get_by_role("link", name="Section 5").first.click()
    page.wait_for_url("**/?section=5**")
    page.evaluate("scrollTo(0, 0)")
    box = page.locator("#sections").bounding_box()
    assert (page.locator(".parts li").count(), box["y"] + box["height"] < 900) == (8, True)
    assert page.locator(".section h2").first.inner_text() == "Section 5"
