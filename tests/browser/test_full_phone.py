"""Browser tests for a phone that cannot store anything: it says so, and loses nothing while it is offline."""

import pytest
from django.urls import reverse

from competition.draw.rules.result import Stage
from competition.entries.private_links import reply_code
from scoring.pads.papers import PadGame
from tests import stories
from tests.browser.browser import check, until
from tests.browser.person import said
from tests.browser.test_bad_signal import THREE, Phone, competition, lay_line, match, sheet, sit_down  # noqa: F401
from tests.friends import NAMES

pytestmark = pytest.mark.django_db(transaction=True)
REFUSE = "() => { throw new DOMException('', 'QuotaExceededError') }"
FULL = f"for (const name of ['put', 'add']) IDBObjectStore.prototype[name] = {REFUSE};"
WAYS = {
    "no space": FULL,
    "no databases": f"Object.defineProperty(window, 'indexedDB', {{ get: {REFUSE} }});",
    "a database that never opens": "IDBFactory.prototype.open = () => ({});",
    "no stores at all": "".join(
        f"Object.defineProperty(window, '{store}', {{ get: {REFUSE} }});"
        for store in ("indexedDB", "localStorage", "sessionStorage", "caches")
    ),
}
NOTICE = "This phone cannot keep deals, so you need a connection."


@pytest.fixture
def tables(competition):  # noqa: F811
    return stories.open_sheet(competition, "R1-M1")


def fill_up(phone: Phone, way: str = FULL) -> None:
    """Open the match again on a phone that cannot store anything."""
    phone.page.add_init_script(way)
    phone.page.goto(phone.match)
    phone.page.get_by_text(NOTICE).wait_for()


def choose(phone: Phone, **keys) -> None:
    for name, value in ({"declarer": "N", "level": 2, "denomination": "H", "result": 0} | keys).items():
        phone.key(name, value)


def pressed(phone: Phone) -> list[str]:
    """Return the values of the selected keys."""
    names = ("declarer", "level", "denomination", "result")
    return [phone.page.locator(f".deal-form [name={name}]:checked").input_value() for name in names]


@pytest.mark.parametrize("way", WAYS)
def test_a_deal_that_cannot_be_stored_stays_on_the_card(sit_down, way):  # noqa: F811
    phone = sit_down()
    assert not phone.page.get_by_text(NOTICE).is_visible()
    fill_up(phone, WAYS[way])
    phone.line.cut()
    choose(phone)
    phone.press("Record deal 1")

    unrecorded = phone.page.locator("[data-unrecorded]")
    until(lambda: said(unrecorded).startswith("No connection to the site. Deal 1 is not recorded."))
    assert (phone.page.url.endswith(phone.match), pressed(phone), sheet()) == (True, ["N", "2", "H", "0"], [])
    assert phone.waiting() == []
    check(phone.page)

    phone.reconnect()
    phone.press("Record deal 1")
    until(lambda: phone.number == "2")
    assert sheet() == THREE[:1]
    assert not unrecorded.is_visible()
    assert phone.page.locator(".deal-form [name=level]:checked").count() == 0


def test_a_passed_in_deal_that_cannot_be_stored_is_not_recorded(sit_down):  # noqa: F811
    phone = sit_down()
    fill_up(phone)
    phone.line.cut()
    phone.press("Passed in")
    phone.page.get_by_text("Deal 1 is not recorded.").wait_for()

    phone.reconnect()
    phone.press("Passed in")
    until(lambda: phone.number == "2")
    assert sheet() == ["1 passed in"]


def test_a_full_phone_sends_its_earlier_deals_first(sit_down):  # noqa: F811
    phone = sit_down()
    phone.line.cut()
    phone.record("2H", 8)
    until(lambda: phone.number == "2")
    phone.page.evaluate(f"() => {{ {FULL} }}")
    choose(phone, level=4, denomination="S")
    phone.press("Record deal 2")
    phone.page.get_by_text("Deal 2 is not recorded.").wait_for()
    assert phone.page.get_by_text(NOTICE).is_visible()
    phone.page.get_by_text("1 deal saved on this phone, not sent yet.").wait_for()

    phone.reconnect()
    phone.press("Record deal 2")
    until(lambda: sheet() == THREE[:2])


def test_a_deal_waits_while_earlier_deals_are_sent(sit_down):  # noqa: F811
    phone = sit_down()
    phone.line.cut()
    phone.record("2H", 8)
    until(lambda: phone.number == "2")
    phone.page.evaluate(f"() => {{ {FULL} }}")
    choose(phone, level=4, denomination="S")

    held = []
    phone.page.route("**/R1-M1/deals/", lambda route: held.append(route), times=1)
    phone.reconnect()
    until(lambda: phone.page.evaluate("1") and held)
    phone.press("Record deal 2")
    phone.page.wait_for_timeout(500)
    held[0].continue_()
    until(lambda: phone.number == "3")
    assert sheet() == THREE[:2]


def test_a_deal_with_a_lost_response_clears_its_keys_once_the_phone_sees_it(sit_down):  # noqa: F811
    phone = sit_down()
    fill_up(phone)
    phone.line.lose_answers()
    choose(phone)
    phone.press("Record deal 1")
    until(lambda: sheet() == THREE[:1])

    phone.reconnect()
    until(lambda: phone.number == "2")
    assert phone.page.locator(".deal-form [name=level]:checked").count() == 0
    assert not phone.page.locator("[data-unrecorded]").is_visible()


def test_a_phone_that_stores_nothing_shows_the_sites_questions(sit_down, tables):  # noqa: F811
    phone = sit_down()
    fill_up(phone)
    question = phone.page.locator("[data-question]:not([hidden])")
    choose(phone, level=4, denomination="S", result=3)
    phone.page.get_by_role("checkbox", name="honours").click()
    phone.key("honours", "ew-100")
    phone.press("Record deal 1")
    until(lambda: "Four trump honours in" in said(question))
    assert pressed(phone) == ["N", "4", "S", "3"]
    phone.press("Record this deal")
    until(lambda: sheet() == ["1 4♠ by North, +3, 100 honours to East-West"])

    phone.page.route("**/card.json*", lambda route: route.abort())
    stories.record(stories.table(tables[1].pair, "R1-M1"), stories.deal("4S", 10))
    choose(phone)
    phone.press("Record deal 2")
    until(lambda: said(question.locator("p")).startswith("Deal 2 is recorded as 4♠ by Ada 2., made."))
    phone.press("Keep my deal as deal 3")
    phone.press("Record deal 3")
    until(lambda: len(sheet()) == 3)
    assert sheet()[2] == "3 2♥ by North, made"


def test_a_reply_that_cannot_be_stored_stays_in_its_form(sit_down, competition, tables):  # noqa: F811
    stories.record(tables[0], *[stories.deal("2H", 8)] * 8)
    phone = sit_down()
    phone.page.add_init_script(FULL)
    phone.page.goto(phone.match)
    phone.page.get_by_role("link", name="Pass the phone to confirm").first.click()
    code = phone.page.get_by_label("Your reply code")
    code.fill(reply_code(tables[1].pair))
    phone.line.cut()
    phone.press("Confirm the result")
    phone.page.get_by_text("No connection to the site. Your reply is not sent.").wait_for()
    assert code.input_value() == reply_code(tables[1].pair)

    phone.line.mend()
    phone.press("Confirm the result")
    until(lambda: stories.now(competition).matches["R1-M1"].stage is Stage.OFFICIAL)


def test_text_that_cannot_be_stored_is_not_called_saved(sit_down, competition):  # noqa: F811
    phone = sit_down()
    phone.page.add_init_script(FULL)
    phone.page.goto(reverse("play:totals", args=[competition.slug, "R1-M1"]))
    phone.page.get_by_label("Our total").fill("4730")
    phone.page.get_by_label("Their total").fill("3980")
    phone.line.cut()
    phone.press("Report the totals")

    until(
        lambda: (
            said(phone.page.locator("#trouble"))
            == "The site does not respond. Your text cannot be stored on this device, so keep this page open. "
            "Send it again when you have a connection."
        )
    )
    assert phone.page.get_by_label("Our total").input_value() == "4730"


def test_a_score_pad_that_cannot_store_deals_says_so(open_browser):
    page = open_browser()
    page.add_init_script(FULL)
    page.goto(reverse("pads:begin", args=[PadGame.RUBBER]))
    for seat, name in NAMES.items():
        page.locator(f"[name={seat}]").fill(name)
    page.locator("[name=dealer][value=N]").check()
    page.get_by_role("button", name="Start score pad").click()
    page.get_by_text(NOTICE).wait_for()
    check(page)
