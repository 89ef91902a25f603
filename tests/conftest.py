"""What every test begins with."""

import pytest
from django.core.cache import caches


@pytest.fixture(autouse=True)
def nothing_kept():
    """No page kept by the test before: its competition may have had this one's address and version."""
    for cache in caches.all(initialized_only=True):
        cache.clear()
