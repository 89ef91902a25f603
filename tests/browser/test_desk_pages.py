"""Browser test for every page of the desk, on a small phone in light mode and on a screen in dark mode."""

import re

import pytest
from playwright.sync_api import Page

from tests import desks
from tests.browser.browser import SCREEN, SMALL_PHONE, check
from tests.browser.cookies import cookies

pytestmark = pytest.mark.django_db(transaction=True)
WAYS = ((SMALL_PHONE, "light"), (SCREEN, "dark"))
# The draw pages change before publication. A finished competition has no parts that these phases lack.
PHASES = ((desks.taking_entries, ""), (desks.running, ""), (desks.drawn, "/draw/"))
# Fragments polled by a page are not pages.
FRAGMENT = "/live/"
# Check each page on a phone, and a page with a new kind of part also on a screen.
PARTS = re.compile(
    r"<(?:h2|summary|fieldset|table|dl|form|input|textarea|svg)|class=\"[^\"]+\"|data-[a-z]+=\"[a-z ]+\""
)
# Controls lower than 44 pixels, the minimum for a finger. Links within sentences are exempt.
LOW = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary")].filter(place => {
    const { height, width } = place.getBoundingClientRect(), style = getComputedStyle(place);
    const shown = width > 1 && height > 1 && !["radio", "checkbox", "hidden"].includes(place.type);
    return shown && style.display !== "inline" && !place.matches(".skip, .sr") && height < 44;
}).map(place => place.outerHTML)"""


def test_every_page_of_the_desk_is_accessible_and_fits(open_browser, live_server, client):
    window = open_browser()
    known: dict[str, set[str]] = {}
    for phase, only in PHASES:
        competition = phase(8)
        window.context.clear_cookies()
        client.force_login(competition.owner)
        window.context.add_cookies(cookies(competition.owner, live_server.url))
        found = [(pattern, address) for (pattern, *_), address in desks.pages(competition) if only in pattern]
        pages = [(pattern, address) for pattern, address in found if not pattern.endswith(FRAGMENT)]
        for pattern, address in pages:
            answer = client.get(address)
            parts = set(PARTS.findall(answer.getvalue().decode(errors="replace")))
            is_new = not parts <= set().union(*known.values())
            if answer.status_code == 200 and (is_new or pattern not in known):
                look(window, address, WAYS if is_new else WAYS[:1])
                known.setdefault(pattern, set()).update(parts)

    assert known.keys() >= {"/desk/", "/desk/<slug:competition>/"}


def look(window: Page, address: str, ways: tuple[tuple, ...]) -> None:
    """Check a page in each of these window sizes and colour schemes."""
    window.goto(address)
    for size, colours in ways:
        window.set_viewport_size(size)
        window.emulate_media(color_scheme=colours)
        check(window)
        assert window.evaluate(LOW) == [], address
