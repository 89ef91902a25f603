"""Tests of recognising columns by their headings."""

from competition.entries.rules.columns import CHOICES
from competition.entries.rules.headings import (
    LEFT_OUT,
    NAMES,
    Heading,
    by_heading,
    heading_for,
    heading_of,
    is_heading,
    is_line_a_player,
    names_columns,
)


def test_a_heading_has_several_spellings():
    for cell, column, whose in [
        ("Name 1", "player", "1"),
        ("PLAYER_2", "player2", "2"),
        ("2nd player", "player", "2"),
        ("First player’s name", "player", "1"),
        ("Your name", "player", ""),
        ("Partner", "player2", ""),
        ("Player 1 first name", "first", "1"),
        ("Partner's surname", "last", "2"),
        ("P2 Mobile", "phone", "2"),
        ("Phone (player 2)", "phone", "2"),
        ("Email of partner", "email", "2"),
        ("Team", "group", ""),
        ("Pair No.", "group", ""),
        ("Bridge Club", "club", ""),
        ("Fee paid", "-", ""),
        ("Where from", "", ""),
        ("1", "", ""),
        ("Ada Lark", "", ""),
    ]:
        assert heading_of(cell) == (column, whose), cell


def test_a_row_of_headings_has_two_known_words():
    for cells, is_one in [(["Pair", "Club"], True), (["Ada Lark", "Club"], False), (["1", "Ada Lark"], False)]:
        assert is_heading(cells) == is_one, cells


def test_one_heading_word_does_not_make_a_row_of_headings():
    assert not names_columns(["Ada Lark", "Ben Wren", "City"])
    assert names_columns(["Name", "Whence"])


def test_cells_help_to_recognise_a_column():
    for heading, cells, columns in [
        (["Pair", "Name"], [["1", "1"], ["Ada Lark", "Ben Wren"]], ["group", "player"]),
        (["No", "Name"], [["1", "2"], ["Ada Lark", "Ben Wren"]], ["-", "player"]),
        (["No", "Name"], [["1"], ["A Lark & B Wren"]], ["-", "names"]),
        (["Pair", "Players"], [["1"], ["Ada Lark", "Ben Wren"]], ["group", "player"]),
        (["Pair"], [["Ada Lark-Ben Wren", "Cara Finch-Dan Owl"]], ["names"]),
        (["Name", "Surname"], [["Ada", "Ben"], ["Lark", "Wren"]], ["first1", "last1"]),
        (["Full name", "First", "Last"], [["Ada Lark"], ["Ada"], ["Lark"]], ["-", "first1", "last1"]),
        (["Pair", "Name 1", "Name 2"], [["1"], ["Ada Lark"], ["Ben Wren"]], ["-", "player1", "player2"]),
    ]:
        assert by_heading(heading, dict(enumerate(cells))) == columns, heading


def test_one_player_column_means_two_lines_a_pair():
    assert is_line_a_player(["group", "player"])
    assert is_line_a_player(["first1", "last1"])
    assert not is_line_a_player(["first1", "last1", "player2"])


def test_every_column_has_a_recognised_heading():
    for column in [column for column in CHOICES if column != LEFT_OUT]:
        number = column[-1] if column[-1] in "12" else ""
        held = heading_of(heading_for(column))

        assert held in (Heading(column.removesuffix(number), number), Heading(column, number)), column


def test_the_heading_both_names_never_means_one_player():
    assert by_heading(["both names"], {0: ["Ada Lark", "Ben Wren", "Cleo Finch"]}) == [NAMES]
