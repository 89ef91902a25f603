"""Browser tests for the record page, where a reader's own device repeats the draw."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from playwright.sync_api import expect

from competition.draw.actions.rounds import draw_round
from tests import stories
from tests.competition.draw.golden import GOLDEN, stored
from tests.competition.public_reading import public
from tests.house.sources import name

pytestmark = pytest.mark.django_db(transaction=True)


def draw_again(open_browser, path, width=360, change=None):
    """Open the record of a stored draw, let the device repeat the draw, and return the page."""
    record = json.loads(path.read_text(encoding="utf-8"))
    return draw_from(open_browser, stored(path).slug, record, change, width)


def draw_from(open_browser, slug, record, change=None, width=360):
    """Open the record at this slug, let the device repeat the draw, and return the page."""
    page = open_browser(width)
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


def by_round() -> tuple[str, dict]:
    """Return the slug and the record of a draw of nine pairs with two rounds drawn one by one."""
    competition = stories.published(9, drawn_by_round=True)
    for number in (2, 3):
        draw_round(competition, number, by=stories.organiser_of(competition))
    return competition.slug, json.loads(Client().get(public("record-json", competition)).content)


def test_a_readers_device_makes_the_same_draw_of_later_rounds(open_browser):
    page = draw_from(open_browser, *by_round())

    expect(page.get_by_role("status")).to_contain_text("Everything agrees.")
    lines = page.locator("[data-record] li")
    expect(lines).to_have_count(3 + 5 + 1 + (2 + 3) + (2 + 2))
    expect(lines.nth(9)).to_have_text("Round 2: the secret number")
    expect(lines.last).to_contain_text(
        re.compile(r"^Semi-finals: (winner of match \d|bye) v (winner of match \d|bye)$")
    )


def exchange_two_winners(record: dict) -> None:
    places = record["drawings"][0]["places"]
    places[0], places[-1] = places[-1], places[0]


def change_a_secret(record: dict) -> None:
    record["drawings"][1]["secret"] += "x"


def change_an_attempt(record: dict) -> None:
    record["drawings"][1]["attempt"] += 1


@pytest.mark.parametrize(
    ("change", "lines", "last"),
    [
        (exchange_two_winners, 12, "Round 2: "),
        (change_a_secret, 15, "Semi-finals: the secret number"),
        (change_an_attempt, 15, "Semi-finals: the secret number"),
    ],
)
def test_a_changed_later_round_differs_at_the_changed_line(open_browser, change, lines, last):
    page = draw_from(open_browser, *by_round(), change)

    expect(page.get_by_role("status")).to_contain_text("The last line differs from the record.")
    expect(page.locator("[data-record] li")).to_have_count(lines)
    expect(page.locator("[data-record] li").last).to_contain_text(last)


def test_an_unreadable_record_gets_an_error_message(open_browser):
    page = draw_again(open_browser, GOLDEN[-1], change=lambda record: record.pop("committed"))

    expect(page.get_by_role("status")).to_contain_text("The record could not be read.")
