"""Tests for the headings and the cells of pasted results."""

import pytest

from competition.match.rules.columns import LOSERS, MARGIN, STATE, WINNERS, cells_of, read_heading


def test_a_heading_gives_the_contents_of_its_columns():
    heading = read_heading("winner_total,Winners,Losers,margin,state,club")

    assert [heading.kind(place) for place in range(6)] == [WINNERS, WINNERS, LOSERS, MARGIN, STATE, ""]
    assert [heading.has_points(place) for place in range(2)] == [True, False]
    assert (heading.mark, heading.is_needless(5), heading.names_sides) == (",", True, False)


@pytest.mark.parametrize("line", ["Ann Day & Bo Home\tCy Away & Di Lost", "Date of the match", "Winners\tTotal 2026"])
def test_a_line_about_pairs_is_no_heading(line):
    assert read_heading(line) is None


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("Smith\tJones\t4,520", ["Smith", "Jones", "4520"]),
        ("Smith, 4,520, Jones, 3310", ["Smith", "4520", "Jones", "3310"]),
        ("Smith | Jones", ["Smith", "Jones"]),
    ],
)
def test_the_cells_of_a_line_are_found(line, cells):
    assert cells_of(line) == cells
