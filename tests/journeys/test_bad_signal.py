"""Two phones at one table whose signal comes and goes: no deal is lost, doubled or moved."""

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from competition.access import link_key
from scoring.models import Deal
from scoring.rules.words import deal_words
from tests import stories
from tests.journeys.browser import Windows, check, until
from tests.journeys.line import Line
from tests.journeys.person import said

pytestmark = pytest.mark.django_db(transaction=True)


class Phone:
    """A pair's phone on the page of its match, and the line by which it reaches the site."""

    def __init__(self, page: Page, line: Line, pair, match: str) -> None:
        self.page, self.line, self.match = page, line, match
        page.goto(reverse("link:open", args=[link_key(pair)]))
        page.locator("form .button").click()
        self.open()

    def open(self) -> None:
        """Come to the match, until it is kept on the phone."""
        self.page.goto(self.match)
        if not self.line.is_cut:
            kept = "async () => Boolean(await caches.match(location.href, { ignoreVary: true }))"
            until(
                lambda: self.page.evaluate(kept) and self.page.evaluate("Boolean(navigator.serviceWorker.controller)")
            )

    def record(self, contract: str, tricks: int, declarer: str = "N") -> None:
        """Record the next deal."""
        keys = {"declarer": declarer, "level": contract[0], "denomination": contract[1:], "tricks": tricks}
        number = self.number
        for name, value in keys.items():
            self.page.locator(f".deal-form [name={name}][value='{value}']").click()
        self.page.get_by_role("button", name=f"Record deal {number}").click()
        until(lambda: self.number != number)

    @property
    def number(self) -> str:
        """The number of the deal in the form."""
        return self.page.locator("[data-outbox] [name=number]").input_value()

    def waiting(self) -> list[str]:
        """What is said to wait on this phone; nothing when nothing does."""
        section = self.page.locator("#waiting")
        return [line.text_content() for line in section.locator("li").all()] if section.is_visible() else []

    def all_sent(self) -> None:
        """Wait until nothing waits any more."""
        until(lambda: self.page.locator("#waiting").is_hidden())


@pytest.fixture
def competition():
    return stories.published(2, deals=30)


@pytest.fixture
def tables(competition):
    return stories.open_sheet(competition, "R1-M1")


@pytest.fixture
def sit_down(chromium, live_server, tables) -> Iterator[Callable[..., Phone]]:
    """A phone of the upper or the lower pair, on a line of its own."""
    site = urlsplit(live_server.url)
    lines: list[Line] = []
    windows: list[Windows] = []

    def sit(place: int = 0, width: int = 360, **options) -> Phone:
        lines.append(Line(site.hostname, site.port))
        windows.append(Windows(chromium, lines[-1].address))
        page = windows[-1].open(width, **options)
        match = reverse("play:match", args=[tables[0].knockout.competition.slug, "R1-M1"])
        return Phone(page, lines[-1], tables[place].pair, match)

    yield sit
    for window in windows:
        window.close()
    for line in lines:
        line.close()
    assert [fault for window in windows for fault in window.complaints if not fault.startswith("net::")] == []


def sheet() -> list[str]:
    """The deals on the sheet, in order."""
    return [f"{row.number} {deal_words(row.facts())}" for row in Deal.objects.order_by("number")]


def test_deals_recorded_without_signal_are_kept_shown_and_sent_in_order(sit_down):
    phone = sit_down()
    phone.record("2H", 8)
    phone.line.cut()
    phone.record("4S", 10)
    phone.record("3NT", 8, "E")

    assert phone.waiting() == ["Deal 2: 4♠ by North, made", "Deal 3: 3NT by East, 1 light"]
    assert said(phone.page.locator("#next-deal")).startswith("Deal 4 of 30, 27 left Dealer")
    check(phone.page)

    phone.line.mend()
    phone.all_sent()

    assert sheet() == ["1 2♥ by North, made", "2 4♠ by North, made", "3 3NT by East, 1 light"]
    assert "Deal 3: 3NT by East, 1 light" in said(phone.page.locator("#pad"))
