"""Tests for the bundles of scripts."""

from pathlib import Path

from django.contrib.staticfiles import finders


def test_a_bundle_contains_no_comment_lines():
    lines = Path(finders.find("js/match.js")).read_text("utf-8").splitlines()

    assert len(lines) > 1000
    assert [line for line in lines if line.lstrip().startswith("//")] == []
