"""Tests of reading files with a list of entries."""

from datetime import date, datetime

import pytest

from competition.entries.presenters import read_file
from scoring.rules.refusal import Refused
from tests.competition.entries.workbooks import packed, workbook

NAMES = [["Name 1", "Name 2"], ["Ada Lark", "Ben Wren"]]


def test_a_workbook_becomes_lines_with_tabs():
    data = workbook([["Cup 2026"], [], ["Name 1", "Name 2", "Club"], ["Ada Lark", "Rāwiri Wren", "Ōtaki"]])

    assert read_file(data).text == "Cup 2026\n\nName 1\tName 2\tClub\nAda Lark\tRāwiri Wren\tŌtaki\n"


def test_a_cell_is_read_as_its_sheet_shows_it():
    for value, written in [
        (215550101, "215550101"),
        (215550101.0, "215550101"),
        (64215550101.0, "64215550101"),
        (1.5, "1.5"),
        (True, "yes"),
        (False, "no"),
        (date(2026, 5, 21), "2026-05-21"),
        (datetime(2026, 5, 21, 9, 30), "2026-05-21 09:30:00"),  # noqa: DTZ001 - a cell has no time zone
        ("Ada Lark\nBen Wren", "Ada Lark / Ben Wren"),
        ("Ada\tLark", "Ada Lark"),
        ("#NAME?", "#NAME?"),
        ('The "Owls"', '"The ""Owls"""'),
    ]:
        assert read_file(workbook([["x", value, "x"]])).text == f"x\t{written}\tx\n", value


def test_leading_zeros_of_a_number_format_are_kept():
    assert read_file(workbook([[215550101]], formats={"A1": "000 000 0000"})).text == "0215550101\n"


def test_first_sheet_with_rows_is_read():
    text, _, notes = read_file(workbook([], NAMES, [["Notes"]]))

    assert text.startswith("Name 1\tName 2")
    assert notes == ("The sheet “Sheet 2” was read. Is the list on “Sheet 3” instead? Then save that sheet as CSV.",)


def test_a_single_sheet_has_no_note():
    assert read_file(workbook(NAMES)).notes == ()


WHOLE = workbook(NAMES)
BOMB = b'<!DOCTYPE w [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet>&b;</worksheet>'


def test_message_for_an_unreadable_file_gives_advice():
    for data, what in [
        (packed({"word/document.xml": b""}), "This is a Word file"),
        (packed({"content.xml": b"", "mimetype": b""}), "This is an OpenDocument file"),
        (packed({"Index/Document.iwa": b""}), "This is a Numbers or Pages file"),
        (packed({"xl/workbook.bin": b""}), "This is an Excel file of the kind .xlsb"),
        (packed({"list.csv": b""}), "This is a compressed file"),
        (WHOLE[: len(WHOLE) // 2], "This file is damaged"),
        (packed({"xl/workbook.xml": b"<x"}), "This .xlsx file is damaged"),
        (packed({"xl/worksheets/sheet1.xml": BOMB}, WHOLE), "This .xlsx file is damaged"),
        (packed({"xl/media/large.bin": bytes(50_000_000)}, WHOLE), "This .xlsx file contains far more"),
    ]:
        with pytest.raises(Refused, match=f"^{what}.*Save the list as CSV or .xlsx"):
            read_file(data)


def test_an_empty_workbook_is_refused():
    with pytest.raises(Refused, match="no rows"):
        read_file(workbook([]))


def test_a_file_larger_than_the_limit_is_refused():
    with pytest.raises(Refused, match="larger than 1 MB"):
        read_file(b"x" * 1_000_001)
