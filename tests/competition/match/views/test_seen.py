"""That a pair has read what the other sent in: said by its page, never by opening an address."""

import pytest

from competition.match.actions import play
from tests import stories
from tests.competition.pair_reading import play as address
from tests.competition.pair_reading import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return stories.published(2)


@pytest.fixture
def tables(competition):
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=4730, theirs=3980)
    return stories.tables(competition, "R1-M1")


def last(competition):
    return stories.now(competition).matches["R1-M1"].last


def test_a_page_that_is_only_opened_tells_nobody(phone, competition, tables):
    page = phone(tables[1].pair).get(address("match", competition))

    assert "data-seen" in page.content.decode()
    assert f"If you do neither within {stories.SILENCE_SAID} of reading this, it stands." in text(page)
    assert last(competition).told_at is None


def test_a_page_that_is_looked_at_says_so_itself(phone, competition, tables):
    answer = phone(tables[1].pair).post(address("seen", competition), {"outcome": 1}, headers={"X-Seen": "1"})

    assert (answer.status_code, last(competition).told_by) == (204, "page")
    again = phone(tables[1].pair).get(address("match", competition))
    assert address("seen", competition) not in again.content.decode()
    assert "If nobody answers, it stands from" in text(again)


def test_without_a_script_one_press_says_so(phone, competition, tables):
    answer = phone(tables[1].pair).post(address("seen", competition), {"outcome": 1})

    assert (answer.status_code, last(competition).told_by) == (302, "page")


def test_the_pair_that_sent_it_in_cannot_say_so_for_the_other(phone, competition, tables):
    client = phone(tables[0].pair)

    page, answer = client.get(address("match", competition)), client.post(address("seen", competition), {"outcome": 1})

    assert "They have not been told yet" in text(page)
    assert (answer.status_code, last(competition).told_at) == (422, None)


def test_having_read_it_loads_the_page_of_the_sender_again_and_not_the_readers(phone, competition, tables):
    phones = [phone(table.pair) for table in tables]

    def pages() -> list[str]:
        return [one.get(address("card", competition)).json()["page"] for one in phones]

    sender, reader = pages()
    phones[1].post(address("seen", competition), {"outcome": 1}, headers={"X-Seen": "1"})

    now = pages()
    assert now[0] != sender
    assert now[1] == reader
