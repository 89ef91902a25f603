"""Browser tests for a reply on the opponents' phone, with and without a connection."""

import json

import pytest

from competition.draw.rules.result import Stage
from competition.entries.private_links import reply_code
from scoring.models import DealCorrection
from tests import stories
from tests.browser.browser import check_all_round, until
from tests.browser.test_bad_signal import lay_line, match, sit_down  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)
# The unsent actions, or null while the page reloads.
ON_THE_PHONE = 'async () => JSON.stringify(typeof outbox === "object" ? await outbox.all() : null)'


@pytest.fixture
def competition():
    return stories.published(2, deals=2)


@pytest.fixture
def tables(competition):
    """Record all deals except the last one."""
    tables = stories.open_sheet(competition, "R1-M1")
    stories.record(tables[0], stories.deal("3NT", 9))
    return tables


@pytest.fixture
def full(tables):
    """Record the last deal, after which the upper pair has won by 560 to 0."""
    stories.record(stories.table(tables[0].pair, "R1-M1"), stories.deal("2H", 8, "S"))


def stage(competition) -> Stage:
    return stories.now(competition).matches["R1-M1"].stage


def answer(phone, code: str) -> None:
    """Confirm the result on this phone with the other pair's code."""
    phone.page.get_by_role("link", name="Pass the phone to confirm").first.click()
    phone.page.get_by_label("Your reply code").fill(code)
    phone.press("Confirm the result")


def test_the_other_pair_confirms_on_the_reporting_phone(sit_down, competition, tables, full):  # noqa: F811
    phone = sit_down()

    answer(phone, f"{(int(reply_code(tables[1].pair)) + 1) % 10**4:04}")
    until(lambda: "This is not the reply code of" in phone.page.locator("#pass").inner_text())
    assert not phone.page.get_by_role("link", name="My matches").is_visible()
    check_all_round(phone.page)
    phone.page.get_by_label("Your reply code").fill(reply_code(tables[1].pair))
    phone.press("Confirm the result")

    until(lambda: stage(competition) is Stage.OFFICIAL)
    phone.page.get_by_text(f"{tables[1].pair} confirmed the result. It is final.").wait_for()
    assert "Deal 2: 2♥ by Ben 2." in " ".join(phone.page.locator("#pad").inner_text().split())
    check_all_round(phone.page)


def test_an_unsent_reply_shows_its_reason(sit_down, tables, full):  # noqa: F811
    phone = sit_down()
    phone.page.context.clear_cookies()

    answer(phone, reply_code(tables[1].pair))

    phone.page.get_by_text("You are signed out on this phone. The reply of").wait_for()
    phone.page.get_by_text("Open your private link on this phone again to send it.").wait_for()
    check_all_round(phone.page)


def test_a_result_is_confirmed_without_a_connection(sit_down, competition, tables):  # noqa: F811
    phone, code = sit_down(), reply_code(tables[1].pair)
    phone.line.cut()
    phone.record("2H", 8, "S")

    answer(phone, code)
    phone.page.get_by_text("is saved on this phone, but not sent yet").wait_for()
    (_, kept) = json.loads(phone.page.evaluate(ON_THE_PHONE))
    assert {*kept["said"]} == {"ours", "theirs", "answer", "reason", "sealed"}
    assert code not in json.dumps({**kept, "said": {**kept["said"], "sealed": ""}})
    assert phone.page.get_by_label("Your reply code").input_value() == ""
    phone.page.reload()
    phone.page.get_by_text("is saved on this phone, but not sent yet").wait_for()
    assert stage(competition) is Stage.IN_PLAY
    phone.reconnect()

    phone.page.get_by_text("confirmed the result. It is final.").wait_for()
    assert stories.now(competition).matches["R1-M1"].sides[0].total == 560
    until(lambda: phone.page.evaluate(ON_THE_PHONE) == "[]")


def test_both_pairs_correct_a_deal_on_one_phone(sit_down, competition, tables, full):  # noqa: F811
    phone = sit_down()
    phone.page.goto(f"{phone.match}deals/1/")
    phone.key("result", 1)
    phone.page.locator("button[name=save]").click()

    request = phone.page.locator(".request[data-yours]")
    assert f"{tables[1].pair}: do you agree?" in request.inner_text()
    check_all_round(phone.page)
    request.get_by_role("button", name="We agree").click()
    until(lambda: DealCorrection.objects.filter(answer="accepted", agreed_here=True).exists())

    phone.open()
    phone.page.get_by_role("link", name="Pass the phone to confirm").first.click()
    listed = " ".join(phone.page.locator("#pass .changes").inner_text().split())
    assert "3NT by Ada 2., 1 over. Agreed on the other pair’s phone at" in listed
    phone.page.get_by_label("Your reply code").fill(reply_code(tables[1].pair))
    phone.press("Confirm the result")
    until(lambda: stage(competition) is Stage.OFFICIAL)
    assert stories.now(competition).matches["R1-M1"].sides[0].total == 590
