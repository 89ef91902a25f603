"""Tables for a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Sequence

# A spreadsheet takes a cell that begins like this for a formula, and may run it.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def csv_table(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """A table as CSV, with the byte order mark without which spreadsheets misread accents; no cell is a formula."""
    text = io.StringIO("\ufeff")
    text.seek(0, io.SEEK_END)
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows(map(_safe, row) for row in rows)
    return text.getvalue()


def _safe(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
