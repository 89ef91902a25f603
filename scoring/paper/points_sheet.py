"""Points typed in from a paper score sheet without contracts, and a check for impossible points."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scoring.paper import possible
from scoring.paper.paper_sheet import figure
from scoring.rules.conditions import ScoringConditions
from scoring.rules.refusal import Refused
from scoring.rules.sides import NOTHING, Tally

_PASSED_IN = ("p", "pass", "-", "–")
MOST_POINTS = 20_000


class TypedPoints(NamedTuple):
    """Points for We and They as typed on one line."""

    we: str = ""
    they: str = ""


class PointsRow(NamedTuple):
    """One line as typed. `points` and `cumulative` have We as North-South. `fault` says why the line is wrong."""

    number: int
    typed: TypedPoints
    points: Tally | None = None
    cumulative: Tally | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class PaperPoints:
    """All lines, including the line with the credits for the unfinished rubber."""

    rows: tuple[PointsRow, ...]
    credits: PointsRow

    @property
    def lines(self) -> tuple[Tally, ...]:
        """The points for each deal up to the first unreadable line."""
        return tuple(row.points for row in self.rows if row.points is not None and row.cumulative is not None)

    @property
    def total(self) -> Tally:
        """The total points on the score sheet, including credits."""
        return sum(self.lines, start=self.credits.points or NOTHING)

    @property
    def faults(self) -> tuple[PointsRow, ...]:
        """The lines that are wrong."""
        return tuple(row for row in (*self.rows, self.credits) if row.fault)


def check(typed: Mapping[int, TypedPoints], credits: TypedPoints, conditions: ScoringConditions) -> PaperPoints:
    """Return the lines as typed and checked, with an empty line for each further deal in the match.

    Credits are checked only if no line has a fault.
    """
    last = max((number for number, line in typed.items() if any(line)), default=0)
    read = [_read(number, typed.get(number, TypedPoints())) for number in range(1, last + 1)]
    rows = _judged(read, conditions)
    blank = [PointsRow(number, TypedPoints()) for number in range(last + 1, max(conditions.deals, last) + 1)]
    right = [] if any(row.fault for row in rows) else [row.points or NOTHING for row in rows]
    return PaperPoints((*rows, *blank), _credited(credits, right, conditions))


def _read(number: int, typed: TypedPoints) -> PointsRow:
    if not any(typed):
        return PointsRow(number, typed, fault=f"Deal {number} is missing. Type 0 if it was passed in.")
    try:
        return PointsRow(number, typed, Tally(*map(_points, typed)))
    except Refused as refusal:
        return PointsRow(number, typed, fault=str(refusal))


def _points(text: str) -> int:
    plain = text.strip().lower()
    if not plain or plain in _PASSED_IN:
        return 0
    points = figure(plain)
    if points > MOST_POINTS:
        raise Refused(f"{points:,} is more than one deal can score. Check the points.")
    return points


def _judged(read: list[PointsRow], conditions: ScoringConditions) -> list[PointsRow]:
    """Return the rows with their totals and faults. The first unreadable row and all later rows stay unchanged."""
    readable = next((place for place, row in enumerate(read) if row.points is None), len(read))
    lines = [row.points or NOTHING for row in read[:readable]]
    faults = possible.faults(lines, conditions)
    judged = [
        row._replace(fault=fault, cumulative=total)
        for row, fault, total in zip(read, faults, possible.cumulative(lines), strict=False)
    ]
    return judged + read[readable:]


def _credited(typed: TypedPoints, lines: list[Tally], conditions: ScoringConditions) -> PointsRow:
    row = _read(0, typed) if any(typed) else PointsRow(0, typed, NOTHING)
    due = possible.credits(lines, conditions)
    if row.points is None or not lines or not due or row.points in due:
        return row
    return row._replace(
        fault=f"According to these points, the unfinished rubber scores {' or '.join(map(_credit_words, due))}."
    )


def _credit_words(credits: Tally) -> str:
    amounts = [f"{name} {points}" for name, points in zip(possible.WE_AND_THEY, credits, strict=True) if points]
    return " and ".join(amounts) or "nothing"
