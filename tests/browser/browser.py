"""Helpers for Chromium in tests: find it, open windows, wait and check a page."""

import os
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar
from weakref import WeakSet

from playwright.sync_api import Browser, BrowserContext, Page, Response

from tests.browser import axe
from tests.browser.cookies import Whose, cookies

T = TypeVar("T")

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # All cores are busy with tests, so turn off the browser's background compilation. No page stays open long enough
    # to benefit from it.
    "--js-flags=--single-threaded --no-maglev --no-turbofan",
    "--renderer-process-limit=1",
)
# The headless shell comes first, because it needs a third less CPU time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "microsoft-edge",
)
MACS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
SMALL_PHONE, PHONE = {"width": 320, "height": 568}, {"width": 360, "height": 640}
# ZOOMED is a window of 1280 by 720 pixels at a zoom of 200 %. SCREEN has no zoom.
ZOOMED, SCREEN = {"width": 640, "height": 360}, {"width": 1280, "height": 800}
# Messages about requests that end early, for example when a page is left. The methods of `Windows` judge requests.
KNOWN = ("Failed to load resource", "htmx:afterRequest", "htmx:send", "htmx:timeout", "Service Worker")
PICTURES = Path(__file__).parents[2] / ".screenshots"
# Seconds after which a test stops waiting. A busy machine needs this long.
PATIENCE = 30

_without_scripts: WeakSet[Page] = WeakSet()


def find_chromium() -> str | None:
    """Return the path of a Chromium that tests can drive, or None."""
    on_path = (shutil.which(name) for name in NAMES)
    places = (os.environ.get("CHROMIUM"), *on_path, *MACS)
    return next((place for place in places if place and _is_drivable(Path(place))), None)


def playwrights_own() -> bool:
    """Return True if Playwright has downloaded its own Chromium."""
    given = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    caches = (Path(given),) if given else (Path.home() / ".cache", Path.home() / "Library/Caches")
    return any(any(cache.glob("**/chromium*/INSTALLATION_COMPLETE")) for cache in caches)


def _is_drivable(program: Path) -> bool:
    """Return True if the program exists and is not a snap. A snap has a private /tmp and hangs."""
    if not program.is_file() or "snap" in program.resolve().parts:
        return False
    with program.open("rb") as beginning:
        return b"/snap/" not in beginning.read(10_000)


class Windows:
    """New browser windows on one site, each with its own cookies. `complaints` lists all errors in them."""

    def __init__(self, chromium: Browser, address: str) -> None:
        self.chromium = chromium
        self.address = address
        self.complaints: list[str] = []
        self.contexts: list[BrowserContext] = []

    def open(self, width: int = 360, *, javascript: bool = True, whose: Whose | None = None, **options) -> Page:
        """Open a window as wide as a phone, signed in as `whose`.

        Further `options` go to Playwright's `new_context`.
        """
        context = self.chromium.new_context(
            base_url=self.address,
            viewport={"width": width, "height": 740 if width < 600 else 900},
            locale="en-GB",
            timezone_id="Europe/London",
            reduced_motion="reduce",
            **options,
        )
        context.set_default_timeout(PATIENCE * 1000)
        self.contexts.append(context)
        self._listen(context)
        if whose:
            context.add_cookies(cookies(whose, self.address))
        page = context.new_page()
        if not javascript:
            # Do not use Playwright's option for JavaScript, because `check` must be able to turn it on briefly.
            _without_scripts.add(page)
            _allow_scripts(page, False)
        return page

    def close(self) -> None:
        """Close every window."""
        for context in self.contexts:
            context.close()

    def _listen(self, context: BrowserContext) -> None:
        context.on("weberror", lambda error: self._complain(f"script error: {error.error}"))
        context.on("response", self._judge)
        context.on("requestfailed", lambda request: self._complain_of_failure(request.url, request.failure))
        context.on("console", lambda message: self._complain_of_message(message.type, message.text))

    def _complain(self, complaint: str) -> None:
        self.complaints.append(complaint)

    def _judge(self, response: Response) -> None:
        """Record an unexpected error response.

        Tests check refused requests for pages themselves, so record only server errors for pages, but every error for
        files.
        """
        may_refuse = response.request.resource_type in ("document", "fetch", "xhr")
        if response.status >= (500 if may_refuse else 400):
            self._complain(f"{response.status} for {response.request.method} {response.url}")

    def _complain_of_failure(self, url: str, failure: str | None) -> None:
        # Leaving a page aborts its polls, and a download aborts its navigation.
        if failure != "net::ERR_ABORTED":
            self._complain(f"{failure} for {url}")

    def _complain_of_message(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not text.startswith(KNOWN):
            self._complain(f"console {kind}: {text}")


def _allow_scripts(page: Page, allowed: bool) -> None:
    axe.session(page).send("Emulation.setScriptExecutionDisabled", {"value": not allowed})


def until(condition: Callable[[], T], seconds: float = PATIENCE) -> T:
    """Call `condition` repeatedly until its result is true, and return the result. Fail after `seconds`.

    The site's content security policy blocks Playwright's `wait_for_function`.
    """
    end = time.monotonic() + seconds
    while not (answer := condition()):
        assert time.monotonic() < end, f"waited {seconds} seconds in vain"
        time.sleep(0.05)
    return answer


def check(page: Page) -> None:
    """Fail if the page violates WCAG 2.2 AA or good practice, or if it overflows sideways."""
    # Without its styles the page overflows.
    page.wait_for_load_state()
    # An element is pale while it waits for a response, so wait until all requests have ended.
    until(lambda: not page.evaluate("document.getElementsByClassName('htmx-request').length"))
    if os.environ.get("SCREENSHOTS"):
        screenshot(page)
    if page in _without_scripts:
        _allow_scripts(page, True)
    try:
        faults = [*overflow(page), *axe.violations(page)]
    finally:
        if page in _without_scripts:
            _allow_scripts(page, False)
    assert not faults, "\n".join([f"{page.url} at {page.viewport_size}:", *faults])


def check_all_round(page: Page, *find: Callable[[Page], list[str]]) -> None:
    """Check the page on the smallest phone in light mode and on a screen in dark mode, and its fit on a zoomed screen.

    Each function in `find` must return no faults at any size. No style sheet changes between 320 and 360 pixels.
    """
    for size, scheme in ((SMALL_PHONE, "light"), (ZOOMED, "dark"), (SCREEN, "dark")):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        is_checked = size in (SMALL_PHONE, SCREEN)
        if is_checked:
            check(page)
        faults = [fault for look in (find if is_checked else (overflow, *find)) for fault in look(page)]
        assert not faults, "\n".join([f"{page.url} at {size}:", *faults])


def overflow(page: Page) -> list[str]:
    """Return the elements that overflow a page sideways."""
    return page.evaluate(
        """() => {
            const width = document.documentElement.clientWidth;
            if (document.documentElement.scrollWidth <= width) return [];
            return [...document.querySelectorAll("body *")]
                .filter(element => element.getBoundingClientRect().right > width + 1)
                .map(element => `sticks out beyond ${width} px: ${element.cloneNode().outerHTML}`);
        }"""
    )


def screenshot(page: Page, name: str = "") -> None:
    """Save a screenshot of the whole page, named after its path and width by default."""
    width = (page.viewport_size or {"width": 0})["width"]
    address = re.sub(r"\W+", "-", page.url.split("//")[-1].partition("/")[2]).strip("-")
    script = "-no-script" if page in _without_scripts else ""
    PICTURES.mkdir(exist_ok=True)
    # Keep the caret, because the content security policy forbids the style that hides it.
    page.screenshot(path=PICTURES / f"{name or address or 'home'}-{width}{script}.png", full_page=True, caret="initial")
