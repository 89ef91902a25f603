import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from competition.entries import private_links
from competition.entries.private_links import remember
from tests import stories

# Tests of these layers use a database. Other tests, and those with parallel writers, request it themselves.
WITH_DATABASE = {"actions", "queries", "views"}


def pytest_itemcollected(item: pytest.Item) -> None:
    layers = {*item.path.parts, item.path.stem.removeprefix("test_")}
    if layers & WITH_DATABASE and not item.get_closest_marker("django_db"):
        item.add_marker(pytest.mark.django_db)


@pytest.fixture(autouse=True)
def sealed_at_once(monkeypatch):
    """Hash entry codes quickly, because these tests do not depend on slow guessing."""
    monkeypatch.setattr(private_links, "SEALING", 1)


@pytest.fixture
def at_desk():
    """Return a function that signs in a competition's organiser in a new browser."""

    def sign_in(competition) -> Client:
        client = Client()
        client.force_login(competition.organisers.first())
        return client

    return sign_in


@pytest.fixture
def phone():
    """Return a function that opens a pair's private link on a new phone."""

    def come(pair) -> Client:
        client, answer = Client(), HttpResponse()
        remember(RequestFactory().get("/"), answer, pair)
        client.cookies.update(answer.cookies)
        return client

    return come


@pytest.fixture
def competition(request):
    """Return a competition with the pairs and conditions in the mark `published`, or else two pairs and four deals."""
    mark = request.node.get_closest_marker("published")
    return stories.published(*mark.args, **mark.kwargs) if mark else stories.published(2, deals=4)


@pytest.fixture
def organiser(at_desk, competition):
    """Return the organiser's browser."""
    return at_desk(competition)


@pytest.fixture
def by(competition):
    """Return the organiser as the author of an action."""
    return stories.organiser_of(competition)


@pytest.fixture
def pairs(competition):
    """Return the upper and the lower pair in the first match."""
    return [table.pair for table in stories.tables(competition, "R1-M1")]


@pytest.fixture
def upper(phone, pairs):
    """Return the upper pair's phone."""
    return phone(pairs[0])


@pytest.fixture
def lower(phone, pairs):
    """Return the lower pair's phone."""
    return phone(pairs[1])


@pytest.fixture
def sheet(competition):
    """Start the score sheet. The upper pair sits North-South, and North deals first."""
    stories.open_sheet(competition, "R1-M1")


@pytest.fixture
def two_deals(competition, sheet):
    """Record 2♥ and 2♠ made by the upper pair: 420 to nothing, including the credit for the only game."""
    stories.record(stories.tables(competition, "R1-M1")[0], stories.deal(), stories.deal("2S"))


@pytest.fixture
def decided(competition):
    """Record both deals of a two-deal match. The upper pair wins by 560 to nothing."""
    seen, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(seen, stories.deal("3NT", 9), stories.deal("2H", 8, "S"))


@pytest.fixture
def wish(competition, two_deals):
    """Let the upper pair ask for another number of tricks on deal 1."""
    return stories.correct_deal(stories.tables(competition, "R1-M1")[0], number=1, deal=stories.deal(tricks=9))
