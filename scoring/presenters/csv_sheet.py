"""Score sheets as CSV, with one row for each deal. Errors name the line."""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from scoring.presenters.csv_rows import PASSED_IN, SheetFault, check_number, on_line, played, table, whole
from scoring.rules import sheet
from scoring.rules.conditions import ScoringConditions
from scoring.rules.contract import Contract
from scoring.rules.deal import DealResult, Honours
from scoring.rules.refusal import Refused, quoted
from scoring.rules.sides import Seat, Side
from scoring.rules.text import visible

REQUIRED = ("deal", "declarer", "contract", "tricks", "honours")
OPTIONAL = ("dealer", "misdeals", "note")
_AWARD = re.compile(r"(NS|EW) *: *([0-9]{1,4})", re.ASCII | re.IGNORECASE)


class CsvRow(NamedTuple):
    """One row of a score sheet. `line` is the line in the file, or 0 without a file."""

    number: int
    dealer: Seat
    deal: DealResult
    misdeals: int = 0
    note: str = ""
    line: int = 0


def parse(data: bytes, first_dealer: Seat | None = None) -> list[CsvRow]:
    """Return the rows from a file. Raises SheetFault at the first error.

    The first dealer is `first_dealer`, or the dealer in the first row, or North.
    """
    return list(rows(data, first_dealer))


def rows(data: bytes, first_dealer: Seat | None = None) -> Iterator[CsvRow]:
    """Yield the rows from a file one by one. Raises SheetFault at the first error."""
    for number, (line, cells) in enumerate(table(data, REQUIRED, OPTIONAL), start=1):
        with on_line(line):
            first_dealer = first_dealer or seat(cells["dealer"] or "N", "dealer")
            row = _row(cells, number, first_dealer.after(number - 1), line)
        yield row


def read(data: bytes, conditions: ScoringConditions, first_dealer: Seat | None = None) -> sheet.Sheet:
    """Return the score sheet from a file with its points.

    Raises SheetFault at the first error or at a deal after the end of the match.
    """
    deal_rows = rows(data, first_dealer)
    first = next(deal_rows, None)
    if first is None:
        return sheet.read_sheet([], first_dealer or Seat.N, conditions)
    current = first

    def deals() -> Iterator[DealResult]:
        nonlocal current
        for current in chain([first], deal_rows):
            yield current.deal

    try:
        return sheet.read_sheet(deals(), first.dealer, conditions)
    except SheetFault:
        raise
    except Refused as refused:
        raise SheetFault(current.line, str(refused)) from None


def write(rows: Iterable[CsvRow]) -> str:
    """Return the rows as CSV text with all optional columns."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([*REQUIRED, *OPTIONAL])
    writer.writerows(_cells(row) for row in rows)
    return text.getvalue()


def _cells(row: CsvRow) -> list[object]:
    deal = row.deal
    honours = row.deal.honours
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
    # Spreadsheets treat a cell that starts with one of these as a formula. A leading ' turns it into text.
    return f"'{note}" if note.startswith(("=", "+", "-", "@", "'")) else note


def _row(values: dict[str, str], number: int, dealer: Seat, line: int) -> CsvRow:
    check_number(values["deal"], number)
    if values["dealer"] and seat(values["dealer"], "dealer") is not dealer:
        raise Refused(f"The dealer of deal {number} is {dealer}, not {values['dealer'].upper()}.")
    note = visible(values["note"].removeprefix("'"))
    return CsvRow(number, dealer, _deal(values), whole(values["misdeals"] or "0", "misdeals"), note, line)


def _deal(values: dict[str, str]) -> DealResult:
    declarer = seat(values["declarer"], "declarer") if values["declarer"] else None
    honours = values["honours"]
    return DealResult(declarer, *played(values, Contract.parse), _honours(honours) if honours else None)


def seat(text: str, column: str) -> Seat:
    """Return the seat in a cell in this column. Raises Refused if there is none."""
    if text.upper() not in tuple(Seat):
        raise Refused(f"{quoted(text)} is not a seat: the {column} is N, E, S or W.")
    return Seat(text.upper())


def _honours(text: str) -> Honours:
    if not (award := _AWARD.fullmatch(text)):
        raise Refused(f"{quoted(text)} is not an award of honours: write NS:100, NS:150, EW:100 or EW:150.")
    return Honours(Side(award[1].lower()), int(award[2]))
