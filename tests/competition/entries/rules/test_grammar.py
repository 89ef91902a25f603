"""Tests for the words that all forms understand, and for reading totals, margins and days."""

from datetime import date

import pytest

from competition.entries.rules import grammar
from competition.entries.rules.directory import Directory, Known
from competition.entries.rules.grammar import read_day
from competition.entries.rules.names import read_pair

PLAYERS = ("Ann Smith", "Bob Jones")


@pytest.mark.parametrize(
    "sign", [" & ", "/", " and ", " AND ", " with ", " w/ ", "＆", " + ", "; ", " | ", "\\", " – "]
)
def test_lists_and_draws_join_partners_with_the_same_signs(sign):
    written = sign.join(PLAYERS)

    assert read_pair(written).players == PLAYERS
    assert Directory([Known(1, PLAYERS), Known(2, ("Cy Brown", "Dot Lee"))]).the_pair(written) == 1


def test_a_walkover_does_not_join_partners():
    assert read_pair("Ann Smith w/o Bob Jones").fault


@pytest.mark.parametrize(
    ("written", "points"),
    [("4520", 4520), ("4,520", 4520), ("4.520", 4520), ("4 520", 4520), ("4’520", 4520), ("0", 0), ("45.20", None)],
)
def test_a_points_total_can_have_a_thousands_separator(written, points):
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
def test_a_margin_is_neither_a_total_nor_a_day(text, margins):
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
def test_a_cell_states_how_a_match_ended(cell, way):
    assert grammar.way_of(cell) == way


TODAY = date(2026, 11, 25)


@pytest.mark.parametrize(
    "text", ["12 Sep", "Sat 12 September 2026", "Sat. 12th Sept", "12/9", "12.9.26", "2026-09-12", "Sep 12, 2026"]
)
def test_a_day_is_read_in_common_formats(text):
    assert read_day(text, TODAY) == date(2026, 9, 12)


def test_a_day_without_a_year_is_in_the_past():
    assert (read_day("26 Nov", TODAY), read_day("soon", TODAY)) == (date(2025, 11, 26), None)


@pytest.mark.parametrize(
    "text",
    ["2025-06-03", "2025/6/3", "3/6/2025", "03.06.2025", "3-6-25", "3 June 2025", "3-Jun-2025", "2025-06-03 00:00:00"],
)
def test_a_day_with_a_year_is_read_day_first(text):
    assert read_day(text) == date(2025, 6, 3)


@pytest.mark.parametrize("text", ["3/6", "3 June", "6/23/2025", "45811", "2025-13-01", "soon", "3/6/2025 or 4/6/2025"])
def test_other_texts_are_not_read_as_days(text):
    assert read_day(text) is None
