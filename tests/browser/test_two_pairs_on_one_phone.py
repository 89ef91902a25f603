"""Browser test for two opposing pairs that open their links on one phone in turn."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from competition.entries.models import Pair
from competition.entries.private_links import link_key
from tests import stories
from tests.browser.browser import check, until
from tests.browser.line import Line
from tests.browser.person import said

pytestmark = pytest.mark.django_db(transaction=True)
STORED = """caches.open("table").then((table) => table.keys())
    .then((keys) => keys.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith("/play/")))"""


@pytest.fixture
def line(live_server) -> Iterator[Line]:
    site = urlsplit(live_server.url)
    line = Line(site.hostname, site.port)
    yield line
    line.close()


@pytest.fixture
def page(chromium, line) -> Iterator[Page]:
    context = chromium.new_context(base_url=line.address, viewport={"width": 360, "height": 740})
    yield context.new_page()
    context.close()


def sign_in(page: Page, pair: Pair) -> None:
    page.goto(reverse("link:open", args=[link_key(pair)]))
    with page.expect_navigation(url="**/play/"):
        page.get_by_role("button", name="Continue as").click()
    page.get_by_text(f"{pair}, pair {pair.number}").wait_for()


def shown(page: Page, first: Pair, second: Pair) -> list[str]:
    """Return the words on the page that only the first pair may read."""
    words = said(page.locator("main"))
    return [own for own in (f"{first}, pair", f"Against {second}", f"play {second}") if own in words]


def test_the_second_pair_sees_no_page_of_the_first(page, line):
    competition = stories.published(2)
    first, second = (stories.place(competition, which=which).pair for which in (0, 1))
    match = reverse("play:match", args=[competition.slug, "R1-M1"])
    arrange = reverse("play:arrange", args=[competition.slug, "R1-M1"])
    sign_in(page, first)
    # A page that is left before the service worker runs is not stored.
    until(lambda: "/play/" in page.evaluate(STORED))
    page.goto(match)
    until(lambda: match in page.evaluate(STORED))
    page.goto(arrange)
    assert f"When will you play {second}?" in said(page.locator("h1"))

    sign_in(page, second)
    check(page)
    until(lambda: "/play/" in page.evaluate(STORED))
    line.cut()
    for path in ("/play/", match, arrange):
        page.goto(path)
        assert shown(page, first, second) == []
    page.goto("/play/")
    assert f"{second}, pair {second.number}" in said(page.locator("main"))

    line.mend()
    page.goto("/play/")
    page.goto(match)
    for _ in range(8):
        page.go_back()
        assert shown(page, first, second) == []
