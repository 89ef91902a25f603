"""Rows from CSV files with their line numbers, tolerant of the usual variations."""

import csv
import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from scoring.rules.refusal import Refused, quoted

Bid = TypeVar("Bid")

PASSED_IN = "Pass"
_WHOLE = re.compile(r"[0-9]{1,4}")
_DELIMITERS = ",;\t"


class SheetFault(Refused):
    """Refusal of a file with an error. `line` is the number of the faulty line."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line


@contextmanager
def on_line(line: int) -> Iterator[None]:
    """Turn Refused into a SheetFault with this line number."""
    try:
        yield
    except Refused as refused:
        raise SheetFault(line, str(refused)) from None


def table(data: bytes, required: tuple[str, ...], optional: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the line number and the cells of each row that is not blank. Missing cells are "".

    Rows are read lazily. Raises SheetFault if the file, the header or a row is unreadable.
    """
    lines = _lines(_text(data))
    header_line, header = next(lines, (1, []))
    columns = _columns(header, header_line, required, optional)
    for line, cells in lines:
        if any(cell.strip() for cell in cells[len(columns) :]):
            raise SheetFault(line, "This row has more cells than the header. Delete the extra cells.")
        values = dict.fromkeys((*required, *optional), "")
        yield line, values | {column: cell.strip() for column, cell in zip(columns, cells, strict=False)}


def whole(text: str, column: str) -> int:
    """Return the whole number in a cell in this column. Raises Refused if there is none."""
    if not text:
        raise Refused(f"The {column} column is empty. Fill it in.")
    if not _WHOLE.fullmatch(text):
        raise Refused(f"{quoted(text)} in the {column} column is not a whole number. Correct it.")
    return int(text)


def played(cells: dict[str, str], parse: Callable[[str], Bid]) -> tuple[Bid | None, int | None]:
    """Return the contract and the tricks in a row, using `parse` for the contract.

    Return no contract for a passed-in deal.
    """
    if not cells["contract"]:
        raise Refused("There is no contract. Write one, such as 3NT, or Pass.")
    is_passed_in = cells["contract"].lower() == PASSED_IN.lower()
    contract = None if is_passed_in else parse(cells["contract"])
    return contract, whole(cells["tricks"], "tricks") if cells["tricks"] else None


def check_number(text: str, number: int, column: str = "deal") -> None:
    """Raise Refused unless `text` is the next number in its column."""
    actual = whole(text, column)
    this = f"{column.capitalize()} {number}"
    if actual < number:
        raise Refused(f"{this} belongs in this row. {column.capitalize()} {actual} is written twice or out of order.")
    if actual > number:
        raise Refused(f"{this} belongs in this row, not {column} {actual}. A {column} is missing or out of order.")


def _text(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SheetFault(
            data.count(b"\n", 0, error.start) + 1, "This is not text in UTF-8. Save the file in UTF-8."
        ) from None
    if "\0" in text:
        raise SheetFault(text.count("\n", 0, text.index("\0")) + 1, "This is not text. Choose a CSV file.")
    return text


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not blank, each with the number of its first line."""
    delimiter = max(_DELIMITERS, key=text.partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error:
        raise SheetFault(line, "A quotation mark is missing or out of place. Correct the row.") from None


def _columns(header: list[str], line: int, required: tuple[str, ...], optional: tuple[str, ...]) -> list[str]:
    columns = [name.strip().lower() for name in header]
    while columns and not columns[-1]:
        columns.pop()
    for column in columns:
        if column not in required + optional:
            allowed = f"The columns are {', '.join(required)} and, if you like, {', '.join(optional)}."
            raise SheetFault(line, f"The column {quoted(column)} is not known. {allowed}")
        if columns.count(column) > 1:
            raise SheetFault(line, f"The header names the column {quoted(column)} twice. Delete one.")
    for column in required:
        if column not in columns:
            raise SheetFault(line, f"The column {quoted(column)} is missing. The file needs {', '.join(required)}.")
    return columns
