"""Tests for the words that all forms read, and for the readers of totals and margins."""

import pytest

from competition.entries.rules import grammar
from competition.entries.rules.directory import Directory, Known
from competition.entries.rules.names import read_pair

PLAYERS = ("Ann Smith", "Bob Jones")


@pytest.mark.parametrize(
    "sign", [" & ", "/", " and ", " AND ", " with ", " w/ ", "＆", " + ", "; ", " | ", "\\", " – "]
)
def test_a_list_and_a_draw_join_partners_by_the_same_signs(sign):
    written = sign.join(PLAYERS)

    assert read_pair(written).players == PLAYERS
    assert Directory([Known(1, PLAYERS), Known(2, ("Cy Brown", "Dot Lee"))]).the_pair(written) == 1


def test_a_walkover_does_not_join_partners():
    assert read_pair("Ann Smith w/o Bob Jones").fault


@pytest.mark.parametrize(
    ("written", "points"),
    [("4520", 4520), ("4,520", 4520), ("4.520", 4520), ("4 520", 4520), ("4’520", 4520), ("0", 0), ("45.20", None)],
)
def test_a_number_of_points_may_have_a_thousands_separator(written, points):
    assert grammar.read_points(written) == points


@pytest.mark.parametrize(
    ("text", "margins"),
    [
        ("by 1240", {1240}),
        ("won by 20 points", {20}),
        ("(margin of 600)", {600}),
        ("by 4520 to 3310", set()),
        ("by 4520-3310", set()),
        ("play by 20 May", set()),
        ("by 20/5/2026", set()),
        ("by 20th May", set()),
    ],
)
def test_a_margin_is_no_total_and_no_day(text, margins):
    assert grammar.take_margins(text)[0] == margins


@pytest.mark.parametrize(
    ("cell", "way"),
    [
        ("W/O", "walkover"),
        ("walk over", "walkover"),
        ("conceded", "conceded"),
        ("no score", "not recorded"),
        ("May", ""),
    ],
)
def test_a_cell_names_a_way_to_end(cell, way):
    assert grammar.way_of(cell) == way
