import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from competition.entries import private_links
from competition.entries.private_links import remember
from tests import stories


@pytest.fixture(autouse=True)
def sealed_at_once(monkeypatch):
    """Codes are sealed as quickly as passwords are: the time that guessing is to take tells these tests nothing."""
    monkeypatch.setattr(private_links, "SEALING", 1)


@pytest.fixture
def at_desk():
    """The browser of a competition's own organiser."""

    def sign_in(competition) -> Client:
        client = Client()
        client.force_login(competition.organisers.first())
        return client

    return sign_in


@pytest.fixture
def phone():
    """A phone that keeps what it was given when it came by this pair's private link."""

    def come(pair) -> Client:
        client, answer = Client(), HttpResponse()
        remember(RequestFactory().get("/"), answer, pair)
        client.cookies.update(answer.cookies)
        return client

    return come


@pytest.fixture
def competition():
    """A match of four deals, unless a module has a competition of its own."""
    return stories.published(2, deals=4)


@pytest.fixture
def pairs(competition):
    """The upper and the lower pair of the first match."""
    return [table.pair for table in stories.tables(competition, "R1-M1")]


@pytest.fixture
def upper(phone, pairs):
    """The upper pair's phone."""
    return phone(pairs[0])


@pytest.fixture
def lower(phone, pairs):
    """The lower pair's phone."""
    return phone(pairs[1])


@pytest.fixture
def sheet(competition):
    """The sheet is open: the upper pair sits North-South, North deals first."""
    stories.open_sheet(competition, "R1-M1")


@pytest.fixture
def two_deals(competition, sheet):
    """The upper pair has made 2♥ and 2♠: 420 with the credit for the only game, to nothing."""
    stories.record(stories.tables(competition, "R1-M1")[0], stories.deal(), stories.deal("2S"))


@pytest.fixture
def decided(competition):
    """A match of two deals, both on the sheet: the upper pair has won 560 to nothing."""
    seen, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(seen, stories.deal("3NT", 9), stories.deal("2H", 8, "S"))


@pytest.fixture
def wish(competition, two_deals):
    """The upper pair has asked for another trick on deal 1."""
    return stories.amend(stories.tables(competition, "R1-M1")[0], number=1, deal=stories.deal(tricks=9))
