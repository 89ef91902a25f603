"""Tests for reading files with a list of entries."""

from datetime import date, datetime

import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.styles import Font

from competition.entries.presenters import read_file
from scoring.rules.refusal import Refused
from tests.competition.entries.workbooks import marked_workbook, packed, workbook

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


def hide(sheet):
    sheet.row_dimensions[2].hidden = True


def strike(sheet):
    sheet["A2"].font = sheet["B2"].font = Font(strike=True)


def strike_one(sheet):
    sheet["B2"].font = Font(strike=True)


def strike_a_word(sheet):
    sheet["B2"] = CellRichText("Ben ", TextBlock(InlineFont(strike=True), "Wren"))


def note(sheet):
    sheet["B2"].comment = Comment("Withdrew\non [5] May", "Cara")


@pytest.mark.parametrize(
    ("mark", "written"),
    [
        (hide, "[hidden row]"),
        (strike, "[struck out]"),
        (strike_one, "[partly struck out]"),
        (strike_a_word, "[partly struck out]"),
        (note, "[note: Withdrew on 5 May]"),
    ],
)
def test_a_row_mark_is_at_the_end_of_its_line(mark, written):
    text = read_file(marked_workbook(NAMES, mark)).text

    assert text == f"Name 1\tName 2\nAda Lark\tBen Wren {written}\n"


def test_a_cell_merged_over_several_rows_is_read_in_each_of_them():
    rows = [["Names", "Club", "Notes"], ["A & B", "Hawera", "withdrawn"], ["C & D"], ["E & F"], [None, None, None]]

    def merge(sheet):
        sheet.merge_cells("B2:B4")
        sheet.merge_cells("C2:C3")
        sheet.merge_cells("A5:C5")

    text = read_file(marked_workbook([*rows, ["G & H", "Waihi", "x"]], merge)).text

    assert text.splitlines()[1:] == [
        "A & B\tHawera\twithdrawn",
        "C & D\tHawera\twithdrawn",
        "E & F\tHawera",
        "",
        "G & H\tWaihi\tx",
    ]


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
        (packed({"xl/worksheets/sheet1.xml": BOMB}, WHOLE), "This .xlsx file contains far more"),
        (packed({"xl/media/large.bin": bytes(50_000_000)}, WHOLE), "This .xlsx file contains far more"),
        (
            packed({"xl/sharedStrings.xml": b"<x>" + b"<y/>" * 2_200_000 + b"</x>"}, WHOLE),
            "This .xlsx file contains far",
        ),
        (packed({"xl/styles.xml": b"<x>" * 1_000_000}, WHOLE), "This .xlsx file contains far more"),
    ]:
        with pytest.raises(Refused, match=f"^{what}.*Save the list as CSV or .xlsx"):
            read_file(data)


def test_an_empty_workbook_is_refused():
    with pytest.raises(Refused, match="no rows"):
        read_file(workbook([]))


def test_a_file_larger_than_the_limit_is_refused():
    with pytest.raises(Refused, match="larger than 1 MB"):
        read_file(b"x" * 1_000_001)
