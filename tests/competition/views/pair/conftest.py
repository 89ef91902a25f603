import pytest
from django.test import Client
from django.urls import reverse

from competition.access import link_key
from tests import stories


@pytest.fixture
def phone():
    """A phone that has come by this pair's private link."""

    def come(pair) -> Client:
        client = Client()
        client.post(reverse("link:open", args=[link_key(pair)]))
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
