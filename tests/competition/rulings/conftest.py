import pytest

from tests import stories


@pytest.fixture
def competition():
    return stories.published(4)


@pytest.fixture
def client(at_desk, competition):
    """Return the organiser's browser."""
    return at_desk(competition)
