"""Browser tests for drafts: a form keeps typed values on the phone until they are sent or discarded."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page

from competition.entries.private_links import link_key
from competition.match.actions import play
from tests import stories
from tests.browser.browser import FLAGS, check, find_chromium, until
from tests.browser.cookies import cookies
from tests.browser.line import Line
from tests.browser.person import said

pytestmark = pytest.mark.django_db(transaction=True)
DAY = 24 * 3600 * 1000  # milliseconds
ROWS = [f"{1 + number % 4}{'cdhs'[number % 4]} {'nesw'[number % 4]} =" for number in range(30)]


@pytest.fixture
def competition():
    return stories.published(2, deals=30)


@pytest.fixture
def line(live_server) -> Iterator[Line]:
    site = urlsplit(live_server.url)
    line = Line(site.hostname, site.port)
    yield line
    line.close()


@pytest.fixture
def start(chromium, line, tmp_path) -> Iterator[Callable[[], BrowserContext]]:
    """Return a function that starts a browser with the profile from the last start."""
    open_ones: list[BrowserContext] = []

    def begin() -> BrowserContext:
        options = {"executable_path": find_chromium(), "args": FLAGS, "base_url": line.address}
        viewport = {"width": 360, "height": 740}
        open_ones.append(chromium.browser_type.launch_persistent_context(tmp_path, viewport=viewport, **options))
        return open_ones[-1]

    yield begin
    open_ones[-1].close()


@pytest.fixture
def phone(open_browser, competition) -> Page:
    return open_browser(whose=stories.tables(competition, "R1-M1")[0].pair)


def address(name: str, competition, *more) -> str:
    return reverse(f"play:{name}", args=[competition.slug, "R1-M1", *more])


def rows(page: Page) -> list[str]:
    return [page.input_value(f"[name=deal-{number}]") for number in range(1, 31)]


def kept(page: Page, name: str, value: str) -> bool:
    return until(lambda: page.locator(f"[name={name}]").count() and page.input_value(f"[name={name}]") == value)


def count(page: Page) -> int:
    return page.evaluate("drafts.all().then((all) => all.length)")


def come(page: Page, path: str) -> None:
    """Open a form and check that it has no draft."""
    page.goto(path)
    assert count(page) == 0


def fill(page: Page) -> None:
    for number, row in enumerate(ROWS, 1):
        page.fill(f"#deal-{number}", row)


def test_typed_rows_survive_a_reload_and_a_closed_browser(start, line, competition):
    paper, profile = address("paper", competition), start()
    profile.add_cookies(cookies(stories.tables(competition, "R1-M1")[0].pair, line.address))
    phone = profile.pages[0]
    come(phone, paper)
    fill(phone)
    phone.locator("label", has=phone.locator("[name=dealer]")).last.click()
    dealer = phone.locator("[name=dealer]:checked").input_value()

    phone.reload()
    assert kept(phone, "deal-30", ROWS[29])
    assert rows(phone) == ROWS
    assert phone.locator("[name=dealer]:checked").input_value() == dealer

    with phone.expect_navigation():
        phone.get_by_role("link", name="Back to the match").click()
    phone.go_back()
    assert kept(phone, "deal-30", ROWS[29])
    assert rows(phone) == ROWS

    line.cut()
    phone.get_by_role("button", name="Save the deals").click()
    until(lambda: "Your text is stored on this device" in said(phone.locator("#trouble")))
    with phone.expect_event("requestfailed", lambda request: request.method == "POST"):
        phone.dispatch_event("#deal-30", "input")  # The page checks the rows, and the request fails.
    assert "Your text is stored on this device" in said(phone.locator("#trouble"))
    assert rows(phone) == ROWS
    assert stories.tables(competition, "R1-M1")[0].sheet is None
    check(phone)

    line.mend()
    phone.context.close()
    phone = start().pages[0]
    phone.goto(paper)
    assert kept(phone, "deal-30", ROWS[29])
    assert rows(phone) == ROWS
    button = phone.get_by_role("button", name="Save the deals")
    button.scroll_into_view_if_needed()
    before = button.bounding_box()
    until(lambda: said(phone.locator("#said-30")))
    assert button.bounding_box() == pytest.approx(before, abs=3), "a finger was on its way"

    with phone.expect_navigation(url=f"**{address('match', competition)}*"):
        button.click()
    assert len(stories.tables(competition, "R1-M1")[0].opened.deals) == 30
    until(lambda: count(phone) == 0)


def test_drafts_restore_the_rows_of_a_tie_break(phone, competition):
    come(phone, address("paper", competition))
    for number in range(1, 31):
        phone.fill(f"#deal-{number}", "p")
    until(lambda: phone.locator("#deal-32").count())
    phone.fill("#deal-31", "2h n =")
    phone.fill("#deal-32", "3c e -1")

    phone.reload()

    assert kept(phone, "deal-32", "3c e -1")
    assert phone.input_value("#deal-31") == "2h n ="


def test_rows_typed_before_the_seats_raise_a_question(phone, competition):
    come(phone, address("paper", competition))
    phone.fill("#deal-1", "2h n =")
    stories.open_sheet(competition, "R1-M1")

    phone.reload()
    assert kept(phone, "deal-1", "2h n =")
    with phone.expect_navigation():
        phone.get_by_role("button", name="Save the deals").click()

    assert "The seats have changed" in said(phone.locator(".errors"))
    assert stories.tables(competition, "R1-M1")[0].opened.deals == []
    phone.reload()
    assert kept(phone, "deal-1", "2h n =")


@pytest.mark.parametrize(("name", "field", "value"), [("points", "we-7", "90"), ("arrange", "venue", "At Flora’s")])
def test_a_draft_is_kept_until_cleared(phone, competition, name, field, value):
    come(phone, address(name, competition))
    phone.fill(f"[name={field}]", value)
    phone.reload()
    assert kept(phone, field, value)
    # The form's buttons fade while the page checks it, so their contrast is briefly low.
    if name != "points":
        check(phone)

    with phone.expect_navigation():
        phone.get_by_role("button", name="Clear it").click()

    assert phone.input_value(f"[name={field}]") == ""
    phone.reload()
    assert until(lambda: count(phone) == 0)
    assert phone.input_value(f"[name={field}]") == ""


def test_a_typed_dispute_is_kept_until_sign_out(phone, competition):
    play.submit_totals(stories.tables(competition, "R1-M1")[1], ours=900, theirs=100)
    come(phone, address("dispute", competition))
    phone.fill("[name=reason]", "deal 17 went two light")
    phone.reload()
    assert kept(phone, "reason", "deal 17 went two light")

    asked: list[str] = []
    phone.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    phone.goto(reverse("play:sign-out"))
    with phone.expect_navigation():
        phone.get_by_role("button", name="Sign out").click()

    assert asked == ["Not sent yet: what you typed. You lose this if you sign out now."]
    phone.goto(reverse("link:open", args=[link_key(stories.tables(competition, "R1-M1")[0].pair)]))
    with phone.expect_navigation():
        phone.click("main button")
    come(phone, address("dispute", competition))
    assert phone.input_value("[name=reason]") == ""


def test_rows_typed_by_the_organiser_stay_with_their_pair(open_browser, competition):
    desk = open_browser(whose=competition.owner)
    one, other = (f"{reverse('desk:type-in-totals', args=[competition.slug, 'R1-M1'])}?of={n}" for n in (1, 2))
    come(desk, one)
    desk.fill("[name=total_upper]", "4730")
    desk.goto(other)
    assert (count(desk), desk.input_value("[name=total_upper]")) == (1, "")

    desk.goto(one)
    assert kept(desk, "total_upper", "4730")
    desk.fill("[name=total_lower]", "900")
    desk.locator("[name=source]").first.check()
    desk.fill("[name=reason]", "It came by post.")
    for button in ("Show what this changes", "Save the result"):
        with desk.expect_navigation():
            desk.get_by_role("button", name=button).click()

    assert until(lambda: count(desk) == 0)
    assert stories.now(competition).matches["R1-M1"].last.total_upper == 4730


def test_an_entry_code_is_never_stored(phone, competition):
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=900, theirs=100)
    come(phone, f"{address('match', competition)}#pass")

    phone.fill("[name=code]", "4821 0937 7725")
    phone.wait_for_timeout(300)

    assert count(phone) == 0


def pressed(page: Page) -> dict[str, str]:
    return page.evaluate("keypad.typed() ? keypad.pressed() : {}")


def test_a_half_entered_deal_is_kept_until_it_is_recorded(phone, competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    match = address("match", competition)
    come(phone, match)
    for name, value in (("declarer", "N"), ("level", "4"), ("denomination", "S")):
        phone.locator(f"[name={name}][value='{value}']").click()
    phone.reload()

    assert until(lambda: pressed(phone).get("denomination") == "S")
    assert pressed(phone)["level"] == "4"

    stories.record(lower, stories.deal("2H", 8))
    phone.reload()
    question = phone.locator("#waiting [data-question]")
    assert until(question.is_visible)
    assert "Deal 1 is recorded as 2♥ by" in said(question)
    question.get_by_role("button", name="Keep my deal as deal 2").click()
    phone.locator("[name=result][value='0']").click()
    phone.get_by_role("button", name="Record deal 2").click()

    assert until(lambda: upper.opened.row.rows.count() == 2)
    assert until(lambda: count(phone) == 0)
    phone.reload()
    assert pressed(phone) == {}


@pytest.fixture
def entry() -> str:
    """Open entries, and return the address of the entry form."""
    return reverse("entry:enter", args=[stories.taking_entries(4).slug])


def write_entry(page: Page, path: str) -> None:
    come(page, path)
    page.get_by_label("First player’s name").fill("Cy Finch")
    page.get_by_label("First player’s phone").fill("07 555 0102")
    until(lambda: count(page) == 1)


def writes_name(page: Page, name: str) -> bool:
    return until(lambda: page.get_by_label("First player’s name").input_value() == name)


def test_a_typed_entry_is_kept_until_it_is_sent(start, line, entry):
    page = start().pages[0]
    write_entry(page, entry)

    page.reload()
    assert writes_name(page, "Cy Finch")
    assert re.match(
        r"We kept what you typed on \w{3} \d+ \w+, \d\d:\d\d\. Clear it$", said(page.locator("[data-draft]"))
    )
    check(page)

    page.context.close()
    page = start().pages[0]
    page.goto(entry)
    assert writes_name(page, "Cy Finch")
    page.get_by_label("Second player’s name").fill("Di Heron")

    page.route(
        "**" + entry,
        lambda route: route.fulfill(status=500, body="A fault") if route.request.method == "POST" else None,
    )
    with page.expect_navigation():
        page.get_by_role("button", name="Send entry").click()
    page.unroute_all()
    page.goto(entry)
    assert until(lambda: page.get_by_label("Second player’s name").input_value() == "Di Heron")

    line.cut()
    page.get_by_role("button", name="Send entry").click()
    until(lambda: "Your text is stored on this device" in said(page.locator("#trouble")))
    line.mend()
    with page.expect_navigation(url=f"**{entry}*/"):
        page.get_by_role("button", name="Send entry").click()
    assert "We have your entry." in said(page.locator(".notice"))

    come(page, entry)
    assert writes_name(page, "")


def test_a_draft_is_deleted_after_a_week(open_browser, entry):
    page = open_browser()
    page.clock.install()
    write_entry(page, entry)

    page.clock.fast_forward(6 * DAY)
    page.reload()
    assert writes_name(page, "Cy Finch")

    page.clock.fast_forward(2 * DAY)
    page.reload()
    assert until(lambda: count(page) == 0)
    assert page.get_by_label("First player’s name").input_value() == ""


def test_a_draft_does_not_overwrite_a_form_returned_with_an_error(open_browser, entry):
    page = open_browser()
    write_entry(page, entry)
    page.get_by_label("First player’s phone").blur()
    other = page.context.new_page()
    other.goto(entry)
    assert writes_name(other, "Cy Finch")
    other.get_by_label("First player’s name").fill("Flo Gull")
    other.get_by_label("Second player’s name").fill("Di Heron")
    until(
        lambda: (
            "Di Heron" in other.evaluate("drafts.all().then(([key]) => drafts.get(key)).then((d) => JSON.stringify(d))")
        )
    )

    with page.expect_navigation():
        page.get_by_role("button", name="Send entry").click()

    assert until(lambda: page.get_by_label("Second player’s name").input_value() == "Di Heron")
    assert page.get_by_label("First player’s name").input_value() == "Cy Finch"


def test_a_draft_is_not_shown_to_another_pair_on_the_same_phone(phone, competition):
    upper, lower = stories.tables(competition, "R1-M1")
    come(phone, address("arrange", competition))
    phone.fill("[name=venue]", "At Flora’s")
    until(lambda: count(phone) == 1)

    phone.context.clear_cookies()
    phone.context.add_cookies(cookies(lower.pair, phone.context.pages[0].url))
    phone.reload()
    phone.wait_for_timeout(300)
    assert phone.input_value("[name=venue]") == ""

    phone.context.clear_cookies()
    phone.context.add_cookies(cookies(upper.pair, phone.context.pages[0].url))
    phone.reload()
    assert kept(phone, "venue", "At Flora’s")


def test_a_password_is_never_stored(open_browser, transactional_db):
    page = open_browser()
    come(page, reverse("desk:sign-in"))
    page.fill("[name=username]", "flora")
    page.fill("[name=password]", "correct horse")
    page.wait_for_timeout(300)

    assert count(page) == 0
