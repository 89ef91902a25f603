"""Somebody at a browser: follows links, presses buttons, fills in forms, and looks hard at every page they come to."""

import re
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from typing import TypeVar
from urllib.parse import urlsplit

from playwright.sync_api import Error, Locator, Page

from tests.journeys.browser import check, until

T = TypeVar("T")

PARTS = "h1, h2, h3, legend, summary, dl, table, ol, input, .button, .notice, .badge, .match, .side, [role]"
KINDS = """parts => [innerWidth, matchMedia("(prefers-color-scheme: dark)").matches,
  ...[...document.querySelectorAll(parts)].map(
    part => [part.tagName, part.className, part.dataset.kind, part.dataset.state].join())]"""


# Of each page, as wide and as bright: the kinds of parts it had when anybody looked at it.
_checked: dict[Hashable, set[str]] = {}


class Person:
    """Whoever holds this window, and counts their taps."""

    def __init__(self, page: Page, *, javascript: bool) -> None:
        self.page = page
        self.javascript = javascript
        self.taps = 0
        if javascript:
            page.clock.install()

    def go(self, address: str) -> None:
        """Come to this address."""
        try:
            self.page.goto(address)
        except Error:
            self.page.goto(address)  # what the page was loading of its own accord came in between
        self.look()

    def look(self) -> None:
        """Check the page, unless it has no part of a kind that one under such an address, as wide, did not have."""
        address = re.sub(r"(?<=/p/).*|\d+", "0", urlsplit(self.page.url).path)
        width, dark, *parts = self._parts()
        known = _checked.setdefault((address, self.javascript, width, dark), set())
        if not known.issuperset(parts):
            check(self.page)
            known.update(parts)

    def _parts(self) -> list:
        try:
            return self.page.evaluate(KINDS, PARTS)
        except Error:
            self.page.wait_for_load_state()  # the page is being loaded again of its own accord
            return self.page.evaluate(KINDS, PARTS)

    def follow(self, link: str) -> None:
        """Follow the link whose name begins with these words to another page."""
        with self.page.expect_navigation():
            self._tap(self.page.get_by_role("link", name=beginning(link)).first)
        self.look()

    def press(self, button: str) -> None:
        """Press the button of this name, which leads to another page or back to this one."""
        with self.page.expect_navigation():
            self._tap(self.page.get_by_role("button", name=button, exact=True))
        self.look()

    def _tap(self, place: Locator) -> None:
        place.click()
        self.taps += 1

    def fill(self, fields: Mapping[str, object]) -> None:
        """Write into the fields whose labels begin with these words."""
        for label, text in fields.items():
            self.page.get_by_label(beginning(label)).fill(str(text))

    def choose(self, group: str, option: str) -> None:
        """Press the key of this group that begins with these words, unless it is pressed already."""
        keys = self.page.get_by_role("group", name=group, exact=True)
        key = keys.get_by_role("radio", name=beginning(option))
        if not key.is_checked():
            self._tap(key)

    def wait(self, seconds: int) -> None:
        """Let so much time go by, in which the page asks for news; without scripts its reader loads it again."""
        if self.javascript:
            self.page.clock.fast_forward(seconds * 1000)
        else:
            self.page.reload()

    def reads(self, text: str) -> bool:
        """Whether this stands on the page, or comes to stand there before long."""
        return until(lambda: text in said(self.page.locator("main")))

    def faults(self) -> list[str]:
        """What the page says is wrong with what was sent."""
        return [said(fault) for fault in self.page.locator(".errors li").all()]


def beginning(words: str) -> re.Pattern[str]:
    """Whatever is called by these words, or by a name that begins with them."""
    return re.compile(rf"^{re.escape(words)}(?!\w)")


def said(place: Locator) -> str:
    """What stands there, on one line."""
    return " ".join(place.inner_text().split())


def eventually(read: Callable[[], T], expected: T) -> None:
    """Fail unless what is read comes to be this before long."""
    with suppress(AssertionError):
        until(lambda: read() == expected)
    found = read()
    assert found == expected, f"{found} is not {expected}"
