"""Browser that counts an organiser's work: clicks, pages, new words to read and characters to type."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, sync_playwright

from tests.browser.browser import FLAGS, find_chromium, until

SECONDS_A_CLICK, WORDS_A_MINUTE, CHARACTERS_A_MINUTE = 1.2, 250, 200
PASSWORDS = "sign-ins and passwords"
# Text for screen readers only is not visible, and nobody reads all options in a list.
_VISIBLE_TEXT = """main => {
    const hidden = [...main.querySelectorAll(".sr, select")];
    for (const element of hidden) element.style.display = "none";
    const text = main.innerText;
    for (const element of hidden) element.style.display = "";
    return text;
}"""
_WITH_PASSWORD = ("/sign-in/", "/password/again/")


@dataclass
class Work:
    """The work of one step."""

    clicks: int = 0
    pages: int = 0
    words: int = 0
    typed: int = 0

    @property
    def minutes(self) -> float:
        """The time in minutes that the work takes."""
        reads, types = self.words / WORDS_A_MINUTE, self.typed / CHARACTERS_A_MINUTE
        return self.clicks * SECONDS_A_CLICK / 60 + reads + types

    def __add__(self, other: "Work") -> "Work":
        return Work(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))


class CountedOrganiser:
    """An organiser with a browser. Actions are counted for the current step, and sign-ins for a separate step."""

    def __init__(self, page: Page, username: str, password: str) -> None:
        self.page, self.username, self.password = page, username, password
        self.steps: dict[str, Work] = {PASSWORDS: Work()}
        self._step = PASSWORDS
        self._read: set[str] = set()
        self._has_typed = False
        # The step and the address of each page that asked for the password.
        self.prompts: list[str] = []
        # Words, step and path for each view of a page.
        self.pages: list[tuple[int, str, str]] = []

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Count everything in the block under this step."""
        before, self._step = self._step, name
        self.steps.setdefault(name, Work())
        try:
            yield
        finally:
            self._step = before

    @property
    def _work(self) -> Work:
        return self.steps[self._step]

    def open(self, address: str) -> None:
        """Open a bookmark, and sign in if necessary."""
        self._work.clicks += 1
        self.page.goto(address)
        self._arrive()

    def click(self, place: Locator) -> None:
        """Click something that stays on the page."""
        self._unfold(place)
        place.first.click()
        self._work.clicks += 1
        self._look()

    def go(self, place: Locator) -> None:
        """Click a link or a button that loads another page."""
        self._unfold(place)
        self._press(place)
        self._arrive()

    def _press(self, place: Locator) -> None:
        with self.page.expect_navigation():
            place.first.click()
        self._work.clicks += 1

    def _unfold(self, place: Locator) -> None:
        folded = place.first.locator("xpath=ancestor::details[not(@open)]/summary")
        if not place.first.is_visible() and folded.count():
            self.click(folded.first)

    def follow(self, address: str) -> None:
        """Follow the first link in the main part or the menu whose address contains this text."""
        link = self.page.locator(f"main a[href*='{address}']:visible, nav a[href*='{address}']:visible")
        self.go(link if link.count() else self.page.locator(f"main a[href*='{address}']"))

    def menu(self, name: str) -> None:
        """Follow a link in the desk menu."""
        self.go(self.page.get_by_role("navigation", name="Desk").get_by_role("link", name=re.compile(f"^{name}")))

    def submit(self, within: str = "main form") -> None:
        """Press the form's first prominent button."""
        buttons = self.page.locator(f"{within} button:visible")
        filled = self.page.locator(f"{within} button.primary:visible, {within} button.danger:visible")
        self.go(filled if filled.count() else buttons)

    def decide(self) -> None:
        """Submit the form for a decision, and confirm its preview if there is one."""
        self.submit()
        self.confirm()

    def confirm(self) -> None:
        """Confirm the preview of a decision, if this page is a preview."""
        if self.has("#decision"):
            self.submit("form:has([name=shown])")

    def type(self, name: str, text: object) -> None:
        """Type into the field with this name."""
        field = self.page.locator(f"main [name='{name}']:not([type=hidden])").first
        self._unfold(field)
        if field.input_value() != str(text):
            field.fill(str(text))
            # The Tab key moves from field to field, so only the first field on a page needs a click.
            self._work.clicks += not self._has_typed
            self._work.typed += len(str(text)) + self._has_typed
            self._has_typed = True

    def paste(self, name: str, text: str) -> None:
        """Paste into the field with this name, which counts as a click and a key press."""
        self.page.locator(f"main [name='{name}']").first.fill(text)
        self._work.clicks += 1
        self._work.typed += 1

    def choose(self, name: str, value: object) -> None:
        """Choose an option in the field with this name, or tick it."""
        field = self.page.locator(f"main [name='{name}']:not([type=hidden])")
        if field.first.evaluate("field => field.tagName") == "SELECT":
            field.first.select_option(str(value))
            self._work.clicks += 2
            return
        option = field if value == "on" else field.locator(f"xpath=self::*[@value='{value}']").first
        self._unfold(option)
        if not option.is_checked():
            option.check(force=True)
            self._work.clicks += 1

    def has(self, selector: str) -> bool:
        """Return True if the page has this element."""
        return self.page.locator(selector).count() > 0

    def addresses(self, links: str) -> list[str]:
        """Return the addresses of these links."""
        return [link.get_attribute("href") or "" for link in self.page.locator(links).all()]

    def text(self) -> str:
        """Return the text in the main part."""
        return " ".join(self.page.locator("main").inner_text().split())

    def _arrive(self) -> None:
        self.page.wait_for_load_state()
        self._has_typed = False
        self._work.pages += 1
        self._look()
        if urlsplit(self.page.url).path.endswith(_WITH_PASSWORD):
            self.prompts.append(f"{self._step}: {urlsplit(self.page.url).query}")
            with self.step(PASSWORDS):
                self._give_password()
            self._arrive()

    def _give_password(self) -> None:
        if self.has("main [name=username]"):
            self.type("username", self.username)
            self.choose("keep", "on")
        self.type("password", self.password)
        self._press(self.page.locator("main button.primary"))

    def _look(self) -> None:
        """Read the lines and cells in the main part that were not on earlier pages."""
        lines = [cell for line in self._lines() for cell in line.split("\t")]
        words = sum(len(line.split()) for line in dict.fromkeys(lines) if line not in self._read)
        self._work.words += words
        self.pages.append((words, self._step, urlsplit(self.page.url).path))
        self._read |= {*lines}

    def _lines(self) -> list[str]:
        return until(lambda: self.page.locator("main").first.evaluate(_VISIBLE_TEXT)).splitlines()


@contextmanager
def counted_organiser(address: str, username: str, password: str) -> Iterator[CountedOrganiser]:
    """Open a browser on the site with this URL until the block ends."""
    # Django mistakes Playwright's event loop in this thread for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 900})
        context.set_default_timeout(15_000)
        yield CountedOrganiser(context.new_page(), username, password)
        browser.close()


def table(organiser: CountedOrganiser) -> str:
    """Return a table of the work in each step, the sum, and the pages with the most words."""
    rows = [*organiser.steps.items(), ("all", sum(organiser.steps.values(), Work()))]
    lines = [f"{'':44}{'clicks':>8}{'pages':>8}{'words':>8}{'typed':>8}{'minutes':>9}"]
    for name, work in rows:
        lines.append(f"{name:44}{work.clicks:8}{work.pages:8}{work.words:8}{work.typed:8}{work.minutes:9.1f}")
    lines += ["", *(f"password for {prompt}" for prompt in organiser.prompts)]
    longest = sorted(organiser.pages, reverse=True)[:12]
    return "\n".join([*lines, "", *(f"{words:5} words: {step}, {path}" for words, step, path in longest), ""])
