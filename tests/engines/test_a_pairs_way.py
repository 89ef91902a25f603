"""Test for a whole match on two phones, in WebKit and Firefox."""

import pytest
from django.urls import reverse

from competition.draw.rules.result import Stage
from competition.entries.private_links import link_key
from scoring.models import Deal
from scoring.rules.words import deal_words
from tests import stories
from tests.engines.window import Window

pytestmark = pytest.mark.django_db(transaction=True)
KEPT = """async () => {
  const worker = await navigator.serviceWorker.getRegistration();
  return Boolean(worker?.active && await caches.match(location.href, { ignoreVary: true }));
}"""
NUMBER = "() => document.querySelector('[data-outbox] [name=number]')?.value ?? ''"
IS_READY = "() => !document.querySelector('#deal-form')?.inert"
REPORTS = "() => Boolean(document.querySelector('[data-seen]'))"
CONFIRM, UNDO = "form[action$='/confirm/']", "form[action$='/withdraw/']"
RECORDED = ["1 2♥ by North, made", "2 4♠ by South, +1", "3 passed in", "4 3NT by East, 1 light"]


def key(window: Window, **keys: object) -> None:
    """Press these keys in the form."""
    for name, value in keys.items():
        window.tap(f".deal-form [name='{name}'][value='{value}']")


def press(window: Window, button: str) -> None:
    """Press a button that records a deal, and wait until the form is ready for the next."""
    number = window.run(NUMBER)
    window.tap(button)
    window.until(lambda: window.run(NUMBER) != number and window.run(IS_READY), "record a deal")


def record(window: Window, declarer: str, level: int, denomination: str, result: int) -> None:
    """Record the next deal."""
    key(window, declarer=declarer, level=level, denomination=denomination, result=result)
    press(window, "#deal-form .primary")


def is_at(window: Window, number: int) -> None:
    """Wait until the page asks for this deal and nothing waits on the phone."""
    window.until(lambda: window.run(NUMBER) == str(number) and not window.count("#waiting"), f"come to deal {number}")


def sheet() -> list[str]:
    """Return the recorded deals in words."""
    return [f"{row.number} {deal_words(row.facts())}" for row in Deal.objects.order_by("number")]


def test_two_pairs_complete_a_match_on_their_phones(open_window):
    competition = stories.published(2, deals=4)
    ours, theirs = (place.pair for place in stories.tables(competition, "R1-M1"))
    (one, line), (other, _) = open_window(), open_window()

    one.go(reverse("link:open", args=[link_key(ours)]))
    one.follow("main form .primary")
    one.follow("a[href$='/R1-M1/open/']")
    one.tap("[name=east]:not(:disabled)")
    for name, player in {"north": ours, "east": theirs, "dealer": ours}.items():
        one.tap(f"[name={name}][value='{player.present[0].pk}']")
    one.follow("main form .primary")
    other.go(reverse("link:open", args=[link_key(theirs)]))
    other.follow("main form .primary")
    other.follow("a[href*='/R1-M1/']")

    record(one, "N", 2, "H", 0)
    is_at(other, 2)
    one.until(lambda: one.run(KEPT), "keep the page for the time without a line")
    line.cut()
    record(one, "S", 4, "S", 1)
    press(one, "#deal-form [name=passed_in]")
    one.go(reverse("play:match", args=[competition.slug, "R1-M1"]))
    one.until(lambda: one.count("#waiting li") or one.count("#waiting summary"), "show the deals that wait")
    assert sheet() == RECORDED[:1]
    line.mend()
    is_at(one, 4)
    is_at(other, 4)
    record(other, "E", 3, "NT", -1)

    one.until(lambda: one.count("a[href$='/submit/']"), "come to the end of the match")
    one.go(reverse("play:submit", args=[competition.slug, "R1-M1"]))
    one.follow("main form .primary")
    one.until(lambda: one.count(UNDO), "show the reported result")
    other.until(lambda: other.count(CONFIRM), "be asked")
    # The page reports that it was read, and then reloads.
    other.until(lambda: other.count(CONFIRM) and not other.run(REPORTS), "be asked again")
    other.follow(f"{CONFIRM} .primary")
    one.until(lambda: not one.count(UNDO), "learn of the confirmation")
    assert sheet() == RECORDED
    assert stories.now(competition).matches["R1-M1"].stage is Stage.OFFICIAL
