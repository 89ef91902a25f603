"""Browser tests for a draw of 22 pairs and a match in play: screen readers, keyboard and forced colours."""

import re

import pytest

from competition.draw.presenters import words
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import Stage
from tests import bulk, stories
from tests.browser.browser import check, until

pytestmark = pytest.mark.django_db(transaction=True)

# A focused element has its own outline, or one around the match it links to.
OUTLINED = """() => {
    const here = document.activeElement, outlines = ["", "::after"].map(part => getComputedStyle(here, part));
    return outlines.some(({ outlineStyle, outlineWidth }) => outlineStyle === "solid" && parseFloat(outlineWidth) >= 3);
}"""


@pytest.fixture
def competition(transactional_db):
    return bulk.middle(22)


def in_play(competition) -> PublishedMatch:
    return next(state for state in stories.now(competition).matches.values() if state.stage is Stage.IN_PLAY)


def heard(page) -> list[str]:
    """Return the lines that a screen reader reads in the main part, in order, without URLs."""
    lines = page.locator("main").aria_snapshot().splitlines()
    # The browser puts a text with a colon in quotation marks.
    return [re.sub("^- '(.*)':$", r"- \1:", line.strip()) for line in lines if "/url:" not in line]


def test_a_screen_reader_reads_every_match_once_in_order(open_browser, competition):
    page = open_browser(1280)
    page.goto(f"/{competition.slug}/")

    rounds = stories.now(competition).rounds
    expected = []
    for round in rounds:
        expected += [f'- heading "{round.name}" [level=3]', f'- list "{round.name}":']
        expected += [f'- link "{words.sentence(state)}":' for state in round.matches]
    lines = heard(page)
    told = lines[lines.index('- heading "The draw" [level=2]') :]
    assert [line for line in told if re.match(r'- (link ".*\.":|list "|heading .*level=3)', line)] == expected

    state = in_play(competition)
    page.goto(f"/{competition.slug}/matches/{state.code}/")
    page.locator("#the-sheet").click()
    page.get_by_text("Every deal explained").click()

    lines = heard(page)

    assert [re.sub("'|:.*", "", line) for line in lines if re.match(r"- '?(heading|table)", line)] == [
        f'- heading "{page.locator("h1").text_content()}" [level=1]'.partition(":")[0],
        '- heading "Score sheet" [level=2]',
        f'- table "{page.locator("caption").first.text_content()}"'.partition(":")[0],
        '- heading "Details" [level=2]',
        '- heading "More about this match" [level=2]',
    ]
    high, low = sorted((side.total for side in state.sides), reverse=True)
    assert f"{high - low:,}" in page.locator("h1").text_content()
    assert page.locator("#explained li").count() == state.recorded


def test_the_keyboard_reaches_everything_in_order(open_browser, competition):
    now = stories.now(competition)
    page = open_browser(360)
    page.goto(f"/{competition.slug}/")
    stops = page.locator("a, button, input, summary, [tabindex='0']").evaluate_all(
        "places => places.filter(place => place.checkVisibility()).length"
    )

    visited = []
    for _ in range(stops):
        page.keyboard.press("Tab")
        visited.append(page.evaluate("document.activeElement.id"))
        assert page.evaluate(OUTLINED), page.evaluate("document.activeElement.outerHTML")

    rounds = [f"round-{round.number}" for round in now.rounds]
    matches = [f"to-{state.code}" for state in now.rounds[2].matches]
    assert [place for place in visited if place in {"find", *rounds} or place.startswith("to-")] == [
        "find",
        *rounds,
        *matches,
    ]
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.innerText") == "Skip to content"


def test_a_poll_keeps_the_focus_and_the_scroll_position(open_browser, competition):
    live = in_play(competition)
    page = open_browser(1280)
    page.clock.install()
    page.goto(f"/{competition.slug}/")
    page.locator("#find").fill("Ada")
    page.locator("#to-R3-M3").focus()
    page.evaluate("scrollTo(0, 200)")
    place = "[document.activeElement.id, Math.round(document.activeElement.getBoundingClientRect().top)]"
    before = page.evaluate(place)

    stories.record(stories.tables(competition, live.code)[0], stories.deal())
    page.clock.fast_forward(5_000)
    until(lambda: f"Deal {live.recorded + 1} of 30" in page.locator(f"#{live.code}").inner_text())

    assert page.evaluate(place) == before
    assert before[0] == "to-R3-M3"
    assert page.locator("#find").input_value() == "Ada"
    assert page.locator("[data-new]").evaluate_all("places => places.map(place => place.id)") == [live.code]

    match, deal = page.locator(f"#{live.code}"), f"Deal {live.recorded + 2} of 30"
    page.mouse.move(5, 5)
    page.mouse.down()
    stories.record(stories.tables(competition, live.code)[0], stories.deal())
    with page.expect_response("**/live/**"):
        page.clock.fast_forward(5_000)
    until(lambda: not page.locator(".htmx-request, .htmx-swapping").count())
    assert deal not in match.inner_text()
    page.mouse.up()
    page.clock.fast_forward(5_000)
    until(lambda: deal in match.inner_text())


def test_the_pages_are_accessible_in_forced_colours(open_browser, competition):
    page = open_browser(320, forced_colors="active", color_scheme="dark")
    for address in ("", f"matches/{in_play(competition).code}/", "matches/", "pairs/1/"):
        page.goto(f"/{competition.slug}/{address}")
        # Set the forced colour explicitly, because Chromium reports the original colour to axe.
        page.locator(".badge").evaluate_all(
            "badges => badges.forEach(badge => { badge.style.webkitTextFillColor = getComputedStyle(badge).color })"
        )
        check(page)
