"""Browser tests for two phones with a bad signal: no deal is lost, repeated or moved."""

import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Error, Page

from competition.entries.actions import pairs as actions
from competition.entries.private_links import link_key
from scoring.models import Deal, DealCorrection
from scoring.rules.words import deal_words
from tests import stories
from tests.browser.browser import FLAGS, Windows, check, find_chromium, until
from tests.browser.cookies import cookies
from tests.browser.line import Line
from tests.browser.organiser import sign_in_elsewhere
from tests.browser.person import said
from tests.competition.pair_reading import sheet_name

# Requests fail without signal. Some tests respond in place of the site.
EXPECTED = ("net::", "502 for POST", "503 for POST")
KEPT = """async () =>
  Boolean(navigator.serviceWorker.controller && await caches.match(location.href, { ignoreVary: true }))"""
# Set the time of this phone's last visit back by some days.
AGED = """async (days) => {
  const kept = await caches.open("table");
  const page = await kept.match(location.href, { ignoreVary: true });
  const headers = new Headers(page.headers);
  headers.set("date", new Date(Date.now() - days * 24 * 3600 * 1000).toUTCString());
  await kept.put(location.href, new Response(await page.blob(), { headers }));
}"""
pytestmark = pytest.mark.django_db(transaction=True)


class Phone:
    """A pair's phone on its match page, with its connection to the site."""

    def __init__(self, page: Page, line: Line, pair, match: str) -> None:
        self.page, self.line, self.match = page, line, match
        self.link = reverse("link:open", args=[link_key(pair)])
        page.context.add_cookies(cookies(pair, line.address))
        self.open()

    def arrive(self) -> None:
        """Sign in again with the private link."""
        self.page.goto(self.link)
        with self.page.expect_navigation():
            self.page.locator("main .button").click()

    def close(self) -> None:
        """Close the tab and open a new one."""
        phone = self.page.context
        self.page.close()
        self.page = phone.new_page()

    def open(self) -> None:
        """Open the match, and wait until the phone has stored its page."""
        self.page.goto(self.match)
        if not self.line.is_cut:
            kept = "async () => Boolean(await caches.match(location.href, { ignoreVary: true }))"
            until(
                lambda: self.page.evaluate(kept) and self.page.evaluate("Boolean(navigator.serviceWorker.controller)")
            )

    def record(self, contract: str, tricks: int, declarer: str = "N", honours: str = "") -> None:
        """Record the next deal, and wait until the page shows the deal after it."""
        number = self.number
        self.press_record(contract, tricks, declarer, honours)
        until(lambda: self.number != number)

    def press_record(self, contract: str, tricks: int, declarer: str = "N", honours: str = "") -> None:
        """Press the keys of the next deal and the button that records it."""
        level = int(contract[0])
        keys = {"declarer": declarer, "level": level, "denomination": contract[1:], "result": tricks - 6 - level}
        for name, value in keys.items():
            self.key(name, value)
        if honours:
            self.page.get_by_role("checkbox", name="honours").click()
            self.key("honours", honours)
        self.press(f"Record deal {self.number}")

    def stop_the_clock(self) -> None:
        """Stop the page polling after one request."""
        self.page.clock.install()
        self.open()
        with self.page.expect_response(re.compile("shown=")) as asked:
            self.page.clock.pause_at(self.page.evaluate("Date.now() / 1000") + 60)
        asked.value.finished()

    def wake(self) -> None:
        """Make the page visible again, so that it polls."""
        self.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    def reconnect(self) -> None:
        """Restore the connection and the browser's online state."""
        self.line.mend()
        self.page.evaluate("dispatchEvent(new Event('online'))")

    def key(self, name: str, value: object) -> None:
        """Press a key of the form."""
        self.page.locator(f".deal-form [name={name}][value='{value}']").click()

    def press(self, button: str) -> None:
        """Press the button with this name."""
        self.page.get_by_role("button", name=button, exact=True).click()

    @property
    def number(self) -> str:
        """Return the number of the deal in the form."""
        return self.page.locator("[data-outbox] [name=number]").input_value()

    def waiting(self) -> list[str]:
        """Return the deals that the page lists as waiting to be sent."""
        section = self.page.locator("#kept-deals")
        lines = section.locator("li").all_text_contents() if section.is_visible() else []
        return [" ".join(line.split()) for line in lines]

    def all_sent(self, *, by_itself: bool = False) -> None:
        """Wait until every deal is sent. Make the page visible again, unless it must send `by_itself`."""
        if not by_itself:
            with suppress(Error):  # The page reloads, and also sends deals.
                self.wake()
        until(self._has_sent_all)
        self.page.locator("#waiting").wait_for(state="hidden")

    def _has_sent_all(self) -> bool:
        try:
            return self.page.evaluate("async () => !(await outbox.all()).length")
        except Error:
            return False  # The page reloads.


@pytest.fixture
def competition():
    return stories.published(2, deals=8)


@pytest.fixture
def tables(competition):
    return stories.open_sheet(competition, "R1-M1")


@pytest.fixture
def lay_line(live_server) -> Iterator[Callable[[], Line]]:
    """Return a function that opens a separate connection to the site."""
    site = urlsplit(live_server.url)
    lines: list[Line] = []

    def lay() -> Line:
        lines.append(Line(site.hostname, site.port))
        return lines[-1]

    yield lay
    for line in lines:
        line.close()


@pytest.fixture
def match(tables) -> str:
    """Return the URL of the match for its pairs."""
    return reverse("play:match", args=[tables[0].draw.competition.slug, "R1-M1"])


@pytest.fixture
def sit_down(chromium, lay_line, tables, match) -> Iterator[Callable[..., Phone]]:
    """Return a function that opens the upper or lower pair's phone, with its own connection."""
    windows: list[Windows] = []

    def sit(place: int = 0, width: int = 360, **options) -> Phone:
        line = lay_line()
        windows.append(Windows(chromium, line.address))
        return Phone(windows[-1].open(width, **options), line, tables[place].pair, match)

    yield sit
    for window in windows:
        window.close()
    assert [fault for window in windows for fault in window.complaints if not fault.startswith(EXPECTED)] == []


def sheet() -> list[str]:
    """Return the deals on the score sheet, in order."""
    return [f"{row.number} {deal_words(row.facts())}" for row in Deal.objects.order_by("number")]


THREE = ["1 2♥ by North, made", "2 4♠ by North, made", "3 3NT by East, 1 light"]


def test_deals_recorded_offline_are_sent_in_order(sit_down):
    phone = sit_down()
    phone.record("2H", 8)
    phone.all_sent()
    phone.line.cut()
    phone.record("4S", 10)
    phone.record("3NT", 8, "E")

    kept = ["Deal 2: 4♠ by Ada 2., made. We 120 below", "Deal 3: 3NT by Ada 1., 1 light. We 50 above"]
    until(lambda: phone.waiting() == kept)
    assert said(phone.page.locator("#next")) == "Deal 4 of 8"
    assert said(phone.page.locator(".tally")) == "We , vulnerable 230 Game – – They 0"
    assert said(phone.page.locator("#moment")) == ""
    assert said(phone.page.locator("#kept-deals p")) == "The pad below ends with deal 1."
    assert "deal 2" not in said(phone.page.locator("#pads"))
    check(phone.page)

    # The form keeps what the user is typing.
    phone.key("declarer", "E")
    phone.key("level", 1)
    phone.line.mend()
    phone.all_sent(by_itself=True)

    assert sheet() == THREE
    assert phone.page.locator("[name=level]:checked").input_value() == "1"
    assert "Deal 3: 3NT by Ada 1., 1 light" in said(phone.page.locator("#last-deal"))
    assert "120 deal 2" in said(phone.page.locator("#pads"))
    check_question_about_an_unlikely_deal(phone)


def check_question_about_an_unlikely_deal(phone: Phone) -> None:
    """Record an unlikely deal, and check that the page asks about it: at once if online, otherwise after sending."""
    question = phone.page.locator("[data-question]:not([hidden])")
    phone.press_record("4S", 13, honours="ew-100")
    asked = "Deal 4 is not recorded yet: 4♠ by Ada 2., 3 over, They 100 honours. Four trump honours in"
    until(lambda: said(question).startswith(asked))
    check(phone.page)
    assert phone.page.locator("#waiting summary").is_hidden()
    phone.press("Change my deal")
    until(lambda: phone.number == "4")
    phone.key("honours", "")
    phone.press("Record deal 4")
    phone.all_sent()

    phone.line.cut()
    phone.record("4S", 10, honours="ew-150")
    phone.record("1C", 7)
    until(lambda: len(phone.waiting()) == 2)
    phone.reconnect()
    question.wait_for()
    assert sheet()[3:] == ["4 4♠ by North, +3"]
    with phone.page.expect_navigation(url="**/deals/5/"):
        phone.press("Change my deal")
    assert sheet()[4:] == ["5 4♠ by North, made, 150 honours to East-West", "6 1♣ by North, made"]


def test_deals_outlive_a_browser_that_is_killed(chromium, lay_line, tables, match, tmp_path):
    line = lay_line()

    def start() -> Phone:
        options = {"executable_path": find_chromium(), "args": FLAGS, "base_url": line.address}
        profile = chromium.browser_type.launch_persistent_context(tmp_path, **options)
        return Phone(profile.pages[0], line, tables[0].pair, match)

    phone = start()
    phone.record("2H", 8)
    phone.all_sent()
    line.cut()
    phone.record("4S", 10)
    kill_browser(phone.page.context.browser)
    phone = start()
    until(lambda: phone.waiting() == ["Deal 2: 4♠ by Ada 2., made. We 120 below"])
    assert "60 deal 1" in said(phone.page.locator("#pads"))
    phone.record("3NT", 8, "E")
    line.mend()
    phone.all_sent()
    phone.page.context.close()

    assert sheet() == THREE


def kill_browser(browser: Browser) -> None:
    """Kill the whole browser."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    os.kill(next(process["id"] for process in processes if process["type"] == "browser"), signal.SIGKILL)


def test_a_deal_with_a_lost_response_is_recorded_once(sit_down):
    phone = sit_down()
    phone.line.lose_answers()
    phone.record("2H", 8)
    until(lambda: sheet() == THREE[:1])

    until(lambda: phone.waiting() == ["Deal 1: 2♥ by Ada 2., made. We 60 below"])
    phone.line.mend()
    phone.all_sent()

    assert sheet() == THREE[:1]


def test_two_phones_resolve_different_deals_in_order(sit_down):
    ours, theirs = sit_down(0), sit_down(1)
    for phone in (ours, theirs):
        phone.line.cut()
        phone.record("2H", 8)
    ours.record("4S", 10)
    ours.record("3NT", 8, "E")
    theirs.record("4S", 9)
    theirs.record("1C", 7)
    theirs.record("1C", 8)
    ours.line.mend()
    ours.all_sent()
    theirs.reconnect()

    question = theirs.page.locator("[data-question]:not([hidden]) p")
    until(lambda: said(question) == "Deal 2 is recorded as 4♠ by Ada 2., made. You sent 4♠ by Ada 2., 1 light.")
    check(theirs.page)
    theirs.press("Mine is right: ask them")
    until(lambda: said(question) == "Deal 3 is recorded as 3NT by Ada 1., 1 light. You sent 1♣ by Ada 2., made.")
    theirs.press("Mine is another deal: record it as deal 4")
    theirs.all_sent()

    assert sheet() == [*THREE, "4 1♣ by North, made", "5 1♣ by North, +1"]
    wish = DealCorrection.objects.get()
    assert (wish.number, wish.tricks, wish.answer) == (2, 9, "")
    until(lambda: theirs.number == "6")


def test_a_waiting_deal_keeps_its_declarer_after_new_seats(sit_down, tables, competition):
    phone = sit_down(1)
    phone.line.cut()
    phone.record("4S", 10)
    phone.record("1C", 7)
    stories.change_seats(tables[0])
    phone.reconnect()

    question = phone.page.locator("[data-question]:not([hidden])")
    until(lambda: said(question).startswith("Deal 1: 4♠ by Ada 2., made. The seats were changed"))
    check(phone.page)
    assert sheet() == []
    phone.press("Send my deal as deal 1")
    until(lambda: said(question).startswith("Deal 2: 1♣ by Ada 2., made. The seats were changed"))
    phone.press("Send my deal as deal 2")
    phone.all_sent()

    assert sheet() == ["1 4♠ by East, made", "2 1♣ by East, made"]
    until(lambda: phone.page.locator("[name=sheet]").input_value() == sheet_name())
    phone.record("2H", 8)
    phone.all_sent()
    assert sheet()[2:] == ["3 2♥ by North, made"]


def test_two_tabs_of_one_phone_send_each_deal_once(sit_down):
    phone = sit_down()
    other = phone.page.context.new_page()
    other.goto(phone.match)
    phone.page.bring_to_front()
    phone.line.cut()
    phone.record("2H", 8)
    phone.record("4S", 10)
    phone.line.mend()
    for tab in (phone.page, other):
        tab.evaluate("dispatchEvent(new Event('online'))")
    phone.all_sent()

    assert sheet() == THREE[:2]


def test_a_different_deal_of_the_other_phone_raises_a_question(sit_down):
    ours, theirs = sit_down(0), sit_down(1)
    type_deal(theirs, level=2)
    ours.record("2H", 8)
    ours.all_sent()
    theirs.wake()
    until(lambda: theirs.number == "2")
    assert theirs.page.locator("[name=level]:checked").count() == 0
    assert theirs.page.locator("#waiting").is_hidden()

    type_deal(theirs, level=4)
    ours.record("4S", 10)
    ours.all_sent()
    theirs.wake()
    question = theirs.page.locator("[data-question]:not([hidden])")
    question.wait_for()
    assert said(question.locator("p")) == (
        "Deal 2 is recorded as 4♠ by Ada 2., made. You entered 4♥ by Ada 2., made. If it is the same deal, clear yours."
    )
    assert question.locator("button:visible").all_inner_texts() == ["Keep my deal as deal 3", "Clear my deal"]
    check(theirs.page)
    theirs.press("Keep my deal as deal 3")
    theirs.press("Record deal 3")
    theirs.all_sent()

    assert sheet() == [*THREE[:2], "3 4♥ by North, made"]


def test_a_deal_with_a_question_keeps_its_number_and_is_not_recorded(sit_down, tables):
    stories.record(tables[0], *[stories.deal("2H", 8)] * 7)
    ours, theirs = sit_down(0), sit_down(1)
    ours.press_record("4S", 13, honours="ew-100")
    question = ours.page.locator("[data-question]:not([hidden])")
    question.wait_for()
    assert said(question.locator("p")) == (
        "Deal 8 is not recorded yet: 4♠ by Ada 2., 3 over, They 100 honours. "
        "Four trump honours in one hand against declarer, and no tricks lost?"
    )
    assert (ours.number, said(ours.page.locator("#next"))) == ("8", "Deal 8 of 8")

    theirs.wake()
    told = theirs.page.locator("#notices [data-kind=warn]")
    until(lambda: told.count() and said(told).startswith("Deal 8 was entered on the other phone: 4♠ by Ada 2., 3 over"))
    check(theirs.page)
    type_deal(theirs, level=4)
    theirs.press("Record deal 8")
    theirs_asked = theirs.page.locator("[data-question]:not([hidden])")
    until(lambda: "answer it first" in said(theirs_asked))
    assert (len(sheet()), theirs.number) == (7, "8")

    ours.page.reload()
    until(lambda: "is not recorded yet" in said(question))
    ours.press("Record this deal")
    ours.all_sent()
    assert sheet()[7:] == ["8 4♠ by North, +3, 100 honours to East-West"]
    until(lambda: said(ours.page.locator("#next")) == "Deal 8 played")


def type_deal(phone: Phone, level: int) -> None:
    """Choose the values of a heart contract without recording it."""
    for name, value in {"declarer": "N", "level": level, "denomination": "H", "result": 0}.items():
        phone.key(name, value)


def test_news_of_the_other_phone_arrives_in_five_seconds(sit_down, competition):
    stories.record(stories.tables(competition, "R1-M1")[0], *[stories.deal("4S", 10)] * 3)
    phone = sit_down()
    phone.stop_the_clock()
    link = phone.page.locator(".correct").nth(1)
    for part in ("Earlier rubbers", "Summary sheet"):
        phone.page.locator("summary", has_text=part).click()
    link.focus()

    for number, show in ((4, lambda: phone.page.clock.run_for(5000)), (5, phone.wake)):
        stories.record(stories.tables(competition, "R1-M1")[0], stories.deal("2H", 8))
        show()
        until(lambda: f"Deal {number}: 2♥ by Ada 2., made" in said(phone.page.locator("#pad")))  # noqa: B023
        assert phone.number == f"{number + 1}"

    assert phone.page.get_by_role("heading", name="Rubber 1").is_visible()
    assert link.evaluate("link => link === document.activeElement")


def polled_until(page: Page, seen: Callable[[], bool]) -> None:
    """Advance a page's clock in steps of five seconds until `seen` returns True."""

    def advance() -> bool:
        page.clock.run_for(5000)
        return seen()

    until(advance)


def test_a_request_that_never_ends_does_not_stop_the_news(sit_down, competition):
    phone = sit_down()
    phone.stop_the_clock()
    phone.line.stall()
    polled_until(phone.page, lambda: phone.line.swallowed > 0)
    phone.line.mend()
    stories.record(stories.tables(competition, "R1-M1")[0], stories.deal("2H", 8))

    polled_until(phone.page, lambda: "Deal 1: 2♥ by Ada 2., made" in said(phone.page.locator("#pad")))


def test_a_request_that_never_ends_does_not_stop_the_draw(chromium, lay_line, competition, tables):
    stories.record(tables[0], stories.deal("2H", 8))
    line = lay_line()
    windows = Windows(chromium, line.address)
    page = windows.open(1280)
    page.clock.install()
    page.goto(f"/{competition.slug}/")
    line.stall()
    polled_until(page, lambda: line.swallowed > 0)
    line.mend()
    stories.record(stories.table(tables[0].pair, "R1-M1"), stories.deal("3NT", 9))

    polled_until(page, lambda: "Deal 2 of" in said(page.locator("main")))
    windows.close()


def test_the_organiser_is_warned_about_a_request_that_never_ends(chromium, lay_line, competition, tables):
    line = lay_line()
    windows = Windows(chromium, line.address)
    desk = windows.open(whose=competition.owner)
    desk.context.add_cookies(cookies(competition.owner, line.address))
    desk.goto(reverse("desk:attendance", args=[competition.slug]))
    trouble = desk.locator("#trouble")
    line.stall()
    desk.locator("#attendance button").first.click()

    until(lambda: "The site does not respond. Check your connection" in said(trouble))
    line.mend()
    desk.locator("#attendance button").first.click()
    desk.locator("#attendance [aria-pressed=true]").wait_for()
    assert not trouble.is_visible()
    windows.close()


def test_a_renewed_link_keeps_the_waiting_deals(sit_down):
    phone = sit_down()
    phone.page.context.clear_cookies()
    phone.record("2H", 8)
    until(lambda: phone.waiting() == ["Deal 1: 2♥ by Ada 2., made. We 60 below"])
    until(lambda: "Open your private link again" in said(phone.page.locator("#waiting")))
    check(phone.page)

    phone.arrive()
    phone.open()
    phone.all_sent()
    assert sheet() == THREE[:1]


def test_sign_out_warns_about_waiting_deals(sit_down):
    phone = sit_down()
    phone.page.route("**/deals/", lambda route: route.abort())
    phone.record("2H", 8)
    asked: list[str] = []
    phone.page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    sign_out = phone.page.get_by_role("link", name="Sign out")
    phone.page.get_by_role("link", name="My matches").click()
    sign_out.click()
    phone.press("Sign out")
    until(lambda: phone.page.title() and asked)
    assert asked == ["Not sent yet: 1 deal. You lose this if you sign out now."]
    phone.page.goto(phone.match)
    until(lambda: phone.waiting() == ["Deal 1: 2♥ by Ada 2., made. We 60 below"])

    phone.page.once("dialog", lambda dialog: dialog.accept())
    phone.page.get_by_role("link", name="My matches").click()
    sign_out.click()
    with phone.page.expect_navigation(url="**/"):
        phone.press("Sign out")
    assert phone.page.evaluate("caches.has('table')") is False
    phone.arrive()
    phone.page.goto(phone.match)
    assert (phone.waiting(), sheet(), phone.number) == ([], [], "1")


def test_an_organiser_is_warned_about_deals_waiting_on_a_pairs_phone(sit_down, tables):
    phone, owner = sit_down(), tables[0].pair.competition.owner
    phone.page.route("**/deals/", lambda route: route.abort())
    phone.record("2H", 8)
    asked: list[str] = []
    phone.page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    phone.page.goto(reverse("desk:sign-in"))
    phone.page.get_by_label("Username").fill(owner.username)
    phone.page.get_by_label("Password").fill("a-good-long-password")
    with phone.page.expect_navigation():
        phone.press("Sign in")
    with phone.page.expect_event("dialog"):
        phone.press("Sign out")
    assert asked == ["Not sent yet: 1 deal. You lose this if you sign out now."]
    phone.page.goto(phone.match)
    until(lambda: phone.waiting() == ["Deal 1: 2♥ by Ada 2., made. We 60 below"])


def test_sign_out_waits_until_the_page_can_warn(open_browser, tables):
    page, held = open_browser(service_workers="block", whose=tables[0].pair), []
    page.route("**/leave*.js", lambda route: held.append(route))
    page.goto(reverse("play:sign-out"), wait_until="commit")
    until(lambda: page.evaluate("document.title") and held)
    page.wait_for_timeout(500)  # Anything that does not wait for the script happens here.
    button = page.get_by_role("button", name="Sign out")
    assert button.count() == 0

    held[0].continue_()
    button.wait_for()


IS_KEPT = "caches.has('table')"


def test_a_renewed_link_removes_the_pages_from_the_phone(sit_down, tables):
    shows, opens = sit_down(), sit_down()
    opens.close()
    actions.renew_link(tables[0].pair, by=stories.organiser_of(tables[0].competition))

    shows.wake()
    until(lambda: not shows.page.evaluate(IS_KEPT))
    opens.page.goto(opens.match)
    assert opens.page.get_by_role("heading", name="Page not found").is_visible()
    assert opens.page.evaluate(IS_KEPT) is False


def test_a_pairs_pages_open_without_signal_for_two_weeks(sit_down, competition):
    phone = sit_down()
    notice = phone.page.locator("#kept")
    places = ["/play/", phone.match, f"/{competition.slug}/", "/"]
    for place in places:
        phone.page.goto(place)
        until(lambda place=place: phone.page.evaluate(KEPT))
    assert notice.count() == 0
    phone.line.cut()

    for place in places:
        phone.page.goto(place)
        assert re.fullmatch(r"As of \w{3} \d+ \w{3,4}, \d\d:\d\d\. No signal\.", said(notice))
        check(phone.page)
    phone.page.goto(phone.match)
    phone.page.get_by_role("link", name="My matches").first.click()
    phone.page.get_by_role("heading", name="My matches").wait_for()
    phone.page.goto(phone.match)
    phone.page.locator("summary", has_text="About this match").click()
    phone.page.get_by_role("link", name="Print the score sheet").click()
    phone.page.get_by_role("heading", name="No connection").wait_for()
    assert "This page is not stored on this phone." in said(phone.page.locator("main"))
    check(phone.page)
    phone.page.reload()
    assert said(phone.page.locator("main")).startswith("No connection This page is not stored on this phone.")

    phone.page.goto(phone.match)
    phone.page.evaluate(AGED, 13)
    phone.page.goto(phone.match)
    phone.line.mend()
    phone.wake()
    notice.wait_for(state="detached")

    phone.line.cut()
    phone.page.evaluate(AGED, 15)
    phone.page.goto(phone.match)
    phone.page.get_by_role("heading", name="No connection").wait_for()
    assert phone.page.evaluate(IS_KEPT) is False
    check(phone.page)


def test_a_missing_page_says_that_it_is_not_stored_and_links_back(sit_down):
    phone = sit_down()
    phone.record("2H", 8)
    phone.all_sent()
    phone.line.cut()
    phone.page.locator("summary", has_text="Summary sheet").click()
    phone.page.get_by_role("link", name="History of the score sheet").click()

    phone.page.get_by_role("heading", name="No connection").wait_for()
    assert phone.page.url.endswith("/history/")
    check(phone.page)
    phone.page.get_by_role("link", name="Final").click()
    until(lambda: phone.number == "2")
    phone.line.mend()
    phone.page.goto(f"{phone.match}history/")
    phone.page.get_by_role("heading", name="History of the score sheet").wait_for()


def test_the_screen_stays_on_while_the_match_is_in_play(sit_down, competition):
    phone = sit_down(permissions=["screen-wake-lock"])
    phone.page.locator("summary", has_text="About this match").click()
    awake = phone.page.get_by_text("The screen stays on while you play.")
    awake.wait_for()

    stories.record(stories.tables(competition, "R1-M1")[0], *[stories.deal("2H", 8)] * 8)
    until(lambda: awake.is_hidden())


def lose_the_token(phone: Phone) -> None:
    """Delete only the cookie with the CSRF token."""
    phone.page.context.clear_cookies(name="csrftoken")


def test_a_first_visit_makes_at_most_twelve_requests(open_browser, tables, match):
    page, asked = open_browser(whose=tables[0].pair), []
    page.context.on("request", lambda request: asked.append(request))

    page.goto(match)
    until(lambda: page.evaluate("async () => Boolean(await caches.match(location.href, { ignoreVary: true }))"))
    page.wait_for_load_state("networkidle")

    # The worker takes its copies from the browser's cache, without further requests.
    by_page = [request.url for request in asked if not request.service_worker and "shown=" not in request.url]
    assert len(by_page) + len(["the worker", "the manifest"]) <= 12, by_page
    assert [request.url for request in asked].count(page.url) == 1

    asked.clear()
    page.goto(match)
    page.wait_for_load_state("networkidle")

    pages = [request for request in asked if request.url == page.url and not request.service_worker]
    assert [request.is_navigation_request() for request in pages] == [True]


def test_an_old_csrf_token_is_renewed(sit_down, competition):
    phone = sit_down()
    phone.record("2H", 8)
    phone.all_sent()

    lose_the_token(phone)
    phone.record("4S", 10)
    phone.all_sent()
    assert sheet() == THREE[:2]

    sign_in_elsewhere(phone.page, competition.owner)
    phone.press("Undo deal 2")
    until(lambda: sheet() == THREE[:1])
    assert phone.page.locator("[data-question]").is_hidden()

    sign_in_elsewhere(phone.page, competition.owner)
    phone.page.locator("summary", has_text="About this match").click()
    with phone.page.expect_navigation():
        phone.press("Keep the deals private")
    assert "The deals stay private until" in said(phone.page.locator("main"))


HTML = {"content_type": "text/html", "body": "<h1>An answer</h1>"}
ANOTHERS = "This network does not lead to the site. Its Wi-Fi may need you to sign in."
KEPT_HERE = "1 deal saved on this phone, not sent yet."


REASONS = (
    (None, f"No connection to the site. {KEPT_HERE}", True),
    (200, f"{ANOTHERS} {KEPT_HERE}", True),
    (429, f"The site is busy. {KEPT_HERE}", True),
    (503, f"The site has a fault. {KEPT_HERE}", True),
    (404, "You are signed out on this phone. Open your private link again, or type the entry code", False),
    (413, "The site did not accept this deal. Reload this page. Until then this phone keeps the deals.", False),
)


def test_the_card_shows_why_a_deal_is_not_sent(sit_down):
    phone = sit_down()
    statuses: list[int | None] = [None]
    phone.page.route(
        "**/deals/", lambda route: route.fulfill(status=statuses[-1], **HTML) if statuses[-1] else route.abort()
    )
    phone.record("2H", 8)
    phone.page.locator("#waiting summary").click()

    for status, sentences, plays_on in REASONS:
        statuses.append(status)
        phone.wake()
        until(lambda: sentences in said(phone.page.locator("#waiting")))  # noqa: B023
        assert (
            phone.page.get_by_text("Keep playing. This phone sends the deals as soon as it can.").is_visible()
            is plays_on
        )
        assert sheet() == []

    check(phone.page)
    phone.page.unroute("**/deals/")
    phone.all_sent()
    assert sheet() == THREE[:1]


def test_a_phone_sends_less_often_while_the_site_fails(sit_down):
    phone, asked = sit_down(), []
    phone.stop_the_clock()
    phone.page.route("**/deals/", lambda route: (asked.append(route), route.fulfill(status=503, **HTML)))
    phone.record("2H", 8)

    until(lambda: phone.waiting() and asked)
    for _ in range(12):
        phone.page.clock.run_for(5000)
    assert 3 <= len(asked) <= 6


# Replacement for the browser's own function.
COUNTING = "navigator.storage.persist = async () => { sessionStorage.asked = 1 + Number(sessionStorage.asked || 0); }"


def test_the_phone_asks_once_for_permanent_storage(sit_down, tables):
    phone = sit_down()
    phone.page.evaluate("localStorage.clear()")
    phone.page.add_init_script(COUNTING)

    phone.page.goto(reverse("play:home"))
    assert phone.page.evaluate("sessionStorage.asked") is None
    for _ in range(2):
        phone.open()
        until(lambda: phone.page.evaluate("sessionStorage.asked") == "1")


def test_a_late_response_removes_no_newer_deal(sit_down, competition):
    phone = sit_down()
    held, numbers = [], []
    phone.page.route("**/R1-M1/deals/", lambda route: held.append((route, route.fetch())))
    phone.record("2H", 8)
    until(lambda: phone.number and held)
    stories.record(stories.tables(competition, "R1-M1")[1], stories.deal("4S", 10))

    with phone.page.expect_response(re.compile("shown=")) as asked:
        phone.wake()
    asked.value.finished()
    phone.page.wait_for_timeout(300)
    numbers.append(int(phone.number))
    (route, answer), *_ = held
    route.fulfill(response=answer)
    phone.page.locator("#waiting").wait_for(state="hidden")
    phone.page.wait_for_timeout(300)
    numbers.append(int(phone.number))
    until(lambda: phone.number == "3")

    assert numbers == sorted(numbers)


def test_the_last_deal_is_undone_and_recorded_again_without_a_connection(sit_down):
    phone = sit_down()
    phone.record("2H", 8)
    phone.record("4S", 10)
    phone.all_sent()
    phone.line.cut()

    phone.press("Undo deal 2")
    kept = "No connection to the site. 1 change saved on this phone, not sent yet."
    until(lambda: said(phone.page.locator("#waiting summary")) == kept)
    assert (phone.number, phone.page.locator("[name=level]:checked").input_value()) == ("2", "4")
    assert said(phone.page.locator("#next")) == "Deal 2 of 8"
    assert phone.page.locator("#last-deal").is_hidden()
    check(phone.page)
    phone.key("level", 5)
    phone.key("result", -1)
    phone.press("Record deal 2")
    until(lambda: len(phone.waiting()) == 2)
    phone.reconnect()
    phone.all_sent()

    assert sheet() == [THREE[0], "2 5♠ by North, 1 light"]
    assert DealCorrection.objects.get().answer == "made at once"


def test_deals_are_corrected_without_a_connection(sit_down):
    ours, theirs = sit_down(0), sit_down(1)
    theirs.record("1C", 7)
    theirs.record("1C", 7)
    theirs.all_sent()
    ours.wake()
    until(lambda: ours.number == "3")
    ours.line.cut()
    ours.page.locator("#all-deals summary").click()

    correct(ours, number=2, level=2, result=0)
    until(lambda: ours.waiting() == ["Deal 2 corrected: 2♣ by Ada 2., made."])
    assert said(ours.page.locator(".tally strong").first) == "60"
    correct(ours, number=1, level=2, result=-1)
    until(lambda: len(ours.waiting()) == 2)
    assert said(ours.page.locator(".tally strong").first) == "60"
    check(ours.page)
    ours.reconnect()
    ours.all_sent()

    assert sheet() == ["1 1♣ by North, made", "2 2♣ by North, made"]
    wish = DealCorrection.objects.get(answer="")
    assert (wish.number, wish.level, wish.tricks) == (1, 2, 7)


def test_a_requested_change_is_accepted_without_a_connection(sit_down, tables):
    stories.record(tables[0], stories.deal("1C", 7), stories.deal("1C", 7))
    stories.correct_deal(stories.table(tables[1].pair, "R1-M1"), number=1, deal=stories.deal("2C", 8))
    phone = sit_down()
    phone.line.cut()
    phone.wake()
    until(lambda: phone.page.evaluate("fetch(location.href, { method: 'POST' }).then(() => false, () => true)"))

    phone.page.get_by_role("button", name="Accept").click()
    until(lambda: phone.waiting() == ["Deal 1 answered: Accept."])
    check(phone.page)
    phone.reconnect()
    phone.all_sent()

    assert DealCorrection.objects.get().answer == "accepted"
    assert sheet()[0] == "1 2♣ by North, made"


def correct(phone: Phone, number: int, level: int, result: int) -> None:
    """Correct a recorded deal with the keys."""
    phone.page.locator("a.correct").nth(number - 1).click()
    until(lambda: phone.page.get_by_role("button", name=f"Correct deal {number}", exact=True).is_visible())
    phone.key("level", level)
    phone.key("result", result)
    phone.press(f"Correct deal {number}")
