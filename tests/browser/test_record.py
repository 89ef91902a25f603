"""Browser tests for the record page, where a reader's own device repeats the draw."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.competition.draw.golden import GOLDEN, stored
from tests.house.sources import name

pytestmark = pytest.mark.django_db(transaction=True)


def draw_again(open_browser, path, width=360, change=None):
    """Open the record of a stored draw, let the device repeat the draw, and return the page."""
    page = open_browser(width)
    record = json.loads(path.read_text(encoding="utf-8"))
    slug = stored(path).slug
    if change:
        change(record)
        page.route("**/record.json", lambda route: route.fulfill(json=record))
    page.goto(f"/{slug}/record/")
    page.get_by_role("button", name="Draw again on this device").click()
    return page


@pytest.mark.parametrize("path", GOLDEN, ids=name)
def test_a_readers_device_makes_the_same_draw(open_browser, path):
    page = draw_again(open_browser, path)

    expect(page.get_by_role("status")).to_contain_text("Everything agrees.")
    expect(page.locator("[data-record] li")).to_have_count(20)


def exchange_two_lots(record: dict) -> None:
    lots = record["lots"]
    pairs = [at for at, lot in enumerate(lots) if lot["pair"]]
    lots[pairs[2]]["pair"], lots[pairs[-1]]["pair"] = lots[pairs[-1]]["pair"], lots[pairs[2]]["pair"]


def change_a_club(record: dict) -> None:
    record["committed"]["entries"][0]["club"] += "x"


def change_the_seed(record: dict) -> None:
    record["seed"] += "1"


def lose_a_place(record: dict) -> None:
    record["places"][0], record["places"][1] = record["places"][1], record["places"][0]


@pytest.mark.parametrize(
    ("change", "lines", "last"),
    [
        (change_a_club, 1, "The list and the secret number"),
        (change_the_seed, 2, "The secret number and the dice"),
        (exchange_two_lots, 5, " "),
        (lose_a_place, 20, "The places after the swaps"),
    ],
)
def test_a_changed_record_differs_at_the_changed_line(open_browser, change, lines, last):
    page = draw_again(open_browser, GOLDEN[-1], change=change)

    expect(page.get_by_role("status")).to_contain_text("The last line differs from the record.")
    expect(page.locator("[data-record] li")).to_have_count(lines)
    expect(page.locator("[data-record] li").last).to_contain_text(last)


def test_an_unreadable_record_gets_an_error_message(open_browser):
    page = draw_again(open_browser, GOLDEN[-1], change=lambda record: record.pop("committed"))

    expect(page.get_by_role("status")).to_contain_text("The record could not be read.")
