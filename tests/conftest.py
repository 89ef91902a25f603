"""What every test begins with, and what a run ends with."""

import pytest
from django.core.cache import caches

from tests import settings


@pytest.fixture(autouse=True)
def nothing_kept():
    """No page kept by the test before: its competition may have had this one's address and version."""
    for cache in caches.all(initialized_only=True):
        cache.clear()


def pytest_unconfigure():
    """Remove the run's scratch folder: a worker of a run spread over several ends too abruptly to do it itself."""
    settings.scratch.cleanup()
