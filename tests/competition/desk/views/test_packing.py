"""Tests for compressed pages of the desk."""

import pytest
from django.urls import reverse

from tests import stories


@pytest.mark.parametrize("page", ["competition", "matches", "letters"])
def test_large_pages_are_compressed_and_not_stored(at_desk, page):
    competition = stories.published(8)

    answer = at_desk(competition).get(
        reverse(f"desk:{page}", args=[competition.slug]), headers={"accept-encoding": "gzip"}
    )

    assert answer["Content-Encoding"] == "gzip"
    assert "no-store" in answer["Cache-Control"]
