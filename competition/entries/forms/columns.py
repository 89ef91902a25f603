"""The columns of a pasted list: known by many names, guessed where they have none, asked for where neither helps."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.rules.refusal import Refused

NAMES, LEFT_OUT = "names", "-"
NEEDED = ("player1", "player2")
# What a column may hold, as a page asks for it.
CHOICES = {
    LEFT_OUT: "Leave it out",
    NAMES: "Both names, as Ada Lark & Ben Wren",
    "player1": "First player’s name",
    "player2": "Second player’s name",
    "club": "Club",
    "area": "Area",
    "phone1": "First player’s telephone",
    "email1": "First player’s e-mail",
    "phone2": "Second player’s telephone",
    "email2": "Second player’s e-mail",
    "opening_day": "Comes to the opening day (yes or no)",
    "seed": "Rank of a seeded pair",
    "given_bye": "Given a bye (yes or no)",
}
_SPELLINGS = {
    NAMES: "names pair pairs players playernames pairnames bothnames nameofpair",
    "player": "player name player1 name1 firstplayer playerone nameofplayer",
    "player2": "player2 name2 secondplayer playertwo partner partnername nameofpartner partnersname",
    "club": "club bridgeclub homeclub clubname",
    "area": "area town city district place location suburb",
    "phone": "phone telephone tel mobile cell phoneno phonenumber telephoneno telephonenumber mobileno mobilenumber",
    "email": "email mail emailaddress",
    "opening_day": "openingday attending attendsopeningday openingdayyesno",
    "seed": "seed seeding rank",
    "given_bye": "givenbye bye",
    LEFT_OUT: "no nr number pairno pairnumber entry entryno feepaid fee paid payment amount notes note remarks "
    "comments date dateentered entered received",
}
_KNOWN = {spelling: column for column, spellings in _SPELLINGS.items() for spelling in spellings.split()}
_TWICE = ("player", "phone", "email")
_SIGNS = {
    "email": re.compile(r"\S+@\S+"),
    "phone": re.compile(r"[\d\s+()./-]{6,}"),
    NAMES: re.compile(r"[^\d@]+\s(?:&|\+|/|and)\s[^\d@]+", re.IGNORECASE),
    "player": re.compile(r"[^\W\d][^\d@]*\s[^\d@]+"),
}
_BETWEEN_NAMES = re.compile(r" ?(?:&|\+|/|;|,|\band\b) ?", re.IGNORECASE)

# The answer that the first line names columns, whatever it says.
HEADING = "column-heading"
# Nobody knows so much of a pair, and each column is looked through.
MOST_COLUMNS = 60

Row = tuple[int, list[str]]


class Asked(NamedTuple):
    """A column that is not known: its place, what is written above it, what stands in it, and what it seems to hold."""

    place: int
    heading: str
    sample: str
    chosen: str

    @property
    def field(self) -> str:
        """The name under which the answer comes back."""
        return f"column-{self.place}"


@dataclass(frozen=True, slots=True)
class Table:
    """A list cut into columns, each by what it holds, and those that are asked for; `fault` if they make no pairs.

    Where nothing in the first line is the name of a column it is asked whether it `names_columns` all the same.
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
        """What a column that is asked for may hold."""
        return [*CHOICES.items()]


def cut(rows: Sequence[Row], answers: Mapping[str, str]) -> Table:
    """The list without its title and the names of its columns; all columns are asked for where they make no pairs."""
    rows = _without_title(rows)
    # Names of columns have one among them at least that nobody writes in a list.
    is_named = bool(rows) and any(_column(cell) not in ("", LEFT_OUT) for cell in rows[0][1])
    is_said = HEADING in answers
    heading = rows[0][1] if rows and (is_named or is_said) else []
    body = [*rows[1:]] if heading else [*rows]
    width = len(heading) or max((len(cells) for _, cells in rows), default=0)
    if width > MOST_COLUMNS:
        raise Refused(f"This list has {width:,} columns. Paste only those about the pairs, at most {MOST_COLUMNS}.")
    filled = {place: _cells(place, body) for place in range(width)}
    known = _by_heading(heading, filled) or [""] * width
    asks_all = all(column or not filled[place] for place, column in enumerate(known)) and bool(_fault(known))
    guesses = dict(enumerate(known)) if is_named else _guesses(filled)
    asked = [
        Asked(place, "".join(heading[place : place + 1]), ", ".join(cells[:2]), _column_at(place, guesses, answers))
        for place, cells in filled.items()
        if cells and (asks_all or not known[place])
    ]
    for one in asked:
        known[one.place] = one.chosen
    is_answered = all(one.field in answers for one in asked)
    columns = ["" if column == LEFT_OUT else column for column in known]
    fault = _fault(columns) if is_answered else ""
    return Table(columns, body, asked, is_answered, fault, is_first_line_asked=not is_named, names_columns=is_said)


def two_names(text: str) -> tuple[str, str]:
    """The two players of "Ada Lark & Ben Wren", or of "Ada & Ben Lark"; the second is empty where there is but one."""
    one, *rest = [part for part in _BETWEEN_NAMES.split(" ".join(text.split())) if part] or [""]
    other = " ".join(rest)
    if other and " " not in one and " " in other:
        one = f"{one} {other.split()[-1]}"
    return one, other


def _without_title(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows after those with one cell alone that stand above a table."""
    broad = max((_filled(cells) for _, cells in rows), default=0)
    first = next((n for n, (_, cells) in enumerate(rows) if broad < 2 or _filled(cells) > 1), 0)
    return rows[first:]


def _filled(cells: Sequence[str]) -> int:
    return sum(bool(cell) for cell in cells)


def _letters_and_digits(cell: str) -> str:
    return "".join(letter for letter in cell.casefold() if letter.isalnum())


def _column(cell: str) -> str:
    """What a column with this heading holds, whichever player it is about; nothing where that is not known."""
    plain = _letters_and_digits(cell)
    return _KNOWN.get(plain) or _KNOWN.get(plain.rstrip("12"), "")


def _by_heading(heading: Sequence[str], filled: Mapping[int, list[str]]) -> list[str]:
    """What each column holds by its heading; nothing where that is not known, or said of a column before it.

    One called Pair holds no names where they are numbers, or where each player has a column.
    """
    found: list[str] = []
    for place, cell in enumerate(heading):
        column, number = _column(cell), _letters_and_digits(cell)[-1:]
        if column == NAMES and all(cell.isdigit() for cell in filled[place]):
            column = LEFT_OUT
        if column in _TWICE:
            column += "2" if number == "2" or (number != "1" and f"{column}1" in found) else "1"
        found.append("" if column in found and column != LEFT_OUT else column)
    has_both = {*NEEDED} <= {*found}
    return [LEFT_OUT if column == NAMES and has_both else column for column in found]


def _cells(place: int, body: Sequence[Row]) -> list[str]:
    return [cells[place] for _, cells in body if len(cells) > place and cells[place]]


def _column_at(place: int, guesses: Mapping[int, str], answers: Mapping[str, str]) -> str:
    answer = answers.get(f"column-{place}", "")
    return answer if answer in CHOICES else guesses.get(place) or LEFT_OUT


def _guesses(filled: Mapping[int, list[str]]) -> dict[int, str]:
    """What columns without headings seem to hold: of most things there is one for each player."""
    found: dict[int, str] = {}
    for place, cells in ((place, cells) for place, cells in filled.items() if cells):
        kinds = (
            kind for kind, sign in _SIGNS.items() if all(len(cell) < 200 and sign.fullmatch(cell) for cell in cells)
        )
        kind = next(kinds, "")
        left = [f"{kind}{number}" for number in "12" if kind and f"{kind}{number}" not in found.values()]
        found[place] = NAMES if kind == NAMES else left[0] if left else LEFT_OUT
    return found


def _fault(columns: Sequence[str]) -> str:
    """Why these columns make no pairs, in a sentence; nothing where they do."""
    held = [column for column in columns if column and column != LEFT_OUT]
    if twice := next((column for column in held if held.count(column) > 1), None):
        return f"Two columns hold the same: “{CHOICES[twice]}”. Choose one."
    if (NAMES in held) == ({*NEEDED} <= {*held}) or (NAMES in held and {*NEEDED} & {*held}):
        return "Which columns hold the names? There is one for each player, or one alone for both."
    return ""


def filled_in(columns: Sequence[str], cells: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What a row says of a pair, column by column; both names in one cell become two."""
    for column, cell in zip(columns, cells, strict=False):
        if column == NAMES:
            yield from zip(NEEDED, two_names(cell), strict=True)
        elif column:
            yield column, cell
