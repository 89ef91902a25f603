"""Tests for the sizes and summaries in the site checks."""

import pytest

from competition.desk.rules.checks import bad, size, summary, warning


@pytest.mark.parametrize(("number", "told"), [(900, "0.9 KB"), (23_400_000_000, "23 GB"), (25e11, "2.5 TB")])
def test_sizes_are_rounded(number, told):
    assert size(number) == told


def test_a_summary_counts_faults_and_warnings():
    found = [
        bad("Disk", "Full.", "Delete."),
        warning("Email", "None.", "Set it."),
        warning("Backup", "None.", "Set it."),
    ]

    assert [summary(found), summary(found[:1]), summary([])] == [
        "1 fault and 2 warnings.",
        "1 fault.",
        "Everything is in order.",
    ]
