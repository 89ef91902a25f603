"""Browser window driven by WebDriver, in its classic or BiDi form."""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

# Seconds after which a test stops waiting. A busy machine needs this long.
PATIENCE = 30
# Return the middle of a visible element, if a tap there reaches it. A key in a form is a hidden field in its label.
MIDDLE = """(selector) => {
  for (const found of document.querySelectorAll(selector)) {
    let place = found;
    if (found.matches("input[type=radio], input[type=checkbox]")) place = found.closest("label") || found;
    place.scrollIntoView({ block: "center", behavior: "instant" });
    const box = [...place.getClientRects()].find((one) => one.width && one.height);
    if (!box) continue;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const top = document.elementFromPoint(x, y);
    if (top && (place.contains(top) || top.contains(place))) return [Math.round(x), Math.round(y)];
  }
  return null;
}"""
KEYS = {"Enter": "\ue007", "ArrowRight": "\ue014", "ArrowDown": "\ue015", "ArrowLeft": "\ue012", "ArrowUp": "\ue013"}


class DriverError(Exception):
    """An error response from a driver, such as for a script on a page that the window is leaving."""


class Window(ABC):
    """One person's window on a site, with its own cookies. Engines differ only in the abstract methods."""

    site = ""

    @abstractmethod
    def load(self, url: str) -> None:
        """Open this URL and wait until it is loaded."""

    @abstractmethod
    def evaluate(self, function: str) -> str:
        """Call an async function, given as source text, without arguments. Return its string."""

    @abstractmethod
    def act(self, actions: list[dict]) -> None:
        """Perform these WebDriver input actions."""

    @abstractmethod
    def pdf(self, *, landscape: bool = False, margin: int = 10) -> bytes:
        """Print the page on A4 with these margins in millimetres."""

    @abstractmethod
    def picture(self) -> bytes:
        """Return a screenshot of the window as PNG."""

    @abstractmethod
    def complaints(self) -> list[str]:
        """Return the console errors on all of the browser's pages since the last call."""

    @abstractmethod
    def close(self) -> None:
        """Close the window."""

    def go(self, path: str) -> None:
        """Open this path on the site."""
        self.load(self.site + path)

    def run(self, function: str, *arguments: object) -> Any:
        """Call a JavaScript function, given as source text. Return its result."""
        given = ", ".join(json.dumps(one) for one in arguments)
        return json.loads(self.evaluate(f"async () => JSON.stringify((await ({function})({given})) ?? null)"))

    def tap(self, selector: str) -> None:
        """Tap the first visible element for this selector, as soon as a tap reaches it."""
        x, y = self.until(lambda: self._middle(selector), f"tap {selector}")
        pointer = [
            {"type": "pointerMove", "x": x, "y": y, "origin": "viewport", "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.act([{"type": "pointer", "id": "finger", "parameters": {"pointerType": "mouse"}, "actions": pointer}])

    def _middle(self, selector: str) -> list[int] | None:
        """Return the point for tapping an element, or None while the element moves."""
        once = self.run(MIDDLE, selector)
        return once if once == self.run(MIDDLE, selector) else None

    def follow(self, selector: str) -> None:
        """Tap an element that leads to another page, and wait for that page.

        A tap is lost if the page redraws at that moment, so tap up to three times.
        """
        self.run("() => { window.isLeft = true; }")
        for seconds in (PATIENCE / 5, PATIENCE / 5):
            self.tap(selector)
            try:
                return self._leave(selector, seconds)
            except AssertionError:
                continue
        self.tap(selector)
        return self._leave(selector, PATIENCE)

    def _leave(self, selector: str, seconds: float) -> None:
        is_left = "() => !window.isLeft && document.readyState === 'complete'"
        self.until(lambda: self.run(is_left), f"leave by {selector}", seconds)

    def type(self, *texts: str) -> None:
        """Type text or the keys named in KEYS."""
        strokes = [key for text in texts for key in ([KEYS[text]] if text in KEYS else text)]
        actions = [{"type": kind, "value": key} for key in strokes for kind in ("keyDown", "keyUp")]
        self.act([{"type": "key", "id": "keyboard", "actions": actions}])

    def fill(self, selector: str, text: str) -> None:
        """Type text into an empty field."""
        self.tap(selector)
        self.type(text)

    def text(self, selector: str) -> str:
        """Return the text of the first element for this selector on one line, or "" if there is none."""
        return " ".join((self.run("(one) => document.querySelector(one)?.innerText", selector) or "").split())

    def count(self, selector: str) -> int:
        """Return the number of visible elements for this selector."""
        shown = "(one) => [...document.querySelectorAll(one)].filter((each) => each.getClientRects().length).length"
        return self.run(shown, selector)

    def until(self, condition: Callable[[], T], what: str, seconds: float = PATIENCE) -> T:
        """Call `condition` until its result is true, and return the result. Fail after `seconds`."""
        end, answer, fault = time.monotonic() + seconds, None, None
        while time.monotonic() < end:
            try:
                answer, fault = condition(), None
            except DriverError as error:
                # The browser is leaving the page.
                fault = error
            if answer:
                return answer
            time.sleep(0.05)
        raise AssertionError(f"waited {seconds} seconds to {what} at {self._address()}: {fault or answer}")

    def _address(self) -> str:
        try:
            return self.run("() => location.href")
        except DriverError as fault:
            return str(fault)
