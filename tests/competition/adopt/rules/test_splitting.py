"""Tests that lines are split into their sides."""

import pytest

from competition.adopt.rules.splitting import BYE, split


@pytest.mark.parametrize(
    ("line", "sides"),
    [
        ("A Smith & B Jones v C Brown & D Lee", ("A Smith & B Jones", "C Brown & D Lee")),
        ("1 Smith/Jones - Brown/Lee", ("Smith/Jones", "Brown/Lee")),
        ("R1-M3: Smith-Jones vs. Brown-Lee", ("Smith-Jones", "Brown-Lee")),
        ("4 v 12", ("4", "12")),
        ("3 - Smith/Jones", ("Smith/Jones",)),
        ("Smith/Jones - bye", ("Smith/Jones", BYE)),
        ("bye v Smith/Jones", (BYE, "Smith/Jones")),
        ("Smith/Jones has a bye", ("Smith/Jones", BYE)),
        ("Smith/Jones v", ("Smith/Jones", "")),
    ],
)
def test_a_line_is_split_into_its_sides(line, sides):
    assert split(line, lambda name: False).lines[0].sides == sides
