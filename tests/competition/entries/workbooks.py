"""Factories for .xlsx and .zip files with a list of entries."""

import io
import zipfile
from collections.abc import Callable, Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet


def workbook(*sheets: Sequence[Sequence[Any]], formats: dict[str, str] | None = None) -> bytes:
    """Return an .xlsx file with these rows. `formats` are number formats for cells on the first sheet."""
    book = Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets, start=1):
        sheet = book.create_sheet(f"Sheet {number}")
        for row in rows:
            sheet.append(row)
    for cell, number_format in (formats or {}).items():
        book.worksheets[0][cell].number_format = number_format
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def marked_workbook(rows: Sequence[Sequence[Any]], mark: Callable[[Worksheet], None]) -> bytes:
    """Return an .xlsx file with these rows, after `mark` has changed its sheet."""
    book = Workbook()
    for row in rows:
        book.active.append(row)
    mark(book.active)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def packed(parts: dict[str, bytes], into: bytes = b"") -> bytes:
    """Return a ZIP file with these members. Members of the ZIP file `into` are kept unless replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        if into:
            with zipfile.ZipFile(io.BytesIO(into)) as source:
                for name in source.namelist():
                    if name not in parts:
                        target.writestr(name, source.read(name))
        for name, data in parts.items():
            target.writestr(name, data)
    return out.getvalue()
