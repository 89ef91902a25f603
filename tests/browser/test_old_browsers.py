"""Browser tests without modern features: old phones can read pages and send forms."""

import re

import pytest
from django.urls import reverse

from competition.draw.rules.result import Stage
from tests import stories
from tests.browser.browser import check

pytestmark = pytest.mark.django_db(transaction=True)

LACKING = {
    "iOS 15": "delete AbortSignal.timeout; delete HTMLFormElement.prototype.requestSubmit;"
    "delete Element.prototype.checkVisibility;",
    "iOS 15.3": "delete HTMLFormElement.prototype.requestSubmit; delete SubmitEvent.prototype.submitter;"
    "delete HTMLElement.prototype.inert; delete Navigator.prototype.locks;",
    "no IndexedDB": "delete window.indexedDB;",
    "no AbortController": "delete window.AbortController;",
    "no fetch": "delete window.fetch;",
}


@pytest.mark.parametrize("lacking", LACKING)
def test_an_old_browser_sends_totals(open_browser, lacking):
    competition = stories.published(2)
    pair = stories.tables(competition, "R1-M1")[0].pair
    page = open_browser(360, whose=pair, service_workers="block")
    page.add_init_script(LACKING[lacking])

    page.goto(reverse("play:totals", args=[competition.slug, "R1-M1"]))
    page.get_by_label("Our total").fill("4730")
    page.get_by_label("Their total").fill("3980")
    page.get_by_role("button", name="Report the totals").click()
    page.wait_for_url(re.compile(r"/R1-M1/(?!totals)"), wait_until="commit", timeout=15_000)

    assert stories.now(competition).matches["R1-M1"].stage is Stage.SUBMITTED


def without_layers(sheet: str) -> str:
    """Return a style sheet as Safari 15.3 reads it: without cascade layers, and with the plain styles."""
    kept, depth, skips = [], 0, False
    for line in sheet.splitlines():
        skips = skips or (depth == 0 and line.startswith("@layer"))
        depth += line.count("{") - line.count("}")
        if not skips:
            kept.append(line)
        skips = skips and depth > 0
    return re.sub(r"@supports not .*\{", "@supports (display: block) {", "\n".join(kept))


def test_a_browser_without_cascade_layers_shows_one_column(open_browser):
    competition = stories.published(4)
    table, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(table, stories.deal())
    page = open_browser(320, javascript=False, whose=table.pair, service_workers="block")

    def handle(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=without_layers(answer.text()))

    page.route("**/*.css", handle)
    for path in (
        reverse("public:draw", args=[competition.slug]),
        reverse("public:match", args=[competition.slug, "R1-M1"]),
        reverse("play:match", args=[competition.slug, "R1-M1"]),
    ):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
        assert page.evaluate("getComputedStyle(document.body).maxWidth") == "800px", path
        assert "\n" not in page.locator(".masthead .site").inner_text(), path
    assert page.locator(".old-browser").is_visible()


@pytest.mark.parametrize(("javascript", "shown"), [(True, []), (False, ["notice"])])
def test_the_card_explains_that_javascript_is_off(open_browser, javascript, shown):
    competition = stories.published(4)
    table, _ = stories.open_sheet(competition, "R1-M1")
    page = open_browser(375, javascript=javascript, whose=table.pair, service_workers="block")
    page.goto(reverse("play:match", args=[competition.slug, "R1-M1"]))

    advice = page.locator("main > .notice, main > noscript > .notice").filter(has=page.locator("[href$='/paper/']"))
    assert [one.get_attribute("class") for one in advice.all() if one.is_visible()] == shown
    check(page)
