"""Tests that lines are split into their sides."""

import pytest

from competition.transfer.rules.splitting import BYE, split


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
        ("1 v 2 4520-3310", ("1", "2")),
        ("Smith/Jones meets Brown/Lee 4520-3310", ("Smith/Jones", "Brown/Lee")),
        ("Smith/Jones were beaten by Brown/Lee 4520-3310", ("Smith/Jones", "Brown/Lee")),
        ("Smith/Jones v Brown/Lee lost", ("Smith/Jones", "Brown/Lee")),
    ],
)
def test_a_line_is_split_into_its_sides(line, sides):
    assert split(line, lambda name: False).lines[0].sides == sides


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        (
            "Home\tAway\nSmith/Jones\tBrown/Lee\nFox/Hay\tLow/May",
            [("Smith/Jones", "Brown/Lee"), ("Fox/Hay", "Low/May")],
        ),
        ("Draw 2026\t\nHome\tAway\nFox/Hay\tLow/May", [("Fox/Hay", "Low/May")]),
        (
            "1\tSmith/Jones\tvs\tBrown/Lee\n2\tFox/Hay\t-\tLow/May",
            [("Smith/Jones", "Brown/Lee"), ("Fox/Hay", "Low/May")],
        ),
        ("Smith/Jones\t4520\tBrown/Lee\t3310\nFox/Hay\t\t\t", [("Smith/Jones", "Brown/Lee"), ("Fox/Hay", BYE)]),
        ("Ed Ivy\tFlo Jay\tGus Kay\tHal Low\n", [("Ed Ivy & Flo Jay", "Gus Kay & Hal Low")]),
        ("Ann Lee\tBo Ray\nCy Fox\tDi Hay", [("Ann Lee & Bo Ray",), ("Cy Fox", "Di Hay")]),
        ("1\t2\n3\t", [("1", "2"), ("3", BYE)]),
    ],
)
def test_a_row_of_cells_is_split_into_its_sides(text, sides):
    assert [line.sides for line in split(text, lambda name: name == "Ann Lee & Bo Ray").lines] == sides


def test_a_table_of_matches_is_read_in_the_order_of_its_codes():
    found = split(
        "Round\tHome\tAway\tCode\n1\tSmith/Jones\tBrown/Lee\tR1-M2\n\tFox/Hay\tLow/May\tR1-M1\n"
        "2\tFox/Hay\tBrown/Lee\tR2-M1",
        lambda name: False,
    )

    assert [(line.number, line.text) for line in found.lines] == [
        (3, "Fox/Hay - Low/May"),
        (2, "Smith/Jones - Brown/Lee"),
    ]
    assert [(later.round, later.text, later.is_heading) for later in found.later] == [
        (2, "Round 2", True),
        (2, "Fox/Hay - Brown/Lee", False),
    ]


def test_a_table_with_one_column_per_round_is_split_into_lines():
    found = split(
        "Round 1\tFinal\tChampions\nSmith/Jones\tSmith/Jones\tFox/Hay\nBrown/Lee\nFox/Hay\tFox/Hay\nLow/May", bool
    )

    assert [(line.number, line.sides) for line in found.lines] == [
        (2, ("Smith/Jones",)),
        (3, ("Brown/Lee",)),
        (4, ("Fox/Hay",)),
        (5, ("Low/May",)),
    ]
    assert [(later.number, later.text, later.is_heading) for later in found.later] == [
        (1, "Final", True),
        (2, "Smith/Jones", False),
        (4, "Fox/Hay", False),
        (1, "Champions", True),
        (2, "Fox/Hay", False),
    ]
