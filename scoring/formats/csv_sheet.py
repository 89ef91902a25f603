"""A summary sheet as CSV: one row a deal, read with the line of every fault."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from scoring.rules import sheet
from scoring.rules.conditions import Conditions
from scoring.rules.contract import Contract
from scoring.rules.deal import Deal, Honours
from scoring.rules.refusal import Refused, quoted
from scoring.rules.sides import Seat, Side

REQUIRED = ("deal", "declarer", "contract", "tricks", "honours")
OPTIONAL = ("dealer", "misdeals", "note")
PASSED_IN = "Pass"
_AWARD = re.compile(r"(NS|EW) *: *([0-9]{1,4})", re.ASCII | re.IGNORECASE)
_WHOLE = re.compile(r"[0-9]{1,4}")


class Row(NamedTuple):
    """One deal of a sheet, what was noted beside it, and the line of the file it stands on (0: none)."""

    number: int
    dealer: Seat
    deal: Deal
    misdeals: int = 0
    note: str = ""
    line: int = 0


class Fault(Refused):
    """What is wrong with a sheet's file, and on which line."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line


def parse(data: bytes, first_dealer: Seat | None = None) -> list[Row]:
    """The rows of a file; the first dealer is the one given, else that of row one, else North. Raises Fault."""
    return list(_rows(data, first_dealer))


def read(data: bytes, conditions: Conditions, first_dealer: Seat | None = None) -> sheet.Sheet:
    """The scored sheet of a file, read no further than its first fault or the end of the match. Raises Fault."""
    rows = _rows(data, first_dealer)
    first = next(rows, None)
    if first is None:
        return sheet.read([], first_dealer or Seat.N, conditions)
    current = first

    def deals() -> Iterator[Deal]:
        nonlocal current
        for current in chain([first], rows):
            yield current.deal

    try:
        return sheet.read(deals(), first.dealer, conditions)
    except Fault:
        raise
    except Refused as refused:
        raise Fault(current.line, str(refused)) from None


def write(rows: Iterable[Row]) -> str:
    """The same rows as the text of a CSV file, the optional columns included."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*REQUIRED, *OPTIONAL])
    writer.writerows(_cells(row) for row in rows)
    return text.getvalue()


def _cells(row: Row) -> list[object]:
    deal, honours = row.deal, row.deal.honours
    return [
        row.number,
        deal.declarer or "",
        deal.contract or PASSED_IN,
        "" if deal.tricks is None else deal.tricks,
        f"{honours.side.upper()}:{honours.points}" if honours else "",
        row.dealer,
        row.misdeals or "",
        _guarded(row.note),
    ]


def _guarded(note: str) -> str:
    # A spreadsheet takes a cell that begins like this for a formula; one that begins with ' it shows as text.
    return f"'{note}" if note.startswith(("=", "+", "-", "@", "'")) else note


def _rows(data: bytes, first_dealer: Seat | None) -> Iterator[Row]:
    lines = _lines(_text(data))
    header_line, header = next(lines, (1, []))
    columns = _columns(header, header_line)
    for number, (line, cells) in enumerate(lines, start=1):
        if any(cell.strip() for cell in cells[len(columns) :]):
            raise Fault(line, "This row has more cells than the header.")
        values = dict.fromkeys((*REQUIRED, *OPTIONAL), "")
        values |= {column: cell.strip() for column, cell in zip(columns, cells, strict=False)}
        try:
            first_dealer = first_dealer or _seat(values["dealer"] or "N", "dealer")
            yield _row(values, number, first_dealer.after(number - 1), line)
        except Refused as refused:
            raise Fault(line, str(refused)) from None


def _text(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Fault(data.count(b"\n", 0, error.start) + 1, "This is not text in UTF-8.") from None
    if "\0" in text:
        raise Fault(text.count("\n", 0, text.index("\0")) + 1, "This is not text but some other kind of file.")
    return text


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not blank, each with the number of its first line."""
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error:
        raise Fault(line, "This row cannot be read: a quotation mark is missing or out of place.") from None


def _columns(header: list[str], line: int) -> list[str]:
    columns = [name.strip().lower() for name in header]
    while columns and not columns[-1]:
        columns.pop()
    known = f"The header names the columns {', '.join(REQUIRED)}"
    for column in columns:
        if column not in REQUIRED + OPTIONAL:
            raise Fault(line, f"{known} and, if you like, {', '.join(OPTIONAL)}; {quoted(column)} is none of them.")
        if columns.count(column) > 1:
            raise Fault(line, f"The header names the column {quoted(column)} twice.")
    for column in REQUIRED:
        if column not in columns:
            raise Fault(line, f"{known}; {quoted(column)} is missing.")
    return columns


def _row(values: dict[str, str], number: int, dealer: Seat, line: int) -> Row:
    _check_number(values["deal"], number)
    if values["dealer"] and _seat(values["dealer"], "dealer") is not dealer:
        raise Refused(f"The dealer of deal {number} is {dealer}, not {values['dealer'].upper()}.")
    note = values["note"].removeprefix("'")
    return Row(number, dealer, _deal(values), _whole(values["misdeals"] or "0", "misdeals"), note, line)


def _check_number(written: str, number: int) -> None:
    given = _whole(written, "deal")
    if given < number:
        raise Refused(f"Deal {number} comes here; deal {given} is written twice or out of order.")
    if given > number:
        raise Refused(f"Deal {number} comes here, not deal {given}: a deal is missing or out of order.")


def _deal(values: dict[str, str]) -> Deal:
    if not values["contract"]:
        raise Refused("There is no contract: write one, as in 3NT, or Pass.")
    passed_in = values["contract"].lower() == PASSED_IN.lower()
    return Deal(
        _seat(values["declarer"], "declarer") if values["declarer"] else None,
        None if passed_in else Contract.parse(values["contract"]),
        _whole(values["tricks"], "tricks") if values["tricks"] else None,
        _honours(values["honours"]) if values["honours"] else None,
    )


def _seat(text: str, column: str) -> Seat:
    if text.upper() not in tuple(Seat):
        raise Refused(f"{quoted(text)} is not a seat: the {column} is N, E, S or W.")
    return Seat(text.upper())


def _honours(text: str) -> Honours:
    if not (award := _AWARD.fullmatch(text)):
        raise Refused(f"{quoted(text)} is not an award of honours: write NS:100, NS:150, EW:100 or EW:150.")
    return Honours(Side(award[1].lower()), int(award[2]))


def _whole(text: str, column: str) -> int:
    if not text:
        raise Refused(f"The {column} column is empty.")
    if not _WHOLE.fullmatch(text):
        raise Refused(f"{quoted(text)} in the {column} column is not a whole number.")
    return int(text)
