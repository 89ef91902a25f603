import pytest

from tests import stories


@pytest.fixture
def competition():
    return stories.published(2, deals=2)


@pytest.fixture
def table(competition):
    """Return the open score sheet as the upper pair sees it."""
    return stories.open_sheet(competition, "R1-M1")[0]
