"""Tests for recording that a pair has read the other pair's result."""

import pytest

from competition.match.actions import play
from tests import stories
from tests.competition.pair_reading import address, text

pytestmark = pytest.mark.published(2)


@pytest.fixture
def tables(competition):
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=4730, theirs=3980)
    return stories.tables(competition, "R1-M1")


def last(competition):
    return stories.now(competition).matches["R1-M1"].last


def test_opening_the_match_page_does_not_mark_a_result_as_read(phone, competition, tables):
    page = phone(tables[1].pair).get(address("match", competition))

    assert "data-seen" in page.content.decode()
    assert f"Without a reply within {stories.REPLY_TIME_SAID} of reading this, it is final." in text(page)
    assert last(competition).notified_at is None


def test_a_visible_page_marks_the_result_as_read(phone, competition, tables):
    answer = phone(tables[1].pair).post(address("seen", competition), {"outcome": 1}, headers={"X-Seen": "1"})

    assert (answer.status_code, last(competition).notified_by) == (204, "page")
    again = phone(tables[1].pair).get(address("match", competition))
    assert address("seen", competition) not in again.content.decode()
    assert "Without a reply, it is final from" in text(again)


def test_a_button_marks_the_result_as_read_without_javascript(phone, competition, tables):
    answer = phone(tables[1].pair).post(address("seen", competition), {"outcome": 1})

    assert (answer.status_code, last(competition).notified_by) == (302, "page")


def test_the_reporting_pair_cannot_mark_its_result_as_read(phone, competition, tables):
    client = phone(tables[0].pair)

    page, answer = client.get(address("match", competition)), client.post(address("seen", competition), {"outcome": 1})

    assert "after they are told." in text(page)
    assert (answer.status_code, last(competition).notified_at) == (422, None)


def test_reading_a_result_changes_the_page_of_the_reporting_pair_only(phone, competition, tables):
    phones = [phone(table.pair) for table in tables]

    def pages() -> list[str]:
        return [one.get(address("card", competition)).json()["page"] for one in phones]

    sender, reader = pages()
    phones[1].post(address("seen", competition), {"outcome": 1}, headers={"X-Seen": "1"})

    now = pages()
    assert now[0] != sender
    assert now[1] == reader
