"""A real Chromium for the journeys."""

import os
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests import machine
from tests.journeys.browser import FLAGS, Windows, find_chromium, playwrights_own


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that opens a browser, so that no author can forget to; it has two attempts."""
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
            # A browser on a busy machine now and then breaks down or comes too late. Whatever fails twice is a fault.
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for the whole run; where there is none, skip, but in CI fail."""
    program = find_chromium()
    if program is None and not playwrights_own():
        machine.lacks("a Chromium that can be driven, also named in CHROMIUM")
    if not machine.has_fonts():
        machine.lacks("the Liberation fonts, with which lines break where the tests expect it")
    machine.node()
    # Playwright keeps an event loop in this thread, which Django takes for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_browser(chromium: Browser, live_server) -> Iterator[Callable[..., Page]]:
    """Open fresh windows on the site: `open_browser(1280, javascript=False)`; any complaint fails the test."""
    windows = Windows(chromium, live_server.url)
    yield windows.open
    windows.close()
    assert windows.complaints == []
