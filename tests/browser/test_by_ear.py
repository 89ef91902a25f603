"""Browser tests for the card with a screen reader: announcements and reading order."""

from contextlib import suppress

import pytest
from django.urls import reverse
from playwright.sync_api import Error, Page

from competition.draw.models.result_entry import ResultEntry
from competition.draw.queries.draw import clear_cache
from tests import stories
from tests.browser.axe import session
from tests.browser.browser import until
from tests.browser.pair import Pair
from tests.browser.person import beginning, eventually

pytestmark = pytest.mark.django_db(transaction=True)

# Report each text that appears in a live region after loading, and each heading that gets the focus.
LISTEN = r"""
(() => {
    const regions = "[role=status], [role=alert], [aria-live]";
    const words = (place) => place.innerText.replace(/\s+/g, " ").trim();
    const before = new WeakMap();
    const look = new MutationObserver((changes) => {
        const touched = changes.map(({ target }) => (target.closest ? target : target.parentElement));
        for (const place of new Set(touched.map((part) => part?.closest(regions)))) {
            if (!place?.checkVisibility() || before.get(place) === words(place)) continue;
            before.set(place, words(place));
            if (words(place)) hear(words(place));
        }
    });
    const all = { subtree: true, childList: true, characterData: true, attributes: true };
    addEventListener("DOMContentLoaded", () => look.observe(document, all));
    addEventListener("focus", ({ target }) => target.matches?.("h2") && hear(`[focus] ${words(target)}`), true);
})();
"""


class Listener(Pair):
    """A pair that uses a screen reader."""

    def __init__(self, page: Page) -> None:
        super().__init__(page, javascript=True)
        self.heard: list[str] = []
        page.expose_function("hear", lambda words: self.heard.append(words))
        page.add_init_script(LISTEN)

    def hears(self, *lines: str) -> None:
        """Wait until exactly these lines have been announced since the last check."""
        eventually(self.announced, [*lines])
        self.heard.clear()

    def forgets(self) -> None:
        """Discard the announcements so far."""
        until(self.announced)
        self.heard.clear()

    def announced(self) -> list[str]:
        """Return the announcements since the last check."""
        with suppress(Error):  # The page reloads.
            self.page.evaluate("0")  # Playwright delivers the announcements with the response.
        # This machine may be slow as well.
        return [line for line in self.heard if not line.startswith("The connection is slow")]

    def tree(self, part: str) -> str:
        """Return what a screen reader reads in this part of the page, in order."""
        return self.page.locator(part).aria_snapshot()


@pytest.fixture
def competition():
    return stories.published(2, deals=3)


@pytest.fixture
def phones(competition, open_browser):
    """Return both pairs' phones, on their match page."""
    pairs = [table.pair for table in stories.open_sheet(competition, "R1-M1")]
    for pair, names in zip(pairs, (("Ada", "Ben"), ("Cleo", "Dan")), strict=True):
        for player, name in zip(pair.players.all(), names, strict=True):
            player.name = f"{name} Lark"
            player.save()
    # The test saved the names without an action, so the cached draw is out of date.
    clear_cache()
    phones = [Listener(open_browser(whose=pair, service_workers="block")) for pair in pairs]
    for phone in phones:
        phone.go(reverse("play:match", args=[competition.slug, "R1-M1"]))
    return phones


KEYED = ("Which level?", "Which suit?", "What was the result?")
PAD = """
- heading "Rubber 1" [level=3]
- list "We, above the line":
  - listitem: 50 deal 2, light
- list "They, above the line"
- list "We, game 1, below the line":
  - listitem: 120 deal 1
- list "They, game 1, below the line"
- list "We, game 2, below the line"
- list "They, game 2, below the line"
- term: We
- definition: "170"
- term: They
- definition: "0"
"""


def test_recorded_and_undone_deals_are_announced(phones):
    ours, theirs = phones
    light, made = "4♠ by Ada, 2 light They 100 above", "4♠ by Ada, made We 120 below"
    after = "Game to Ada & Ben. One game to none."

    ours.record("Ada", "4♠", 8)
    ours.hears(*KEYED, light, "Deal 1: 4 spades by Ada, 2 light. They 100 above.", "[focus] Deal 2 of 3")
    theirs.wait(5)
    theirs.hears("Deal 1: 4 spades by Ada, 2 light. We 100 above.")

    ours.undo()
    ours.hears("Deal 1 was undone.")
    theirs.wait(5)
    theirs.hears("Deal 1 was undone.")

    ours.record("Ada", "4♠", 10)
    won = "Deal 1: 4 spades by Ada, made. We 120 below."
    ours.hears(*KEYED, made, won, "[focus] Deal 2 of 3", f"{after} We vulnerable. Cleo deals.")
    theirs.wait(5)
    recorded = f"Deal 1: 4 spades by Ada, made. They 120 below. {after} They vulnerable. Cleo deals."
    theirs.hears("Ada Lark & Ben Lark deleted deal 1.", recorded)

    theirs.record("Cleo", "1♥", 6)
    ours.wait(5)
    ours.hears("Deal 2: 1 heart by Cleo, 1 light. We 50 above.")
    assert ours.tree("#this-rubber") == PAD.strip()


def test_a_corrected_deal_and_the_result_are_announced(phones):
    ours, theirs = phones
    ours.record("Ada", "2♥", 8)
    ours.record("Ada", "4♠", 10)
    theirs.wait(5)
    theirs.hears(
        "Deal 1: 2 hearts by Ada, made. They 60 below. Deal 2: 4 spades by Ada, made. They 120 below. "
        "Game to Ada & Ben. One game to none. They vulnerable. Ben deals."
    )
    ours.forgets()
    theirs.correct_deal(1, 9)
    theirs.forgets()
    ours.wait(5)
    wish = "Cleo Lark & Dan Lark ask you to agree: deal 1 was 2♥ by Ada, 1 over."
    ours.hears(wish)
    ours.page.get_by_role("button", name=beginning("Accept")).click()
    theirs.wait(5)
    changed = "Deal 1: 2 hearts by Ada, 1 over. They 60 below, 30 above."
    theirs.hears(changed, "Ada Lark & Ben Lark accepted your change to deal 1.")

    theirs.pass_in()
    theirs.send_in()
    until(ResultEntry.objects.exists)
    ours.forgets()
    ours.wait(5)
    eventually(lambda: ours.announced()[-1:], ["Is it right that you won by 510?"])
    theirs.forgets()
    ours.press("Confirm the result")
    theirs.wait(5)
    until(lambda: "You lost by 510 points. Confirmed" in " ".join(theirs.announced()))


def test_required_keys_are_valid_before_they_are_touched(phones):
    ours, _ = phones
    ours.page.get_by_role("radio", name="Ada").check()
    tree = session(ours.page).send("Accessibility.getFullAXTree")["nodes"]
    keys = [node for node in tree if node.get("role", {}).get("value") == "radio"]
    said = {one["value"]["value"] for node in keys for one in node["properties"] if one["name"] == "invalid"}

    assert said == {"false"}
    more = ours.page.get_by_role("checkbox", name="more")
    assert (more.get_attribute("aria-expanded"), ours.page.get_by_role("radio", name="5 light").count()) == ("false", 0)
    ours.page.get_by_role("checkbox", name="honours").check()
    # Lines without indentation belong to no group.
    assert '- checkbox "honours" [checked] [expanded]' in ours.tree("#deal-form").splitlines()
    assert '- checkbox "more"' in ours.tree("#deal-form").splitlines()
    ours.page.get_by_role("button", name="Clear").click()
    assert ours.page.get_by_role("checkbox", name="honours").count() == 0
