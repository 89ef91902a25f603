"""Rules for a table of matches with a column for the round and one for each side."""

import re
from collections.abc import Sequence

from competition.draw.rules.layout import SECTION_FINALS, TO_DRAW
from competition.entries.rules.directory import name_key
from competition.entries.rules.grammar import ANY_WAY, BETWEEN_TOTALS, heading_key
from competition.entries.rules.rows import ListRow

# The outcomes that a line can give. If it gives none, it is about a match that was played.
_OUTCOMES = re.compile(rf"{ANY_WAY}|\W*\d[\d\W]*{BETWEEN_TOTALS}?[\d\W]*", re.IGNORECASE)


def is_heading(cells: Sequence[str]) -> bool:
    """Return True if these cells are the heading of a table of matches."""
    return "round" in {heading_key(cell) for cell in cells} and len(side_columns(cells)) == 2


_UPPER = ("upperpair", "pair1", "pairone", "firstpair", "home", "homepair", "pair", "pairs", "team1", "hosts")
_LOWER = ("lowerpair", "pair2", "pairtwo", "secondpair", "away", "awaypair", "opponents", "opponent", "team2", "guests")


_UPPER_TOTAL = ("uppertotal", "total1", "score1", "points1", "hometotal", "homescore", "pair1score", "pair1total")
_LOWER_TOTAL = ("lowertotal", "total2", "score2", "points2", "awaytotal", "awayscore", "pair2score", "pair2total")


def side_columns(cells: Sequence[str]) -> list[int]:
    """Return the columns of both sides, or fewer if the heading does not name them."""
    plain = [heading_key(cell) for cell in cells]
    columns = [next((at for at, cell in enumerate(plain) if cell in names), None) for names in (_UPPER, _LOWER)]
    return [at for at in columns if at is not None]


def cell_at(row: ListRow, at: int) -> str:
    """Return the cell in this column, or ""."""
    return row.cells[at] if at < len(row.cells) else ""


class MatchTable:
    """The columns of a table of matches."""

    def __init__(self, heading: Sequence[str]) -> None:
        self._columns = {heading_key(name): at for at, name in reversed([*enumerate(heading)])}
        self._upper, self._lower = side_columns(heading)

    def _cell(self, row: ListRow, *names: str) -> str:
        return next((cell_at(row, self._columns[name]) for name in names if name in self._columns), "")

    def round(self, row: ListRow) -> int:
        """Return the number of the round, or 1 for an empty cell."""
        return _round_of(self._cell(row, "round"))

    def position(self, row: ListRow) -> int:
        """Return the position of the match in its round, from its code, or 0."""
        return _position(self._cell(row, "code"))

    def play_by(self, row: ListRow) -> str:
        """Return the play-by date of the match as written, or ""."""
        return self._cell(row, "playby")

    def cells(self, row: ListRow) -> tuple[str, str]:
        """Return the cells of both sides."""
        return cell_at(row, self._upper), cell_at(row, self._lower)

    def fault(self, rows: Sequence[ListRow]) -> str:
        """Return a sentence if these rows are of a draw that has more than one final, or places for others, or ""."""
        names = {self._cell(row, "roundname").casefold() for row in rows}
        others = any(self._cell(row, name) for row in rows for name in ("joinsby", "upperfrom", "lowerfrom"))
        others |= any(TO_DRAW in self.cells(row) for row in rows)
        if not others and SECTION_FINALS.casefold() not in names:
            return ""
        return (
            "This table is of a draw in sections, with later entries, or with rounds drawn one by one. The desk reads "
            "only a draw with one final. Ask the person who runs this site to bring in the file."
        )

    def text(self, row: ListRow) -> str:
        """Return a match and its result as one line: "Smith/Jones 4520 beat Brown/Lee 3310"."""
        upper, lower = self.cells(row)
        if self._cell(row, "state").casefold() not in ("", "official"):
            return f"{upper} - {lower}".strip(" -")
        winner = self._cell(row, "winner", "winners", "won")
        upper_wins = _is_same(winner, upper, self._cell(row, "uppernumber"), "upper")
        lower_wins = _is_same(winner, lower, self._cell(row, "lowernumber"), "lower")
        between = " beat " if upper_wins else " lost to " if lower_wins else " - "
        totals = [self._cell(row, *names) for names in (_UPPER_TOTAL, _LOWER_TOTAL)]
        sides = [" ".join(filter(None, two)) for two in zip((upper, lower), totals, strict=True)]
        outcome = self._cell(row, "score", "result", "outcome", "how")
        margin = self._cell(row, "margin")
        notes = [outcome if _OUTCOMES.fullmatch(outcome) else "", margin and f"by {margin}"]
        if winner and not upper_wins and not lower_wins:
            notes.append(f"pair {winner} won" if winner.isdecimal() else f"{winner} won")
        return ", ".join(filter(None, [between.join(filter(None, sides)), *notes]))


def _is_same(winner: str, *names: str) -> bool:
    return bool(winner) and name_key(winner) in {name_key(name) for name in names if name}


def _round_of(cell: str) -> int:
    return int(digits[0]) if (digits := re.search(r"\d+", cell)) else 1


def _position(code: str) -> int:
    return int(digits[1]) if (digits := re.search(r"M(\d+)$", code)) else 0
