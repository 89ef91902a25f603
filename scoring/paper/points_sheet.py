"""A sheet that kept points only, as it is keyed in: each line judged by what one deal can bring."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scoring.paper import possible
from scoring.paper.paper_sheet import figure
from scoring.rules.conditions import Conditions
from scoring.rules.refusal import Refused
from scoring.rules.sides import NOTHING, Tally

_PASSED_IN = ("p", "pass", "-", "–")
MOST = 20_000


class Typed(NamedTuple):
    """What stands in one line for We and for They."""

    we: str = ""
    they: str = ""


class Row(NamedTuple):
    """One line as typed, its points with We in the place of North-South, the sum so far, and what is wrong with it."""

    number: int
    typed: Typed
    points: Tally | None = None
    cumulative: Tally | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Points:
    """All lines, and the credits for the unfinished rubber as the sheet has them."""

    rows: tuple[Row, ...]
    credits: Row

    @property
    def lines(self) -> tuple[Tally, ...]:
        """The points of each deal, up to the first line that cannot be read."""
        return tuple(row.points for row in self.rows if row.points is not None and row.cumulative is not None)

    @property
    def total(self) -> Tally:
        """What the sheet makes, its credits included."""
        return sum(self.lines, start=self.credits.points or NOTHING)

    @property
    def faults(self) -> tuple[Row, ...]:
        """The lines that no sheet can have."""
        return tuple(row for row in (*self.rows, self.credits) if row.fault)


def check(typed: Mapping[int, Typed], credits: Typed, conditions: Conditions) -> Points:
    """The lines as typed, with a row for every deal of the match; the credits are judged when all lines are right."""
    last = max((number for number, line in typed.items() if any(line)), default=0)
    read = [_read(number, typed.get(number, Typed())) for number in range(1, last + 1)]
    rows = _judged(read, conditions)
    blank = [Row(number, Typed()) for number in range(last + 1, max(conditions.deals, last) + 1)]
    right = [] if any(row.fault for row in rows) else [row.points or NOTHING for row in rows]
    return Points((*rows, *blank), _credited(credits, right, conditions))


def _read(number: int, typed: Typed) -> Row:
    if not any(typed):
        return Row(number, typed, fault=f"Deal {number} is missing: write 0 if it was passed in.")
    try:
        return Row(number, typed, Tally(*map(_points, typed)))
    except Refused as refusal:
        return Row(number, typed, fault=str(refusal))


def _points(text: str) -> int:
    plain = text.strip().lower()
    if not plain or plain in _PASSED_IN:
        return 0
    points = figure(plain)
    if points > MOST:
        raise Refused(f"{points:,} is more than one deal can bring.")
    return points


def _judged(read: list[Row], conditions: Conditions) -> list[Row]:
    """Each row with its sum and its fault, as far as the lines can be read."""
    known = next((place for place, row in enumerate(read) if row.points is None), len(read))
    lines = [row.points or NOTHING for row in read[:known]]
    faults = possible.faults(lines, conditions)
    judged = [
        row._replace(fault=fault, cumulative=total)
        for row, fault, total in zip(read, faults, possible.cumulative(lines), strict=False)
    ]
    return judged + read[known:]


def _credited(typed: Typed, lines: list[Tally], conditions: Conditions) -> Row:
    row = _read(0, typed) if any(typed) else Row(0, typed, NOTHING)
    due = possible.credits(lines, conditions)
    if row.points is None or not lines or not due or row.points in due:
        return row
    return row._replace(
        fault=f"By these lines the credits for the unfinished rubber are {' or '.join(map(_told, due))}."
    )


def _told(credits: Tally) -> str:
    told = [f"{name} {points}" for name, points in zip(possible.WE_AND_THEY, credits, strict=True) if points]
    return " and ".join(told) or "nothing"
