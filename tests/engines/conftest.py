"""Fixtures for tests in WebKit and Firefox. `tests/browser` uses Chromium."""

from collections.abc import Callable, Iterator
from functools import cache
from urllib.parse import urlsplit

import pytest

from tests import machine
from tests.browser.browser import KNOWN
from tests.browser.line import Line
from tests.engines import firefox, webkit
from tests.engines.firefox import Firefox
from tests.engines.webkit import WebKit
from tests.engines.window import Window

ENGINES = ["webkit", "firefox"]
# Firefox complains about each service worker request that ends early, as when the line is cut or a page is left.
CUT = "A ServiceWorker intercepted the request and encountered an unexpected error."


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every engine test as a browser test with three attempts."""
    for item in items:
        if "engine" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=2))


@cache
def _start_webkit() -> WebKit:
    machine.needed("WebKitWebDriver")
    machine.needed("Xvfb")
    if fault := webkit.fault():
        machine.lacks(f"WebKitGTK for the system's own Python ({fault})")
    return WebKit()


@cache
def _start_firefox() -> Firefox:
    program = firefox.find()
    if program is None and machine.is_ubuntu():
        pytest.skip("Ubuntu has Firefox only as a snap, which tests cannot control")
    return Firefox(program or machine.lacks("a Firefox"))


@pytest.fixture(scope="session")
def running() -> Iterator[Callable[[str], WebKit | Firefox]]:
    """Return a function that starts an engine, once for the whole run."""
    starts = {"webkit": _start_webkit, "firefox": _start_firefox}
    yield lambda name: starts[name]()
    for start in starts.values():
        if start.cache_info().currsize:
            start().close()


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, running) -> WebKit | Firefox:
    """Start WebKit or Firefox."""
    if not machine.has_fonts():
        machine.lacks("the Liberation fonts, with which lines break where the tests expect it")
    return running(request.param)


@pytest.fixture
def open_window(engine, live_server) -> Iterator[Callable[..., tuple[Window, Line]]]:
    """Return a function that opens a window with its connection to the site. Fail the test after any page error."""
    site = urlsplit(live_server.url)
    opened: list[tuple[Window, Line]] = []

    def open_one(width: int = 375, height: int = 667) -> tuple[Window, Line]:
        line = Line(site.hostname or "", site.port or 0)
        window = engine.open(width, height)
        window.site = line.address
        opened.append((window, line))
        return opened[-1]

    yield open_one
    found = [fault for window, _ in opened for fault in window.complaints()]
    complaints = [fault for fault in found if not fault.startswith(KNOWN) and CUT not in fault]
    for window, line in opened:
        window.close()
        line.close()
    assert complaints == []
