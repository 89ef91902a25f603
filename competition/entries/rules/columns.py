"""Rules for the columns of a list. The app knows some by their headings, guesses some, and asks about the others."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from competition.entries.rules.headings import (
    GROUP,
    LEFT_OUT,
    NAMES,
    PLAYER,
    by_heading,
    heading_of,
    is_heading,
    is_line_a_player,
    names_columns,
)
from competition.entries.rules.separator import Row
from competition.entries.rules.two_names import names_two, tidy
from scoring.rules.refusal import Refused

# The possible contents of a column, with their labels on the page.
CHOICES = {
    LEFT_OUT: "Ignore this column",
    NAMES: "Both names, as Ada Lark & Ben Wren",
    "player1": "First player’s name",
    "player2": "Second player’s name",
    "first1": "First player’s first name",
    "last1": "First player’s surname",
    "first2": "Second player’s first name",
    "last2": "Second player’s surname",
    PLAYER: "A player’s name, with two lines for each pair",
    GROUP: "Number of the pair, on both its lines",
    "club": "Club",
    "area": "Area",
    "phone1": "First player’s phone",
    "email1": "First player’s email",
    "phone2": "Second player’s phone",
    "email2": "Second player’s email",
    "opening_day": "Attends the opening day (yes or no)",
    "seed": "Rank of a seeded pair",
    "given_bye": "Has a bye (yes or no)",
}
_SIGNS = {
    "email": re.compile(r"\S+@\S+"),
    "phone": re.compile(r"[\d\s+()./-]{6,}"),
    "player": re.compile(r"[^\W\d][^\d@]*\s[^\d@]+"),
}
# A line that counts the pairs or numbers the page.
_FOOTER = re.compile(
    r"(?:(?:grand |sub)?total\b.*\d?.*|\d+ (?:pairs|entries|players|names)\.?|page \d+(?: of \d+)?|"
    r"(?:number of )?(?:pairs|entries|players):? ?\d+)",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"\b(?:19|20)\d\d\b|\b(?:entries|entry|list|competition|championship|cup|trophy|bridge|knockout|draw|pairs)\b",
    re.IGNORECASE,
)
_RULED = re.compile(r"[-–—:=_\s]+")
_TITLE_LINES = 6

# Name of the answer that the first line contains headings.
HEADING = "column-heading"
# A list of pairs never needs more columns, and each one takes time to examine.
MOST_COLUMNS = 60


class Asked(NamedTuple):
    """A question about an unknown column: its position, heading, sample cells and suggested answer."""

    place: int
    heading: str
    sample: str
    chosen: str

    @property
    def field(self) -> str:
        """The name of the form field for the answer."""
        return f"column-{self.place}"

    @property
    def question(self) -> str:
        """The question as a sentence."""
        called = f", “{self.heading}”," if self.heading else ""
        return f"What does column {self.place + 1}{called} hold? It has “{self.sample[:60]}”."


@dataclass(frozen=True, slots=True)
class Table:
    """A list cut into columns, with the questions about unknown columns.

    `columns` has the contents of each column, or "" if they are unknown. `fault` is set if the columns do not form
    pairs. `is_first_line_asked` is set if the organiser must answer a question about headings in the first
    line. `names_columns` is set if the answer is yes.
    """

    columns: list[str]
    body: list[Row]
    asked: list[Asked]
    is_answered: bool
    fault: str
    is_first_line_asked: bool
    names_columns: bool

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The possible answers about a column."""
        return [*CHOICES.items()]

    @property
    def is_line_a_player(self) -> bool:
        """True if two lines form a pair."""
        return is_line_a_player(self.columns)


def cut(rows: Sequence[Row], answers: Mapping[str, str]) -> Table:
    """Return the list without title, footer and headings, cut into columns.

    `answers` are the organiser's answers by form field. Raises Refused if there are too many columns.
    """
    rows = _without_footer(_without_title(rows))
    # A row of headings contains at least one word that never occurs in a line about a pair.
    is_named = bool(rows) and names_columns(rows[0].cells)
    is_said = HEADING in answers
    heading = rows[0].cells if rows and (is_named or is_said) else []
    body = [*rows[1:]] if heading else [*rows]
    width = len(heading) or max((len(row.cells) for row in body), default=0)
    if width > MOST_COLUMNS:
        raise Refused(f"This list has {width:,} columns. Paste only those about the pairs, at most {MOST_COLUMNS}.")
    filled = {place: _cells(place, body) for place in range(width)}
    known = by_heading(heading, filled) or [""] * width
    asks_all = all(column or not filled[place] for place, column in enumerate(known)) and bool(_fault(known))
    guesses = dict(enumerate(known)) if is_named else _guess_columns(filled)
    if not is_named and not is_said:
        known = _answer_certain_columns(known, filled, guesses)
    asked = [
        Asked(place, "".join(heading[place : place + 1]), ", ".join(cells[:2]), _column_at(place, guesses, answers))
        for place, cells in filled.items()
        if cells and (asks_all or not known[place])
    ]
    for one in asked:
        known[one.place] = one.chosen
    is_answered = all(one.field in answers for one in asked)
    columns = ["" if column == LEFT_OUT else column for column in known]
    fault = _fault(columns)
    is_first_line_asked = not is_named and bool(asked)
    return Table(columns, body, asked, is_answered, fault, is_first_line_asked, names_columns=is_said)


def _without_title(rows: Sequence[Row]) -> Sequence[Row]:
    """Return the rows from the headings on, or from the first line that can be a pair."""
    top = rows[:_TITLE_LINES]
    broad = max((_count_filled(row) for row in rows), default=0)
    if broad > 1:
        found = (n for n, row in enumerate(top) if is_heading(row.cells))
        first = next((n for n, row in enumerate(rows) if _count_filled(row) > 1), 0)
        return rows[next(found, first) :]
    heading = next((n for n, row in enumerate(top) if any(heading_of(cell).column for cell in row.cells)), None)
    if heading is not None:
        return rows[heading:]
    titles = 0
    while titles < min(len(rows) - 1, _TITLE_LINES) and _is_title("".join(rows[titles].cells)):
        titles += 1
    return rows[titles:]


def _is_title(line: str) -> bool:
    return bool(_TITLE.search(line)) and not names_two(line)


def _without_footer(rows: Sequence[Row]) -> Sequence[Row]:
    """Return the rows. Leave out rows that contain only a count, a page number or a ruled line."""
    return [
        row
        for row in rows
        if not _FOOTER.fullmatch(next(filter(None, row.cells), "")[:200]) and not _RULED.fullmatch("".join(row.cells))
    ]


def _count_filled(row: Row) -> int:
    return sum(bool(cell) for cell in row.cells)


def _cells(place: int, body: Sequence[Row]) -> list[str]:
    return [row.cells[place] for row in body if len(row.cells) > place and row.cells[place] and not row.fault]


def _column_at(place: int, guesses: Mapping[int, str], answers: Mapping[str, str]) -> str:
    answer = answers.get(f"column-{place}", "")
    return answer if answer in CHOICES else guesses.get(place) or LEFT_OUT


def _answer_certain_columns(known: list[str], filled: Mapping[int, list[str]], guesses: Mapping[int, str]) -> list[str]:
    """Return the columns of a list that contains only both names and perhaps line numbers.

    Such a list needs no question. Return the columns of any other list unchanged.
    """
    names = [place for place, cells in filled.items() if cells and not _is_numbering(cells)]
    if [guesses[place] for place in names] != [NAMES]:
        return known
    return [NAMES if place in names else LEFT_OUT for place in filled]


def _is_numbering(cells: Sequence[str]) -> bool:
    """Return True if the cells are the numbers 1, 2, 3 and so on."""
    numbers = [cell.rstrip(".)") for cell in cells]
    return numbers == [str(n) for n in range(1, len(cells) + 1)]


def _guess_columns(filled: Mapping[int, list[str]]) -> dict[int, str]:
    """Return the likely contents of columns without headings, by position."""
    found: dict[int, str] = {}
    present = {place: cells for place, cells in filled.items() if cells}
    for place, cells in present.items():
        if sum(map(names_two, cells)) * 5 >= len(cells) * 3:
            found[place] = LEFT_OUT if NAMES in found.values() else NAMES
            continue
        plain = [tidy(cell[:200]) for cell in cells]
        kind = next((kind for kind, sign in _SIGNS.items() if all(map(sign.fullmatch, plain))), "")
        left = [f"{kind}{number}" for number in "12" if kind and f"{kind}{number}" not in found.values()]
        found[place] = left[0] if left else LEFT_OUT
    if [column for column in found.values() if column in ("player1", "player2", NAMES)] == ["player1"]:
        place = next(place for place, column in found.items() if column == "player1")
        found[place] = PLAYER if len(present[place]) > 1 else "player1"
    return found


def _fault(columns: Sequence[str]) -> str:
    """Return a sentence that says why these columns do not form pairs, or "" if they do."""
    held = [column for column in columns if column and column != LEFT_OUT]
    if twice := next((column for column in held if held.count(column) > 1), None):
        return f"Two columns hold the same: “{CHOICES[twice]}”. Choose one."
    of_players = {column for column in held if column[:-1] in ("player", "first", "last")}
    forms = ({"player1"}, {"first1", "last1"}), ({"player2"}, {"first2", "last2"})
    both = any(of_players == one | other for one in forms[0] for other in forms[1])
    ways = [NAMES in held and not of_players, both, PLAYER in held and not of_players]
    ways.append(of_players == {"first1", "last1"})
    if sum(ways) != 1 or (NAMES in held and PLAYER in held):
        return "Which columns hold the names? There is one for each player, or one for both."
    return ""
