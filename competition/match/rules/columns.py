"""Rules for the cells of a line of results, and for the headings of their columns."""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass

from competition.entries.rules.grammar import without_thousands

_COMMA_BESIDE_A_NUMBER = re.compile(r"(?<=\d)\s*,\s*|\s*,\s*(?=\d)")
_TWO_DIGITS = re.compile(r"\d{2,}")
_HEADING = re.compile(
    r"\b(?:pairs?|winners?|won|losers?|lost|totals?|scores?|points|date|day|results?|outcome|how|upper|lower|home|away|margin)\b"
)
_NEEDLESS = re.compile(r"club|number|code|round|play.?by|goes.?on|area|deals|^(no|#|match)\W*$")
# Headings that name one side of a match without saying who won.
_SIDES = re.compile(r"upper|lower|home|away|(?:pair|team)\W*[12]")
_SECOND = re.compile(r"lower|away|los|2|second|opponent")
_POINTS = re.compile(r"total|score|points")
WINNERS, LOSERS, MARGIN, STATE = "winners", "losers", "margin", "state"
_KINDS = (
    (WINNERS, re.compile(r"winn|won by")),
    (LOSERS, re.compile(r"los|beaten")),
    (MARGIN, re.compile(r"margin|difference")),
    (STATE, re.compile(r"(?:state|status)$")),
)


@dataclass(frozen=True, slots=True)
class TableHeading:
    """The headings of a table: the line, its cells in small letters, and the separator of the table.

    An empty heading stands for lines without a table.
    """

    line: str = ""
    cells: Sequence[str] = ()
    mark: str = ""

    @property
    def names_sides(self) -> bool:
        """True if the columns name the two sides of a match, such as "home" and "away"."""
        return any(map(_SIDES.search, self.cells))

    def kind(self, place: int) -> str:
        """Return the contents of a column if they need special treatment, otherwise ""."""
        name = self._name(place)
        return next((kind for kind, pattern in _KINDS if pattern.match(name)), "")

    def is_needless(self, place: int) -> bool:
        """Return True if a result does not need this column."""
        return bool(_NEEDLESS.search(self._name(place)))

    def is_second(self, place: int) -> bool:
        """Return True if this column belongs to the second side of the match, such as "lower_total"."""
        return bool(_SECOND.search(self._name(place)))

    def has_points(self, place: int) -> bool:
        """Return True for a column of totals."""
        return bool(_POINTS.search(self._name(place)))

    def _name(self, place: int) -> str:
        return self.cells[place] if place < len(self.cells) else ""


def read_heading(line: str) -> TableHeading | None:
    """Return the headings in a line, or None for any other line."""
    for mark in ("", ","):
        cells = [cell.casefold().replace("_", " ") for cell in cells_of(line, mark)]
        known = [cell for cell in cells if _HEADING.search(cell) and "&" not in cell]
        if len(known) >= 2 and not any(map(_TWO_DIGITS.search, cells)):
            return TableHeading(line, cells, mark)
    return None


def cells_of(line: str, mark: str = "") -> list[str]:
    """Return the cells of a line. Without a separator, find the separator, or split the line beside its numbers."""
    if mark:
        cells = next(csv.reader([line], delimiter=mark, skipinitialspace=True), [])
        return [without_thousands(cell).strip(' "') for cell in cells]
    plain = without_thousands(line)
    mark = next((mark for mark in "\t;|" if mark in plain), "")
    if not mark:
        plain, mark = _COMMA_BESIDE_A_NUMBER.sub("\t", plain), "\t"
    return [cell.strip(' "') for cell in plain.split(mark)]
