"""Rules for the columns of a list. The app knows some by their headings, guesses some, and asks about the others."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from competition.entries.rules.grammar import heading_key
from competition.entries.rules.names import names_two, tidy
from competition.entries.rules.persons import words_of
from competition.entries.rules.rows import ListRow
from competition.entries.rules.standing import OUT, STATUS, with_notes, without_headings
from scoring.rules.refusal import Refused

NAMES, LEFT_OUT, PLAYER, GROUP = "names", "-", "player", "group"
_SPELLINGS = {
    NAMES: "names pair pairs players playernames pairnames bothnames nameofpair playersnames namesofplayers",
    PLAYER: "player name player1 name1 firstplayer playerone nameofplayer fullname playername member membername",
    "player2": "player2 name2 secondplayer playertwo partner partnername nameofpartner partnersname",
    "first": "firstname first forename givenname given christianname fname firstnames forenames",
    "last": "surname lastname last familyname family sname lname",
    "club": "club bridgeclub homeclub clubname nameofclub",
    "area": "area town city district place location suburb",
    "phone": "phone telephone tel mobile cell phoneno phonenumber telephoneno telephonenumber mobileno mobilenumber "
    "cellphone cellno contactnumber contactno contactphone mobilephone ph",
    "email": "email mail emailaddress contactemail",
    "grade": "grade grading level division pairgrade gradeofpair",
    "opening_day": "openingday attending attendsopeningday openingdayyesno attend attendopeningday attendance "
    "attendingopeningday coming comingopeningday",
    "seed": "seed seeding rank",
    "given_bye": "givenbye bye",
    GROUP: "pairno pairnumber pairnr partnership partnershipno entryno entrynumber",
    STATUS: "status state standing entrystatus statusofentry pairstatus confirmed accepted isconfirmed",
    OUT: "withdrawn withdrew withdrawal withdrawals scratched cancelled reserve reserves waitinglist waitlist waiting "
    "onwaitinglist standby substitute substitutes sub replacement replacedby",
    LEFT_OUT: "no nr number entry feepaid fee paid payment amount notes note remarks remark "
    "comments comment date dateentered entered received timestamp rating computernumber computerno membernumber "
    "memberno readconditions conditions agree agreeconditions acceptconditions readrules rules consent",
}
_KNOWN = {spelling: column for column, spellings in _SPELLINGS.items() for spelling in spellings.split()}
_KNOWN |= dict.fromkeys(("team", "teamno", "teamnumber", "teamnr"), GROUP)
# Columns that a list may have more than once.
_REPEATED = (LEFT_OUT, STATUS, OUT)
_OF_A_PLAYER = (PLAYER, "first", "last", "phone", "email")
_OF_NAMES = (NAMES, PLAYER, "player2", "first", "last")
_FIRST_PLAYER = words_of("1 one p1 player1")
_SECOND_PLAYER = words_of("2 two second partner partners p2 player2 nd")
_FILLING = words_of(
    "player players s of the p st for nr your my please enter main which what is are do does you will be at play "
    "have can would we i a an in to"
)
_IS_PLAYER = words_of("player players p1 p2 player1 player2")
# A column of pair numbers may also have one of these headings.
_GROUP_TOO = words_of("pair pairs no nr number entry")


class ColumnHeading(NamedTuple):
    """The contents of a column, and the number of the player if the heading states it ("1" or "2")."""

    column: str
    whose: str = ""


def heading_of(cell: str) -> ColumnHeading:
    """Return the contents of a column with this heading. The `column` is "" if unknown."""
    plain = heading_key(cell)
    if plain in _KNOWN or plain.rstrip("12") in _KNOWN:
        number = plain[-1:] if plain[-1:] in "12" else ""
        return ColumnHeading(_KNOWN.get(plain) or _KNOWN[plain.rstrip("12")], number)
    words = re.findall(r"[^\W\d_]+\d?|\d+", re.sub(r"['’]", "", cell.casefold()))
    second = any(word in _SECOND_PLAYER for word in words)
    is_first_player = words[:1] == ["first"] and words[1:2] in (["player"], ["players"])
    first = is_first_player or any(word in _FIRST_PLAYER for word in words)
    title = words[2:] if is_first_player else words
    rest = [word for word in title if word not in (_FIRST_PLAYER | _SECOND_PLAYER | _FILLING)]
    is_player = not rest and (first or second) and any(word in _IS_PLAYER for word in words)
    column = PLAYER if is_player else _KNOWN.get("".join(rest), "")
    if not (first or second):
        return ColumnHeading(column)
    return ColumnHeading(column, "2" if second else "1") if column in _OF_A_PLAYER else ColumnHeading("")


def heading_for(column: str) -> str:
    """Return a heading that is recognised as this column."""
    return {GROUP: "pair number", NAMES: "both names"}.get(column, column)


def is_heading(cells: Sequence[str]) -> bool:
    """Return True if at least two cells are headings. A line about a pair never has two of these words."""
    return sum(heading_of(cell).column not in ("", STATUS, OUT) for cell in cells) > 1


def names_columns(cells: Sequence[str]) -> bool:
    """Return True if the row contains headings, even if only one of them is known."""
    columns = [heading_of(cell).column for cell in cells if cell]
    recognised = [column for column in columns if column not in ("", *_REPEATED)]
    return any(column in _OF_NAMES for column in recognised) or 2 * len(recognised) > len(columns)


def by_heading(heading: Sequence[str], filled: Mapping[int, list[str]]) -> list[str]:
    """Return the contents of each column according to its heading.

    A column is "" if its heading is unknown or repeats an earlier column. `filled` are the cells that are not empty,
    by position.
    """
    columns: list[str] = []
    headings = [heading_of(cell) for cell in heading]
    for place, (column, whose) in enumerate(headings):
        if column == NAMES and all(_is_number(cell) for cell in filled[place]):
            column = LEFT_OUT
        if column in _OF_A_PLAYER:
            column += whose or ("2" if f"{column}1" in columns else "1")
        columns.append("" if column in columns and column not in _REPEATED else column)
    has_both = all(_has_player(columns, number) for number in "12")
    columns = [LEFT_OUT if column == NAMES and has_both else column for column in columns]
    for number in "12":
        # "Name" next to "Surname" means the first name. If the list also has a column for first names, leave out
        # "Name".
        if f"player{number}" in columns and f"last{number}" in columns:
            is_double = f"first{number}" in columns
            place = columns.index(f"player{number}")
            columns[place] = LEFT_OUT if is_double else f"first{number}"
    return _correct_name_columns(columns, headings, heading, filled)


def _correct_name_columns(
    columns: list[str], headings: Sequence[ColumnHeading], heading: Sequence[str], filled: Mapping[int, list[str]]
) -> list[str]:
    """Correct and return the columns of a list with one player on each line, or two names in a "Name" column."""
    first = columns.index("player1") if "player1" in columns else None
    if first is not None and not headings[first].whose and not _has_player(columns, "2") and NAMES not in columns:
        cells = filled[first]
        columns[first] = NAMES if _share(cells, names_two) > 0.5 else PLAYER if len(cells) > 1 else "player1"
    if NAMES in columns and not any(column[:-1] in ("player", "first", "last") for column in columns):
        place = columns.index(NAMES)
        says_both = "both" in heading[place].casefold()
        is_alone = not says_both and len(filled[place]) > 1 and _share(filled[place], _names_one) > 0.8
        columns[place] = PLAYER if is_alone else NAMES
    if not is_line_a_player(columns):
        return [LEFT_OUT if column == GROUP else column for column in columns]
    lines = len(filled[columns.index(PLAYER if PLAYER in columns else "first1")])
    for place, cell in enumerate(heading):
        plain = "".join(letter for letter in cell.casefold() if letter.isalpha())
        if GROUP not in columns and plain in _GROUP_TOO and _is_pair_numbering(filled[place], lines):
            columns[place] = GROUP
    return columns


def is_line_a_player(columns: Sequence[str]) -> bool:
    """Return True if each line is about one player, so that two lines form a pair."""
    alone = {"first1", "last1"} <= {*columns} and not _has_player(columns, "2")
    return NAMES not in columns and (PLAYER in columns or (alone and "player1" not in columns))


def _has_player(columns: Sequence[str], number: str) -> bool:
    return f"player{number}" in columns or {f"first{number}", f"last{number}"} <= {*columns}


def _names_one(cell: str) -> bool:
    """Return True if the cell contains exactly one name."""
    return not names_two(cell) and not re.search(r"[-–—,\d]", cell) and 1 < len(cell.split()) < 4


def _is_number(cell: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z]?\s?\d{1,4}\.?|[A-Z]", cell))


def _is_pair_numbering(cells: Sequence[str], lines: int) -> bool:
    """Return True if these are pair numbers, on both lines of each pair or only on the first."""
    times = Counter(cells)
    twice = sum(times[cell] == 2 for cell in times)
    is_merged = len(times) == len(cells) and 2 * len(cells) == lines
    return all(map(_is_number, cells)) and (is_merged or (twice > 0 and 2 * twice >= len(times)))


def _share(cells: Sequence[str], holds: Callable[[str], bool]) -> float:
    return sum(map(holds, cells)) / max(len(cells), 1)


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
    "grade": "Grade",
    "phone1": "First player’s phone",
    "email1": "First player’s email",
    "phone2": "Second player’s phone",
    "email2": "Second player’s email",
    "opening_day": "Attends the opening day (yes or no)",
    "seed": "Rank of a seeded pair",
    "given_bye": "Has a bye (yes or no)",
    STATUS: "Says whether the pair plays: confirmed, waiting, withdrawn",
}
_SIGNS = {
    "email": re.compile(r"\S+@\S+"),
    "phone": re.compile(r"[\d\s+()./-]{6,}"),
    "player": re.compile(r"[^\W\d][^\d@]*\s[^\d@]+"),
}
# A line with the number of pairs or a page number.
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

# Name for the answer that the first line contains headings.
HEADING = "column-heading"
# A list of pairs never needs more columns, and examining each column takes time.
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
class ColumnTable:
    """A list split into columns, with the questions about unknown columns.

    `columns` has the contents of each column, or "" if they are unknown. `fault` is set if the columns do not form
    pairs. `is_first_line_asked` is True if the organiser must say whether the first line contains headings.
    `names_columns` is True if the answer is yes.
    """

    columns: list[str]
    body: list[ListRow]
    asked: list[Asked]
    is_answered: bool
    fault: str
    is_first_line_asked: bool
    names_columns: bool
    # The headings of columns that the app does not store.
    unused: tuple[str, ...] = ()

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The possible answers about a column."""
        return [*CHOICES.items()]

    @property
    def is_line_a_player(self) -> bool:
        """True if two lines form a pair."""
        return is_line_a_player(self.columns)


def cut(rows: Sequence[ListRow], answers: Mapping[str, str]) -> ColumnTable:
    """Return the list without title, footer and headings, split into columns.

    `answers` are the organiser's answers by form field. Raises Refused if there are too many columns.
    """
    rows = _without_footer(_without_title(without_headings(rows)))
    # A row of headings contains at least one word that never appears in a line about a pair.
    is_named = bool(rows) and names_columns(rows[0].cells)
    is_said = HEADING in answers
    heading = rows[0].cells if rows and (is_named or is_said) else []
    body = [*rows[1:]] if heading else [*rows]
    width = len(heading) or max((len(row.cells) for row in body), default=0)
    if width > MOST_COLUMNS:
        raise Refused(f"This list has {width:,} columns. Paste only those about the pairs, at most {MOST_COLUMNS}.")
    filled = {place: _cells(place, body) for place in range(width)}
    contents = by_heading(heading, filled) or [""] * width
    asks_all = all(column or not filled[place] for place, column in enumerate(contents)) and bool(_fault(contents))
    guesses = dict(enumerate(contents)) if is_named else _guess_columns(filled)
    if not is_named and not is_said:
        contents = _answer_certain_columns(contents, filled, guesses)
    questions = [
        Asked(place, "".join(heading[place : place + 1]), ", ".join(cells[:2]), _column_at(place, guesses, answers))
        for place, cells in filled.items()
        if cells and (asks_all or not contents[place])
    ]
    for question in questions:
        contents[question.place] = question.chosen
    is_answered = all(question.field in answers for question in questions)
    columns = ["" if column == LEFT_OUT else column for column in contents]
    body = with_notes(body, columns, heading)
    columns = ["" if column in _REPEATED else column for column in columns]
    fault = _fault(columns)
    is_first_line_asked = not is_named and bool(questions)
    asked = {question.place for question in questions}
    unused = tuple(
        heading[place]
        for place, column in enumerate(contents[: len(heading)])
        if column == LEFT_OUT and place not in asked and _says_something(filled[place])
    )
    return ColumnTable(columns, body, questions, is_answered, fault, is_first_line_asked, is_said, unused)


def _without_title(rows: Sequence[ListRow]) -> Sequence[ListRow]:
    """Return the rows starting with the headings, or with the first line that can be a pair."""
    top = rows[:_TITLE_LINES]
    broad = max((_count_filled(row) for row in rows), default=0)
    if broad > 1:
        headings = (n for n, row in enumerate(top) if is_heading(row.cells))
        first = next((n for n, row in enumerate(rows) if _count_filled(row) > 1 or _is_pair(row)), 0)
        return rows[next(headings, first) :]
    heading = next((n for n, row in enumerate(top) if any(heading_of(cell).column for cell in row.cells)), None)
    if heading is not None:
        return rows[heading:]
    titles = 0
    while titles < min(len(rows) - 1, _TITLE_LINES) and _is_title("".join(rows[titles].cells)):
        titles += 1
    return rows[titles:]


def _is_pair(row: ListRow) -> bool:
    """Return True if the row contains only the names of two players."""
    return names_two("".join(row.cells)) and not _TITLE.search("".join(row.cells))


def _is_title(line: str) -> bool:
    return bool(_TITLE.search(line)) and not names_two(line)


def _without_footer(rows: Sequence[ListRow]) -> Sequence[ListRow]:
    """Return the rows except those that contain only a count, a page number or a ruled line."""
    return [
        row
        for row in rows
        if not _FOOTER.fullmatch(next(filter(None, row.cells), "")[:200]) and not _RULED.fullmatch("".join(row.cells))
    ]


def _count_filled(row: ListRow) -> int:
    return sum(bool(cell) for cell in row.cells)


def _cells(place: int, body: Sequence[ListRow]) -> list[str]:
    return [row.cells[place] for row in body if len(row.cells) > place and row.cells[place] and not row.fault]


def _column_at(place: int, guesses: Mapping[int, str], answers: Mapping[str, str]) -> str:
    answer = answers.get(f"column-{place}", "")
    return answer if answer in CHOICES else guesses.get(place) or LEFT_OUT


def _answer_certain_columns(
    columns: list[str], filled: Mapping[int, list[str]], guesses: Mapping[int, str]
) -> list[str]:
    """Return the columns of a list with only both names and perhaps clubs, contact details and line numbers.

    Such a list needs no question. Return the columns of any other list unchanged.
    """
    certain = {place: guesses[place] for place, cells in filled.items() if cells and not _is_numbering(cells)}
    club = next((place for place, cells in filled.items() if guesses.get(place) != NAMES and _are_words(cells)), None)
    if NAMES in certain.values() and club in certain:
        certain[club] = "club"
    known = {NAMES, "club", "phone1", "phone2", "email1", "email2"}
    if NAMES not in certain.values() or not known.issuperset(certain.values()):
        return columns
    return [certain.get(place, LEFT_OUT) for place in filled]


def _are_words(cells: Sequence[str]) -> bool:
    """Return True if every cell consists of words, like the name of a club."""
    return bool(cells) and not any(names_two(cell) or re.search(r"[\d@]", cell) for cell in cells)


def _says_something(cells: Sequence[str]) -> bool:
    """Return True if the cells contain more than line numbers."""
    return bool(cells) and not _is_numbering(cells)


def _is_numbering(cells: Sequence[str]) -> bool:
    """Return True if the cells are the numbers 1, 2, 3 and so on."""
    numbers = [cell.rstrip(".)") for cell in cells]
    return numbers == [str(n) for n in range(1, len(cells) + 1)]


def _guess_columns(filled: Mapping[int, list[str]]) -> dict[int, str]:
    """Return the likely contents of columns without headings, by position."""
    contents: dict[int, str] = {}
    present = {place: cells for place, cells in filled.items() if cells}
    for place, cells in present.items():
        if sum(map(names_two, cells)) * 5 >= len(cells) * 3:
            contents[place] = LEFT_OUT if NAMES in contents.values() else NAMES
            continue
        plain = [tidy(cell[:200]) for cell in cells]
        kind = next((kind for kind, sign in _SIGNS.items() if all(map(sign.fullmatch, plain))), "")
        left = [f"{kind}{number}" for number in "12" if kind and f"{kind}{number}" not in contents.values()]
        contents[place] = left[0] if left else LEFT_OUT
    if [column for column in contents.values() if column in ("player1", "player2", NAMES)] == ["player1"]:
        place = next(place for place, column in contents.items() if column == "player1")
        contents[place] = PLAYER if len(present[place]) > 1 else "player1"
    return contents


def _fault(columns: Sequence[str]) -> str:
    """Return a sentence about why these columns do not form pairs, or "" if they do."""
    used = [column for column in columns if column and column != LEFT_OUT]
    if twice := next((column for column in used if used.count(column) > 1), None):
        return f"Two columns hold the same: “{CHOICES[twice]}”. Choose one."
    of_players = {column for column in used if column[:-1] in ("player", "first", "last")}
    forms = ({"player1"}, {"first1", "last1"}), ({"player2"}, {"first2", "last2"})
    both = any(of_players == first | second for first in forms[0] for second in forms[1])
    ways = [NAMES in used and not of_players, both, PLAYER in used and not of_players]
    ways.append(of_players == {"first1", "last1"})
    if sum(ways) != 1 or (NAMES in used and PLAYER in used):
        return "Which columns hold the names? There is one for each player, or one for both."
    return ""
