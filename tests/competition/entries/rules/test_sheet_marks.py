"""Tests for the marks that a sheet has besides its cells."""

import io
import zipfile

from competition.entries.rules.sheet_marks import Merged, SheetMarks, marks_of_sheets
from tests.competition.entries.workbooks import marked_workbook, packed, workbook

SHEET = b"""<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
<row><c t="s"><v>0</v></c></row><row hidden="true"><c t="s"><v>1</v></c></row><row r="5" ht="0"/></sheetData>
<mergeCells><mergeCell ref="A1:AB3"/><mergeCell ref="nonsense"/></mergeCells></worksheet>"""
STRINGS = b"""<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<si><r><rPr><strike val="0"/></rPr><t>Ada</t></r></si><si><r><rPr><strike/></rPr><t>Ben</t></r></si></sst>"""


def marks(data: bytes) -> dict[str, SheetMarks]:
    return marks_of_sheets(zipfile.ZipFile(io.BytesIO(data)))


def test_hidden_rows_merged_cells_and_struck_words_are_found():
    data = packed({"xl/worksheets/sheet1.xml": SHEET, "xl/sharedStrings.xml": STRINGS}, workbook([["x"]]))

    assert marks(data) == {"Sheet 1": SheetMarks({2, 5}, {2}, [Merged(1, 3, 1, 28)], {})}


def test_each_sheet_has_its_own_marks():
    found = marks(workbook([["x"]], [["y"]]))

    assert [*found] == ["Sheet 1", "Sheet 2"]
    assert not found["Sheet 2"].hidden


def test_a_row_hidden_by_a_filter_is_hidden():
    def hide(sheet):
        sheet.auto_filter.ref = "A1:A3"
        sheet.row_dimensions[3].hidden = True

    assert marks(marked_workbook([["a"], ["b"], ["c"]], hide))["Sheet"].hidden == {3}
