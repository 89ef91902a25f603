"""Files with a list of entries: the text of each, whichever program wrote it."""

import csv
import io
import warnings
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any, NamedTuple

from competition.entries.rules.decoding import Encoding, decode
from scoring.rules.refusal import Refused

LARGEST = 1_000_000
# What an .xlsx file may be when it is unpacked, and what is read of it.
_LARGEST_UNPACKED = 40_000_000
_MOST_PARTS = 2_000
_MOST_ROWS = 10_000
_MOST_COLUMNS = 200
_SAVE = "Save the list as CSV or .xlsx, or copy its cells and paste them into the box."
# What is in a file that is packed as .xlsx is, and is none.
_OTHERS = {
    "word/document.xml": "This is a Word file, which has no cells.",
    "xl/workbook.bin": "This is an Excel file of the kind .xlsb.",
    "content.xml": "This is an OpenDocument file.",
    "Index/Document.iwa": "This is a Numbers or Pages file.",
    "Index.zip": "This is a Numbers or Pages file.",
    "ppt/presentation.xml": "This is a presentation.",
}


class ListText(NamedTuple):
    """The text of a list, how its letters were stored, and what the organiser should know about the file."""

    text: str
    encoding: str = Encoding.UNICODE
    notes: tuple[str, ...] = ()


def read_file(data: bytes) -> ListText:
    """Return the text of a CSV, TSV, text or .xlsx file. Raises Refused with what to do instead for any other."""
    if len(data) > LARGEST:
        raise Refused(f"This file is larger than {LARGEST // 1_000_000} MB. Save only the list of pairs.")
    if data.startswith(b"PK\x03\x04"):
        return _workbook(data)
    return ListText(*decode(data))


def _workbook(data: bytes) -> ListText:
    """Return the first sheet with rows as text with tabs between the cells."""
    _check_parts(data)
    try:
        sheets = [*_sheets(data)]
    except Refused:
        raise
    except Exception:  # A damaged file makes openpyxl raise whatever its XML leads to.
        raise Refused(f"This .xlsx file is damaged or has a password. {_SAVE}") from None
    if not sheets:
        raise Refused("This .xlsx file has no rows. Choose the file with the list of pairs.")
    title, text = sheets[0]
    others = " and ".join(f"“{other}”" for other, _ in sheets[1:4])
    note = f"The sheet “{title}” was read. Is the list on {others} instead? Then save that sheet as CSV."
    return ListText(text, notes=(note,) if others else ())


def _check_parts(data: bytes) -> None:
    """Raise Refused for what is no .xlsx file, and for one that would fill the memory when unpacked."""
    try:
        parts = zipfile.ZipFile(io.BytesIO(data)).infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        raise Refused(f"This file is damaged. {_SAVE}") from None
    names = {part.filename for part in parts}
    if "xl/workbook.xml" not in names:
        what = next((what for name, what in _OTHERS.items() if name in names), "This is a compressed file.")
        raise Refused(f"{what} {_SAVE}")
    if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > _LARGEST_UNPACKED:
        raise Refused(f"This .xlsx file holds far more than a list of pairs. {_SAVE}")


def _sheets(data: bytes) -> Iterator[tuple[str, str]]:
    """Return the name and the text of every sheet with something on it."""
    # Few processes ever read such a file, and the package is large.
    from openpyxl import load_workbook

    with warnings.catch_warnings():
        # It warns of what it leaves out, such as colours and validation.
        warnings.simplefilter("ignore")
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        try:
            for sheet in book.worksheets:
                if sheet.sheet_state == "visible" and (text := _text(sheet)):
                    yield str(sheet.title), text
        finally:
            book.close()


def _text(sheet: Any) -> str:
    """Return the cells of a sheet, a line for each row down to the last that holds something."""
    # Some programs write a wrong size, within which the rest would be left out.
    sheet.reset_dimensions()
    out = io.StringIO(newline="")
    writer, empty = csv.writer(out, delimiter="\t", lineterminator="\n"), 0
    for cells in sheet.iter_rows(max_row=_MOST_ROWS, max_col=_MOST_COLUMNS):
        row = [_written(cell) for cell in cells]
        if not any(row):
            empty += 1
            continue
        out.write("\n" * empty)
        empty = 0
        while not row[-1]:
            row.pop()
        writer.writerow(row)
        if out.tell() > LARGEST:
            raise Refused(f"This .xlsx file holds far more than a list of pairs. {_SAVE}")
    return out.getvalue()


def _written(cell: Any) -> str:
    """Return a cell as its sheet shows it, on one line."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d}" if value.time() == time() else f"{value:%Y-%m-%d %H:%M:%S}"
    if isinstance(value, date):
        return f"{value:%Y-%m-%d}"
    if isinstance(value, int | float):
        return _number(value, str(cell.number_format or ""))
    # The row keeps its number as line where no cell has two lines; between two names either means the same.
    lines = [" ".join(line.split()) for line in str(value).replace("_x000D_", "").splitlines()]
    return " / ".join(line for line in lines if line)


def _number(value: float, number_format: str) -> str:
    """Return a number with all its digits, and with the zeros before it that its cell shows."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    zeros = number_format.replace(" ", "").replace("\\", "")
    if isinstance(value, int) and value >= 0 and len(zeros) > 5 and not zeros.strip("0"):
        return f"{value:0{len(zeros)}}"
    return str(value)
