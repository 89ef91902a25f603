"""Browser tests for score pads, with two phones, one of which loses its connection."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page

from competition.pads.models import ScorePad
from scoring.pads.papers import PadGame
from tests.browser.browser import PHONE, Windows, check, check_all_round, until
from tests.browser.line import Line
from tests.browser.person import said
from tests.browser.test_pad_for_everybody import cut_off, too_small
from tests.friends import NAMES, begin, record

pytestmark = pytest.mark.django_db(transaction=True)
# Requests fail while the connection is cut.
EXPECTED = "net::"
# Ann, the scorer, and her partner win each rubber by two games to none.
TWO_NIL = [("Ann", "3NT", 9), ("Ann", "4S", 10)]


class Phone:
    """A phone that has joined the score pad, with its connection to the site."""

    def __init__(self, page: Page, line: Line) -> None:
        self.page, self.line = page, line

    def press(self, button: str) -> None:
        self.page.get_by_role("button", name=button, exact=True).click()

    def record(self, declarer: str, contract: str, tricks: int) -> None:
        """Record the next deal. Declarer is given by name."""
        number = self.number
        self.page.locator(".deal-form label").filter(has_text=declarer).click()
        level = int(contract[0])
        for name, value in {"level": level, "denomination": contract[1:], "result": tricks - 6 - level}.items():
            self.page.locator(f".deal-form [name={name}][value='{value}']").click()
        self.press(f"Record deal {number}")
        until(lambda: self.number != number)
        if not self.line.is_cut:
            assert self.reads(f"Deal {number}: ")

    @property
    def number(self) -> str:
        return self.page.locator("[data-outbox] [name=number]").input_value()

    def reads(self, text: str) -> bool:
        """Wait until this text is on the page, and return True."""
        return until(lambda: text in said(self.page.locator("main")))


@pytest.fixture
def open_phone(chromium: Browser, live_server) -> Iterator:
    """Return a function that opens a phone with its own connection to the site."""
    site, opened = urlsplit(live_server.url), []

    def open_one() -> Phone:
        line = Line(site.hostname, site.port)
        windows = Windows(chromium, line.address)
        opened.append((windows, line))
        return Phone(windows.open(), line)

    yield open_one
    for windows, line in opened:
        windows.close()
        line.close()
        assert [complaint for complaint in windows.complaints if EXPECTED not in complaint] == []


def test_two_phones_score_singles_and_one_loses_its_connection(open_phone):
    first, second = open_phone(), open_phone()
    first.page.goto("/")
    first.page.get_by_role("link", name="Score pads").click()
    first.page.get_by_role("link", name="Singles").click()
    check(first.page)
    for field, name in zip(("Scorer", "Player A", "Player B", "Player C"), ("Ann", "Bob", "Cyd", "Dan"), strict=True):
        first.page.get_by_label(field, exact=True).first.fill(name)
    first.press("Start score pad")
    first.page.get_by_role("link", name="Add another phone").click()
    check(first.page)
    link = urlsplit(said(first.page.locator("#link"))).path
    first.page.get_by_role("link", name="Back to the pad").click()
    second.page.goto(link)
    check(second.page)
    second.press("Open pad on this phone")

    for deal in TWO_NIL:
        first.record(*deal)
    assert first.reads("Round 1, rubber 2: Ann & Cyd v Bob & Dan")
    until(lambda: second.number == "3")

    second.line.cut()
    for deal in TWO_NIL:
        second.record(*deal)
    second.press("Undo deal 4")
    until(lambda: second.number == "4")
    second.press("Record deal 4")
    until(lambda: second.number == "5")
    assert second.reads("No connection to the site. 2 deals saved on this phone, not sent yet.")
    assert ScorePad.objects.get().rows.count() == 2
    check(second.page)
    second.line.mend()
    second.page.locator("#waiting").wait_for(state="hidden")
    assert second.reads("Round 1, rubber 3: Ann & Dan v Bob & Cyd")

    until(lambda: first.number == "5")
    standings = [said(row) for row in first.page.locator("#standings tbody tr").all()]
    assert len(standings) == 4
    assert standings[0].startswith("1 Ann ")
    check(first.page)


@pytest.fixture
def arrive(open_browser, live_server, transactional_db):
    """Return a function that opens a new score pad for a game, as the player who started it."""

    def come(game: PadGame, *deals: str, **options):
        phone, pad = begin(game)
        record(phone, pad, *deals)
        window = open_browser(whose=phone, **options)
        window.goto(reverse("pads:pad", args=[pad.pk]))
        return window, pad

    return come


SOME = {
    PadGame.CHICAGO: ["N 3NT 9", "E 2H 8", "S 4SX 8", "W 1NT 7"],
    PadGame.SINGLES: ["S 3NT 9", "B 2HX 9", "A 6H 12", "S 2H 8"],
}


@pytest.mark.parametrize("game", SOME)
def test_every_page_of_a_score_pad_is_accessible_and_fits(arrive, game):
    window, pad = arrive(game, *SOME[game])
    pages = [reverse(f"pads:{name}", args=[pad.pk]) for name in ("pad", "print")]
    pages.append(reverse("pads:begin", args=[game]))
    # These pages are the same in every game.
    if game is PadGame.SINGLES:
        pages.append(reverse("pads:deal", args=[pad.pk, 2]))
        pages += [reverse(f"pads:{name}", args=[pad.pk]) for name in ("share", "players", "partners")]
        pages += [reverse("pads:delete", args=[pad.pk, 2]), reverse("pads:home")]
    for page in pages:
        window.goto(page)
        check_all_round(window, too_small, cut_off)

    long = {name: f"{name}{'w' * 27}" for name in NAMES.values()}
    pad.seatings.update(**dict(zip(("north", "south", "east", "west"), long.values(), strict=True)))
    window.goto(pages[0])
    check_all_round(window)


PLAIN = {
    PadGame.RUBBER: ("N", "H", "4♥ by Ann, made"),
    PadGame.CHICAGO: ("E", "S", "4♠ by Cyd, made"),
    PadGame.SINGLES: ("S", "D", "4♦ by Bob, made"),
    PadGame.NULLOS: ("E", "N0", "4 nullos by Bob, made"),
}


@pytest.mark.parametrize("game", PLAIN)
def test_five_taps_record_a_deal_without_scrolling(arrive, game):
    window, _ = arrive(game, has_touch=True)
    window.set_viewport_size(PHONE)
    declarer, suit, words = PLAIN[game]
    keys = {"declarer": declarer, "level": "4", "denomination": suit, "result": "0"}
    places = [f".deal-form label:has([name={name}][value='{value}'])" for name, value in keys.items()]

    for deal in (1, 2):
        for place in [*places, ".deal-form .primary"]:
            box = window.locator(place).bounding_box()
            assert box is not None
            assert 0 < box["y"] < (300 if place == places[0] else PHONE["height"] - box["height"] + 1)
            window.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        until(lambda: f"Deal {deal}: {words}." in said(window.locator("#last-deal")))  # noqa: B023
        until(lambda: said(window.locator("#strip [data-card=number]")) == str(deal + 1))  # noqa: B023
    assert window.evaluate("scrollY") == 0


def test_undo_chooses_the_keys_of_the_last_deal(arrive):
    window, pad = arrive(PadGame.NULLOS, "D 1N0 6", "O 2N0 4")

    window.get_by_role("button", name="Undo deal 2", exact=True).click()

    until(lambda: said(window.locator(".preview")).startswith("2 nullos by Bob, +1"))
    assert said(window.locator("[data-card=told]")) == "Deal 2 was undone."
    window.get_by_role("button", name="Record deal 2", exact=True).click()
    until(lambda: said(window.locator("#last-deal p")).startswith("Deal 2: 2 nullos by Bob, +1."))
    assert pad.rows.get(number=2).tricks == 4


def test_the_last_names_are_suggested_for_the_next_pad(open_browser, transactional_db):
    window = open_browser()
    window.goto(reverse("pads:begin", args=[PadGame.RUBBER]))
    offer = window.locator("[data-names]")
    assert offer.is_hidden()
    for field, name in zip("NESW", NAMES.values(), strict=True):
        window.locator(f"[name={field}]").fill(name)
    window.get_by_role("button", name="Start score pad").click()
    window.locator("#strip").wait_for()

    window.goto(reverse("pads:begin", args=[PadGame.SINGLES]))
    assert said(offer) == "Use the last names: Ann, Bob, Cyd, Dan"
    offer.click()
    check(window)
    window.get_by_role("button", name="Start score pad").click()
    window.locator("#strip").wait_for()
    assert ScorePad.objects.latest("pk").seatings.get().names["E"] == "Cyd"

    window.goto(reverse("play:on-this-phone"))
    until(lambda: "Names for a score pad Ann, Bob, Cyd, Dan" in said(window.locator("#stored")))
    window.get_by_role("button", name="Delete everything on this device").click()
    window.locator("#nothing").wait_for()
    window.goto(reverse("pads:begin", args=[PadGame.RUBBER]))
    assert offer.is_hidden()


def test_nullos_count_the_tricks_lost_beyond_the_contract(arrive):
    window, pad = arrive(PadGame.NULLOS)
    for name, value in {"declarer": "E", "level": 2, "denomination": "N0", "result": 1}.items():
        window.locator(f".deal-form [name={name}][value='{value}']").click()
    assert said(window.locator("[name=result]:checked + span")) == "1 over"
    until(lambda: "2 nullos by Bob, +1: Bob 60 below, 30 above." in said(window.locator(".preview")))

    window.get_by_role("button", name="Record deal 1").click()

    until(lambda: "Deal 1: 2 nullos by Bob, +1. Bob 60 below, 30 above." in said(window.locator("main")))
    assert pad.rows.get().tricks == 4


def test_a_deal_is_shown_without_points_until_the_site_responds(arrive):
    window, _ = arrive(PadGame.NULLOS)
    window.clock.install()
    window.route("**/deals/preview/**", lambda route: None)
    for name, value in {"declarer": "E", "level": 2, "denomination": "N0", "result": 1}.items():
        window.locator(f".deal-form [name={name}][value='{value}']").click()
    with window.expect_request("**/deals/preview/**"):
        window.clock.run_for(1000)

    window.clock.run_for(15_000)

    until(lambda: said(window.locator(".preview")) == "2 nullos by Bob, 1 over")


def test_an_unfinished_deal_is_kept_until_the_pad_is_removed(arrive):
    window, pad = arrive(PadGame.NULLOS)
    for name, value in {"declarer": "E", "denomination": "N0"}.items():
        window.locator(f".deal-form [name={name}][value='{value}']").click()
    until(lambda: window.evaluate("drafts.all().then((all) => all.length)") == 1)
    window.reload()
    until(lambda: window.locator("[name=denomination][value=N0]").is_checked())

    asked = []
    window.on("dialog", lambda dialog: asked.append(dialog.message) or dialog.accept())
    window.get_by_role("button", name="Remove pad from this phone").click()
    window.wait_for_url(f"**{reverse('pads:home')}")

    assert asked == ["Not sent yet: what you typed. You lose this if you sign out now."]
    window.goto(reverse("pads:join", args=[pad.key]))
    window.locator("form .button").click()
    window.wait_for_url(f"**{reverse('pads:pad', args=[pad.pk])}")
    assert window.evaluate("drafts.all().then((all) => all.length)") == 0
