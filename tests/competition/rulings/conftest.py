import pytest

from tests import stories


@pytest.fixture
def competition():
    return stories.published(4)
