"""Tests for correcting misspelt email addresses."""

from collections import Counter

from competition.entries.rules.addresses import likely


def test_a_misspelt_host_is_corrected():
    for email, meant in [
        ("ada@lakemial.example", "ada@lakemail.example"),
        ("ada@LAKEMIAL.example", "ada@lakemail.example"),
        ("ada@seamail.example", "ada@seamail.example"),
        ("ada@lakemail.example", "ada@lakemail.example"),
        ("ada@hill.example", "ada@hill.example"),
    ]:
        hosts = Counter({"lakemail.example": 2, "lakemial.example": 1, "seamail.example": 2, "other.org": 9})

        assert likely(email, hosts) == meant, email
