"""Deals typed in from a paper score sheet, checked against the cumulative points on the paper."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.paper import shorthand
from scoring.rules import sheet
from scoring.rules.conditions import ScoringConditions
from scoring.rules.deal import DealResult, Noted
from scoring.rules.refusal import Refused, quoted
from scoring.rules.sheet import ScoredDeal, Sheet
from scoring.rules.sides import Reader, Seat, Side
from scoring.rules.words import deal_words, listed

_FIGURE = re.compile(r"[0-9]{1,6}", re.ASCII)


class Typed(NamedTuple):
    """Contents of one row: the deal in shorthand, the paper's cumulative points for We and They, misdeals and note."""

    deal: str = ""
    we: str = ""
    they: str = ""
    misdeals: str = ""
    note: str = ""


class PaperRow(NamedTuple):
    """One row as typed, with its deal, its line on the score sheet and its errors.

    A `fault` prevents the app from saving the deal. A `slip` is a cumulative total that differs from the deals.
    """

    number: int
    dealer: Seat
    typed: Typed
    is_recorded: bool
    deal: DealResult | None
    fault: str
    line: ScoredDeal | None = None
    slip: str = ""


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """All rows, including recorded deals, and the score sheet up to the first unreadable row."""

    rows: tuple[PaperRow, ...]
    sheet: Sheet

    @property
    def deals(self) -> dict[int, DealResult]:
        """The typed deals by number, without faulty ones."""
        return {row.number: row.deal for row in self.rows if row.deal and not (row.is_recorded or row.fault)}

    @property
    def noted(self) -> dict[int, Noted]:
        """Misdeals and notes by deal number, for deals that have any."""
        noted = {row.number: Noted(int(row.typed.misdeals or 0), row.typed.note) for row in self.rows}
        return {number: notes for number, notes in noted.items() if any(notes)}

    @property
    def faults(self) -> tuple[PaperRow, ...]:
        """The rows that cannot be saved."""
        return tuple(row for row in self.rows if row.fault)

    @property
    def slips(self) -> tuple[PaperRow, ...]:
        """The rows with totals on the paper that differ from the deals."""
        return tuple(row for row in self.rows if row.slip)


def check(
    typed: Mapping[int, Typed],
    *,
    recorded: Sequence[DealResult],
    first_dealer: Seat,
    conditions: ScoringConditions,
    we: Side,
) -> PaperSheet:
    """Return the rows typed after the recorded deals, with an empty row for each deal still to play."""
    last = max((number for number, row in typed.items() if row.deal.strip()), default=0)
    rows = [
        _row(number, first_dealer, typed.get(number, Typed()), recorded, we)
        for number in range(1, max(last, len(recorded)) + 1)
    ]
    readable = _readable(rows)
    now = sheet.read_to_the_end(readable, first_dealer, conditions)
    rows = [_with_line(row, now, len(readable)) for row in rows]
    rows_needed = max([now.stage_end, *(number for number, row in typed.items() if any(row))])
    blank = [
        PaperRow(number, first_dealer.after(number - 1), typed.get(number, Typed()), False, None, "")
        for number in range(len(rows) + 1, rows_needed + 1)
    ]
    return PaperSheet((*_with_slips(rows, we), *blank), now)


def figure(text: str) -> int:
    """Return points written as "1,240". Raises Refused if they are unreadable."""
    plain = "".join(text.replace(",", "").split())
    if not _FIGURE.fullmatch(plain):
        raise Refused(f"{quoted(text)} is not a number of points. Correct it.")
    return int(plain)


def _row(number: int, first_dealer: Seat, typed: Typed, recorded: Sequence[DealResult], we: Side) -> PaperRow:
    dealer = first_dealer.after(number - 1)
    deal, fault = _parse_typed(number, typed, we)
    if number > len(recorded):
        return PaperRow(number, dealer, typed, False, deal, fault)
    recorded_deal = recorded[number - 1]
    fault = ""
    if typed.deal.strip() and deal != recorded_deal:
        words = deal_words(recorded_deal, Reader.at_the_table(we))
        fault = f"Deal {number} is already on the score sheet, as {words}. Correct it there."
    return PaperRow(number, dealer, typed, True, recorded_deal, fault)


def _parse_typed(number: int, typed: Typed, we: Side) -> tuple[DealResult | None, str]:
    if not typed.deal.strip():
        return None, f"Deal {number} is missing, but there are later deals. Type it in."
    try:
        return shorthand.parse(typed.deal, we), ""
    except Refused as refusal:
        return None, str(refusal)


def _readable(rows: Sequence[PaperRow]) -> list[DealResult]:
    """Return the deals before the first unreadable deal, because later deals depend on it."""
    deals: list[DealResult] = []
    for row in rows:
        if row.deal is None:
            break
        deals.append(row.deal)
    return deals


def _with_line(row: PaperRow, now: Sheet, readable: int) -> PaperRow:
    played = len(now.lines)
    if row.number <= played:
        return row._replace(line=now.lines[row.number - 1])
    if row.number <= readable:
        return row._replace(
            fault=f"Deal {row.number} is one too many. Deal {played} decided the match. Delete it.", deal=None
        )
    return row


def _with_slips(rows: Sequence[PaperRow], we: Side) -> tuple[PaperRow, ...]:
    # After a slip, all later totals on the paper are wrong by the same amount. Only a change in that amount is another
    # slip.
    out: dict[str, int] = {}
    return tuple(row._replace(slip=_slip(row, we, out)) if row.line else row for row in rows)


def _slip(row: PaperRow, we: Side, out: dict[str, int]) -> str:
    on_paper, from_deals = [], []
    columns = zip(
        ("We", "They"),
        (row.typed.we, row.typed.they),
        row.line.cumulative.seen_from(we) if row.line else (),
        strict=True,
    )
    for name, figures, points in columns:
        try:
            difference = figure(figures) - points if figures.strip() else out.get(name, 0)
        except Refused as refusal:
            return str(refusal)
        if difference and difference != out.get(name, 0):
            on_paper.append(f"{name} {points + difference:,}")
            from_deals.append(f"{points:,}")
        out[name] = difference
    if not on_paper:
        return ""
    return f"After deal {row.number} the paper has {listed(on_paper)}, but the deals give {listed(from_deals)}."
