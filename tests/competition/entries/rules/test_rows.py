import csv
import io

import pytest
from hypothesis import given, settings, strategies

from competition.entries.rules.columns import is_heading
from competition.entries.rules.rows import OPEN_QUOTE, SEPARATORS, Encoding, decode, read_rows
from scoring.rules.refusal import Refused

LIST = "Player 1,Player 2\r\nZoë Ångström,José Nuñez\r\n"


def test_unicode_is_decoded_with_certainty():
    for encoding in ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"]:
        assert decode(LIST.encode(encoding)) == (LIST, Encoding.UNICODE), encoding


def test_windows_text_is_recognised():
    for name in ["José", "Zoë Åkesson", "Siân O’Brien", "Müller", "Ærø", "Šime Žagar", "O’Brien"]:
        assert decode(name.encode("cp1252")) == (name, Encoding.WINDOWS), name


def test_mac_text_is_recognised():
    for name in ["José Nuñez", "Zoë Åkesson", "François", "Müller", "O’Brien", "Jürgen Böhm", "Åsa Öst"]:
        assert decode(name.encode("mac_roman")) == (name, Encoding.MAC), name


def test_a_file_with_two_encodings_is_decoded():
    assert decode("Hōne\n".encode() + "José\n".encode("cp1252")).text == "Hōne\nJosé\n"


def test_message_for_another_file_type_gives_advice():
    for data, what in [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), "This is an old Excel or Word file"),
        (b"%PDF-1.7\n", "This is a PDF file"),
        (b"{\\rtf1\\ansi}", "This is a file from a word processor"),
        (b"\x89PNG\r\n\x1a\n\x00", "This is a picture"),
        (b"<html><table><tr><td>Ada Lark</td></tr></table></html>", "This is a web page"),
        (b"\xef\xbb\xbf\r\n<table border=1>", "This is a web page"),
        (b'<?xml version="1.0"?>\n<Workbook>', "This is a web page"),
        (b"Ada\x00Lark", "This file is not text"),
    ]:
        with pytest.raises(Refused, match=f"^{what}.*Save the list as CSV or .xlsx"):
            decode(data)


# Run a quarter of the usual number of examples, even with --thorough.
A_QUARTER = settings(max_examples=settings().max_examples // 4)


def cells(text: str) -> list[list[str]]:
    return [row.cells for row in read_rows(text, is_heading)]


def test_separator_with_consistent_rows_is_chosen():
    for text, first, last in [
        ("Pair;Club\nLark, Ada & Wren, Ben;Hawera", ["Pair", "Club"], ["Lark, Ada & Wren, Ben", "Hawera"]),
        ('Pair,Club\nAda,"a; b; c; d"', ["Pair", "Club"], ["Ada", "a; b; c; d"]),
        ("Cup; 2026; Waihi; Hawera\nPair,Club\nAda,Waihi", ["Cup; 2026; Waihi; Hawera"], ["Ada", "Waihi"]),
        ("Pair\tClub\nLark, Ada; Wren, Ben\tHawera", ["Pair", "Club"], ["Lark, Ada; Wren, Ben", "Hawera"]),
        ("Pair|Club\nLark, Ada & Wren, Ben|Hawera", ["Pair", "Club"], ["Lark, Ada & Wren, Ben", "Hawera"]),
        ("Lark, Ada & Wren, Ben\nOwl, Dan & Rook, Eve", ["Lark, Ada & Wren, Ben"], ["Owl, Dan & Rook, Eve"]),
        ("Pair\nLark, Ada & Wren, Ben", ["Pair"], ["Lark, Ada & Wren, Ben"]),
        ("A Lark/B Wren\nC Owl/D Rook, Jr\nE Teal/F Gull", ["A Lark/B Wren"], ["E Teal/F Gull"]),
        ("sep=;\nLark, Ada;Wren, Ben", ["Lark, Ada", "Wren, Ben"], ["Lark, Ada", "Wren, Ben"]),
        ('Name; Name\n"Lark, Ada"; "Wren, Ben"', ["Name", "Name"], ["Lark, Ada", "Wren, Ben"]),
    ]:
        found = cells(text)

        assert (found[0], found[-1]) == (first, last), text


def test_all_kinds_of_line_endings_are_read():
    for end in ["\n", "\r\n", "\r"]:
        text = end.join(["Name 1,Name 2", "", "Ada Lark,Ben Wren", ""])

        assert [(row.number, row.cells) for row in read_rows(text, is_heading)] == [
            (1, ["Name 1", "Name 2"]),
            (3, ["Ada Lark", "Ben Wren"]),
        ]


def test_an_open_quotation_mark_affects_one_line():
    for text in [
        'Name 1,Name 2\n"Ada Lark,Ben Wren\nCara Finch,Dan Owl\nEve Rook,Finn Kite\n',
        'Name 1,Name 2,Notes\nCara Finch,Dan Owl,\nAda Lark,Ben Wren,"late\nEve Rook,Finn Kite,"none"\n',
        'Name 1,Name 2\nCara Finch,Dan Owl\nEve Rook,Finn Kite\n"Ada Lark,Ben Wren',
        'Name 1,Name 2\n"' + "A" * 200_000 + "\nCara Finch,Dan Owl\nEve Rook,Finn Kite\n",
    ]:
        rows = read_rows(text, is_heading)

        assert [row.fault for row in rows if row.fault] == [OPEN_QUOTE], text
        assert [row.cells[:2] for row in rows if not row.fault][1:] == [
            ["Cara Finch", "Dan Owl"],
            ["Eve Rook", "Finn Kite"],
        ]


def test_a_list_with_too_many_lines_is_refused():
    with pytest.raises(Refused, match="more than 20,000 lines"):
        read_rows("Ada\n" * 20_001, is_heading)


CELL = strategies.text(strategies.sampled_from("abc ÅéĀ'\"&/,;\t|-.0123\n"), min_size=1, max_size=12).map(str.strip)


@A_QUARTER
@given(
    strategies.integers(2, 5).flatmap(
        lambda width: strategies.lists(strategies.lists(CELL, min_size=width, max_size=width), min_size=2, max_size=6)
    ),
    strategies.sampled_from(SEPARATORS),
)
def test_a_written_table_is_read_back_as_the_same_cells(table, separator):
    heading = ["Name 1", "Name 2", "Club", "Area", "Seed"][: len(table[0])]
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=separator).writerows([heading, *table])

    found = read_rows(out.getvalue(), is_heading)

    filled = [row for row in table if any(row)]
    if not any(row.fault for row in found):
        assert [row.cells for row in found] == [heading, *filled]
