"""Chromium in the hands of a test: finding it, opening windows, waiting, and looking hard at a page."""

import os
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar
from weakref import WeakSet

from playwright.sync_api import Browser, BrowserContext, Page, Response

from tests.journeys import axe
from tests.journeys.cookies import Whose, cookies

T = TypeVar("T")

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # All cores are at work on tests: what a browser does besides, to be quick on its own, is work twice.
    # No page is open for so long that compiling its scripts anew, to be quicker, pays.
    "--js-flags=--single-threaded --no-maglev --no-turbofan",
    "--renderer-process-limit=1",
)
# The first is the same browser without windows, and takes a third less work.
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
# A window of 1280 by 720 pixels at a zoom of 200 %, and one without.
ZOOMED, SCREEN = {"width": 640, "height": 360}, {"width": 1280, "height": 800}
PICTURES = Path(__file__).parents[2] / ".screenshots"
# A test stops waiting after so many seconds; a busy machine needs more than an idle one.
PATIENCE = 30

_without_scripts: WeakSet[Page] = WeakSet()


def find_chromium() -> str | None:
    """The program to start, or None where this machine has no Chromium that can be driven."""
    on_path = (shutil.which(name) for name in NAMES)
    places = (os.environ.get("CHROMIUM"), *on_path, *MACS)
    return next((place for place in places if place and _is_drivable(Path(place))), None)


def playwrights_own() -> bool:
    """Whether Playwright has downloaded a Chromium of its own."""
    given = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    caches = (Path(given),) if given else (Path.home() / ".cache", Path.home() / "Library/Caches")
    return any(any(cache.glob("**/chromium*/INSTALLATION_COMPLETE")) for cache in caches)


def _is_drivable(program: Path) -> bool:
    """Whether it is there and no snap (nor a script that starts one): a snap's /tmp is its own, and it hangs."""
    if not program.is_file() or "snap" in program.resolve().parts:
        return False
    with program.open("rb") as beginning:
        return b"/snap/" not in beginning.read(10_000)


class Windows:
    """Fresh browser windows on one site, each with its own cookies, and what went wrong in any of them."""

    def __init__(self, chromium: Browser, address: str) -> None:
        self.chromium = chromium
        self.address = address
        self.complaints: list[str] = []
        self.contexts: list[BrowserContext] = []

    def open(self, width: int = 360, *, javascript: bool = True, whose: Whose | None = None, **options) -> Page:
        """A window as wide as a phone, in which nobody but who is named has come in.

        More `options` are as for Playwright's `new_context`.
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
            # Our own switch, not Playwright's: `check` must be able to turn scripts on for a moment.
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
        """A page may say no, which is for its test to judge; it may not break, nor lack a file."""
        may_refuse = response.request.resource_type in ("document", "fetch", "xhr")
        if response.status >= (500 if may_refuse else 400):
            self._complain(f"{response.status} for {response.request.method} {response.url}")

    def _complain_of_failure(self, url: str, failure: str | None) -> None:
        # Leaving a page breaks off its polls, and a download its navigation.
        if failure != "net::ERR_ABORTED":
            self._complain(f"{failure} for {url}")

    def _complain_of_message(self, kind: str, text: str) -> None:
        # `_judge` and `_complain_of_failure` have seen these already, and know which are no fault.
        known = ("Failed to load resource", "htmx:afterRequest", "htmx:sendAbort", "htmx:sendError", "Service Worker")
        if kind in ("error", "warning") and not text.startswith(known):
            self._complain(f"console {kind}: {text}")


def _allow_scripts(page: Page, allowed: bool) -> None:
    axe.session(page).send("Emulation.setScriptExecutionDisabled", {"value": not allowed})


def until(condition: Callable[[], T], seconds: float = PATIENCE) -> T:
    """Ask again and again until the answer is true, and give it; fail after so many seconds.

    Playwright's `wait_for_function` evaluates inside the page, which the site's policy forbids.
    """
    end = time.monotonic() + seconds
    while not (answer := condition()):
        assert time.monotonic() < end, f"waited {seconds} seconds in vain"
        time.sleep(0.05)
    return answer


def check(page: Page) -> None:
    """Fail unless the page is accessible (WCAG 2.2 AA and good practice) and nothing sticks out sideways."""
    # Before its styles are there, everything sticks out.
    page.wait_for_load_state()
    # What waits for an answer is pale for that moment.
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
    """Check the page on the smallest phone by day and on a screen by night, and that it fits sizes between.

    In every size each of `find` must find nothing either.
    """
    for size, scheme in ((SMALL_PHONE, "light"), (PHONE, "light"), (ZOOMED, "dark"), (SCREEN, "dark")):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        is_checked = size in (SMALL_PHONE, SCREEN)
        if is_checked:
            check(page)
        faults = [fault for look in (find if is_checked else (overflow, *find)) for fault in look(page)]
        assert not faults, "\n".join([f"{page.url} at {size}:", *faults])


def overflow(page: Page) -> list[str]:
    """Whatever sticks out sideways of a page that can be scrolled that way."""
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
    """Keep a picture of the whole page, named after its address and width unless told otherwise."""
    width = (page.viewport_size or {"width": 0})["width"]
    address = re.sub(r"\W+", "-", page.url.split("//")[-1].partition("/")[2]).strip("-")
    script = "-no-script" if page in _without_scripts else ""
    PICTURES.mkdir(exist_ok=True)
    # Hiding the caret would need a style of Playwright’s own, which the site’s policy forbids.
    page.screenshot(path=PICTURES / f"{name or address or 'home'}-{width}{script}.png", full_page=True, caret="initial")
