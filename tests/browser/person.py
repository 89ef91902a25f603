"""Person at a browser who follows links, presses buttons and fills in forms."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TypeVar

from playwright.sync_api import Error, Locator, Page

from tests.browser.browser import overflow, until

T = TypeVar("T")


class Person:
    """A person with one browser window. `taps` counts the taps."""

    def __init__(self, page: Page, *, javascript: bool) -> None:
        self.page = page
        self.javascript = javascript
        self.taps = 0
        if javascript:
            page.clock.install()

    def go(self, address: str) -> None:
        """Open this URL."""
        try:
            self.page.goto(address)
        except Error:
            # The page's own reload interrupted the first attempt.
            self.page.goto(address)
        self.look()

    def look(self) -> None:
        """Fail if the page overflows sideways. Other tests check each page in every size."""
        try:
            faults = overflow(self.page)
        except Error:
            # The page is reloading by itself.
            self.page.wait_for_load_state()
            faults = overflow(self.page)
        assert faults == [], self.page.url

    def follow(self, link: str) -> None:
        """Follow the link whose name begins with this text to another page."""
        place = self.page.get_by_role("link", name=beginning(link))
        if place.count() == 0:
            # Rarely needed links are folded.
            self.unfold(self.page.get_by_role("link", name=beginning(link), include_hidden=True).first)
        with self.page.expect_navigation():
            self._tap(place.first)
        self.look()

    def press(self, button: str) -> None:
        """Press the button with this name and wait for the next page."""
        with self.page.expect_navigation():
            self._tap(self.page.get_by_role("button", name=button, exact=True))
        self.look()

    def _tap(self, place: Locator) -> None:
        place.click()
        self.taps += 1

    def fill(self, fields: Mapping[str, object]) -> None:
        """Fill in the fields whose labels begin with these texts."""
        for label, text in fields.items():
            field = self.page.get_by_label(beginning(label))
            self.unfold(field)
            field.fill(str(text))

    def unfold(self, place: Locator) -> None:
        """Open the folded part of the page that contains this place."""
        if not place.is_visible() and (part := place.locator("xpath=ancestor::details[not(@open)]/summary")).count():
            self._tap(part.first)

    def choose(self, group: str, option: str) -> None:
        """Choose the option in this group that begins with this text."""
        keys = self.page.get_by_role("group", name=group, exact=True, include_hidden=True)
        key = keys.get_by_role("radio", name=beginning(option), include_hidden=True)
        self.unfold(key)
        if not key.is_checked():
            self._tap(key)

    def wait(self, seconds: int) -> None:
        """Advance the clock so that the page polls. Reload the page if JavaScript is off."""
        if self.javascript:
            self.page.clock.fast_forward(seconds * 1000)
        else:
            self.page.reload()

    def reads(self, text: str) -> bool:
        """Wait until this text is on the page, and return True."""
        return until(lambda: text in said(self.page.locator("main")))

    def faults(self) -> list[str]:
        """Return the error messages on the page."""
        return [said(fault) for fault in self.page.locator(".errors li").all()]


def beginning(words: str) -> re.Pattern[str]:
    """Return a pattern for names that begin with this text."""
    return re.compile(rf"^{re.escape(words)}(?!\w)")


def said(place: Locator) -> str:
    """Return an element's text on one line."""
    return " ".join(place.inner_text().split())


def eventually(read: Callable[[], T], expected: T) -> None:
    """Fail unless `read` returns the expected value in time."""
    with suppress(AssertionError):
        until(lambda: read() == expected)
    found = read()
    assert found == expected, f"{found} is not {expected}"
