"""Fixtures for browser tests with a real Chromium."""

import os
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests import machine
from tests.browser.browser import FLAGS, Windows, find_chromium, playwrights_own


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that uses Chromium as a browser test with two attempts."""
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
            # A browser sometimes fails on a busy machine, so only a second failure counts.
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Start one Chromium for the whole run. If there is none, skip the test, or fail it in CI."""
    program = find_chromium()
    if program is None and not playwrights_own():
        machine.lacks("a Chromium that can be driven, also named in CHROMIUM")
    if not machine.has_fonts():
        machine.lacks("the Liberation fonts, with which lines break where the tests expect it")
    machine.node()
    # Django mistakes Playwright's event loop in this thread for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_browser(chromium: Browser, live_server) -> Iterator[Callable[..., Page]]:
    """Return a function that opens new windows, such as `open_browser(1280, javascript=False)`.

    Fail the test after any error in a window.
    """
    windows = Windows(chromium, live_server.url)
    yield windows.open
    windows.close()
    assert windows.complaints == []
