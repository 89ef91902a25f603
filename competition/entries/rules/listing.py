"""Rules for reading pairs from the lines of a list, with errors and remarks."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from competition.contest.rules.names import key_of
from competition.entries.rules.answers import find_grade
from competition.entries.rules.columns import GROUP, LEFT_OUT, NAMES, PLAYER, ColumnTable
from competition.entries.rules.names import (
    PlayerName,
    is_surname_first,
    names_two,
    read_pair,
    read_player,
    unescaped,
    with_word,
)
from competition.entries.rules.persons import in_quotes
from competition.entries.rules.repairs import has_lost_letters, read_phones, repair
from competition.entries.rules.rows import Encoding, ListRow
from competition.entries.rules.standing import remarks_of
from scoring.rules.words import listed

# Two lines that need no headings.
EXAMPLE = "Ada Lark & Ben Wren, Kauri Bay\nCleo Finch & Dan Heron, Hillside"
_NAME_COLUMNS = (NAMES, PLAYER, "player1", "player2", "first1", "last1", "first2", "last2")
_IN_LETTERS = (*_NAME_COLUMNS, "club", "area", "grade")
_OF_PAIR = ("club", "area", "grade", "opening_day", "seed", "given_bye")
# Windows-1252 has no Hungarian double accents, so it shows these letters instead.
_NOT_HUNGARIAN = str.maketrans("õûÕÛ", "őűŐŰ")
# A question mark before a word. A question mark after a word may be intended.
_UNSURE = re.compile(r"(?:^|\s)\?+[^\W\d_]")
_ADDRESS = re.compile(r"[^\s<>;,]+@[^\s<>;,]+")


@dataclass(slots=True)
class ParsedPair:
    """The contents of one or two lines about a pair: cells by column, remarks and errors."""

    lines: tuple[int, ...]
    data: dict[str, str] = field(default_factory=dict)
    ask: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    # Words in brackets that were removed from the names of both players.
    asides: tuple[str, str] = ("", "")
    text: str = ""

    @property
    def pair(self) -> str:
        """The names of both players, or the beginning of the line if they are not known."""
        players = [self.data.get("player1", ""), self.data.get("player2", "")]
        return " & ".join(players) if all(players) else self.text

    @property
    def line(self) -> int:
        """The number of the first line about the pair."""
        return self.lines[0]

    @property
    def remarks(self) -> tuple[str, ...]:
        """The remarks, each with its line number."""
        where = f"Line {self.line}" if len(self.lines) == 1 else f"Lines {self.lines[0]} and {self.lines[1]}"
        return tuple(f"{where}: {remark}" for remark in dict.fromkeys(self.ask))


def pairs_of(table: ColumnTable, encoding: str = Encoding.UNICODE) -> Iterator[ParsedPair]:
    """Yield every pair in the list in order. An unreadable line does not affect other lines."""
    columns, body = table.columns, table.body
    commas = _columns_with_commas(columns, body)
    if table.is_line_a_player and not _holds_both(columns, body):
        yield from _read_two_lines(columns, body, commas, encoding)
        return
    for row in body:
        parsed, cells = _cells(columns, row, encoding)
        if not parsed.faults:
            _read_names(parsed, cells, commas)
            _read_contacts(parsed, cells, is_of_pair=NAMES in columns)
        yield parsed


def _columns_with_commas(columns: Sequence[str], body: Sequence[ListRow]) -> set[str]:
    """Return the columns of names with the surname first."""
    by_column = {
        column: [row.cells[place] for row in body if len(row.cells) > place and row.cells[place]]
        for place, column in enumerate(columns)
        if column in (NAMES, PLAYER, "player1", "player2")
    }
    return {column for column, cells in by_column.items() if column != NAMES and is_surname_first(cells)}


def _holds_both(columns: Sequence[str], body: Sequence[ListRow]) -> bool:
    """Return True if each line describes both players: "Jim & Mary" on one line, "Plover" on the next."""
    if "first1" not in columns:
        return False
    place = columns.index("first1")
    cells = [row.cells[place] for row in body if len(row.cells) > place]
    return sum(map(names_two, cells)) * 2 > len(cells)


def _cells(columns: Sequence[str], row: ListRow, encoding: str) -> tuple[ParsedPair, dict[str, str]]:
    """Return the cells of a line by column, after repairing or reporting damaged letters."""
    parsed = ParsedPair((row.number,), ask=[*remarks_of(row.marks)], text=_beginning(row))
    if row.fault:
        parsed.faults.append(row.fault)
    elif any(row.cells[len(columns) :]):
        parsed.faults.append(
            f"It has {len(row.cells)} cells, but the first line names {len(columns)} columns. Correct the line."
        )
    cells = {column: cell for column, cell in zip(columns, row.cells, strict=False) if column not in ("", LEFT_OUT)}
    for column in _IN_LETTERS:
        if cell := cells.get(column, ""):
            cells[column] = repaired = repair(unescaped(cell))
            parsed.ask += _letter_remarks(unescaped(cell), repaired, encoding)
            if column in ("club", "area") and _UNSURE.search(repaired):
                parsed.ask.append(f"{in_quotes(repaired)} has a question mark. Correct it if a letter was lost.")
    return parsed, cells


def _beginning(row: ListRow) -> str:
    text = " ".join(", ".join(filter(None, row.cells)).split())
    return f"{text[:40]}…" if len(text) > 40 else text


def _letter_remarks(cell: str, repaired: str, encoding: str) -> Iterator[str]:
    if repaired != cell:
        yield f"The letters of {in_quotes(cell)} were damaged. It was read as {in_quotes(repaired)}."
    if has_lost_letters(repaired):
        yield f"Letters of {in_quotes(repaired)} were lost. Correct them in the list."
    if encoding == Encoding.MAC and not repaired.isascii():
        yield f"The file does not say how its accents are stored. Check {in_quotes(repaired)}."
    if encoding == Encoding.WINDOWS and (other := repaired.translate(_NOT_HUNGARIAN)) != repaired:
        yield f"The file does not say how its accents are stored. Is it {in_quotes(repaired)} or {in_quotes(other)}?"


def _read_names(parsed: ParsedPair, cells: Mapping[str, str], commas: set[str]) -> None:
    """Read the names of both players."""
    for number in "12":
        parsed.data[f"player{number}"] = ""
    both = cells.get(NAMES)
    if both is None and "first1" in cells and names_two(cells["first1"]) and not _has_second_player(cells):
        both = f"{cells['first1']} {cells.get('last1', '')}"
    both_in_one = next((cells[column] for column in ("player1", "player2") if names_two(cells.get(column, ""))), "")
    if both is None and both_in_one and sum(bool(cells.get(column)) for column in _NAME_COLUMNS) == 1:
        both = both_in_one
        parsed.ask.append(f"Both names were in one cell, {in_quotes(both_in_one)}. Check them.")
    if both is not None:
        pair = read_pair(both)
        parsed.data["player1"], parsed.data["player2"] = pair.players
        parsed.asides = pair.asides
        parsed.ask += pair.ask
        parsed.faults += [pair.fault] if pair.fault else []
        return
    players = [_read_one(cells, number, commas) for number in "12"]
    if key_of(players[0].name) == key_of(players[1].name):
        players = [*map(with_word, players)]
    for number, player in zip("12", players, strict=True):
        parsed.data[f"player{number}"] = player.name
        parsed.ask += player.ask
        parsed.faults += [player.fault] if player.fault else []
    parsed.asides = players[0].aside, players[1].aside


def _has_second_player(cells: Mapping[str, str]) -> bool:
    return any(cells.get(column) for column in ("player2", "first2", "last2"))


def _read_one(cells: Mapping[str, str], number: str, commas: set[str]) -> PlayerName:
    """Return one player's name from one or two cells."""
    text = cells.get(f"player{number}", "")
    if first_and_last := [cells[column] for column in (f"first{number}", f"last{number}") if cells.get(column)]:
        text = " ".join(first_and_last)
    return read_player(text, surname_first=f"player{number}" in commas or PLAYER in commas)


def _read_contacts(parsed: ParsedPair, cells: Mapping[str, str], *, is_of_pair: bool) -> None:
    """Read phone numbers and email addresses, and copy the other cells unchanged."""
    for number, other in ("12", "21"):
        is_alone = is_of_pair and number == "1" and not cells.get(f"phone{other}")
        phones = read_phones(cells.get(f"phone{number}", ""))
        parsed.ask += [remark for phone in phones for remark in phone.ask]
        numbers = [phone.number for phone in phones if phone.number]
        _assign_contacts(parsed, "phone", number, numbers, what="phone numbers", is_of_pair=is_alone)
        text = cells.get(f"email{number}", "")
        bare = re.sub(r"^mailto:", "", text, flags=re.IGNORECASE)
        addresses = [address.rstrip(".") for address in _ADDRESS.findall(bare)]
        is_alone = is_of_pair and number == "1" and not cells.get(f"email{other}")
        _assign_contacts(
            parsed, "email", number, addresses or [text] if text else [], what="addresses", is_of_pair=is_alone
        )
    for column in _OF_PAIR:
        if column in cells:
            parsed.data[column] = cells[column]


def _assign_contacts(
    parsed: ParsedPair, column: str, number: str, values: list[str], *, what: str, is_of_pair: bool
) -> None:
    """Assign the contact details in a cell to a player.

    If it is the pair's only such cell and contains two values, each player gets one value.
    """
    if len(values) == 2 and is_of_pair:
        parsed.data |= {f"{column}1": values[0], f"{column}2": values[1]}
        players = f"The first was given to {parsed.data['player1']}, the second to {parsed.data['player2']}."
        parsed.ask.append(f"There are two {what} in one cell. {players}")
        return
    if len(values) > 1:
        parsed.ask.append(f"There are {len(values)} {what} in one cell: {in_quotes(' / '.join(values))}. Check them.")
    if values or f"{column}{number}" not in parsed.data:
        parsed.data[f"{column}{number}"] = " / ".join(values)


def _read_two_lines(
    columns: Sequence[str], body: Sequence[ListRow], commas: set[str], encoding: str
) -> Iterator[ParsedPair]:
    """Yield the pairs in a list with one line for each player."""
    for number, rows in _groups(columns, body):
        lines = [_cells(columns, row, encoding) for row in rows]
        faulty = [parsed for parsed, _ in lines if parsed.faults]
        yield from faulty
        good = [(parsed, cells) for parsed, cells in lines if not parsed.faults]
        if faulty or len(good) != 2:
            yield from (_report_incomplete(parsed, number, len(good)) for parsed, _ in good[:1])
            continue
        yield _join_lines(*good[0], *good[1], commas, is_guess=not number)


def _groups(columns: Sequence[str], body: Sequence[ListRow]) -> Iterable[tuple[str, list[ListRow]]]:
    """Return the lines of each pair with its number. Without numbers, group the lines in twos."""
    if GROUP not in columns:
        return [("", [*body[at : at + 2]]) for at in range(0, len(body), 2)]
    place = columns.index(GROUP)
    by_number = dict[str, list[ListRow]]()
    last = ""
    for row in body:
        # A cell merged over two lines is empty in the second line.
        last = row.cells[place] if len(row.cells) > place and row.cells[place] else last
        by_number.setdefault(last, []).append(row)
    return by_number.items()


def _report_incomplete(parsed: ParsedPair, number: str, count: int) -> ParsedPair:
    if count == 1:
        parsed.faults.append("The line of the other player is missing. Add it, or delete this line.")
    else:
        parsed.faults.append(f"Pair {number} has {count} lines. A pair has two. Correct the numbers.")
    return parsed


def _join_lines(
    first: ParsedPair,
    cells_1: dict[str, str],
    second: ParsedPair,
    cells_2: dict[str, str],
    commas: set[str],
    *,
    is_guess: bool,
) -> ParsedPair:
    """Return the pair from two lines, one about each player."""
    parsed = ParsedPair((first.line, second.line), ask=[*first.ask, *second.ask], text=first.text)
    if is_guess:
        parsed.ask.append("These two lines were read as one pair. Is that right?")
    cells: dict[str, str] = {}
    for number, its in (("1", cells_1), ("2", cells_2)):
        of_player = {f"player{number}": PLAYER, f"first{number}": "first1", f"last{number}": "last1"}
        of_player |= {f"phone{number}": "phone1", f"email{number}": "email1"}
        cells |= {column: its.get(column_of, "") for column, column_of in of_player.items()}
    for column in _OF_PAIR:
        values = [*dict.fromkeys(its[column] for its in (cells_1, cells_2) if its.get(column))]
        cells[column] = values[0] if values else ""
        if len({value.casefold() for value in values}) > 1:
            parsed.ask.append(f"The two lines differ: {' and '.join(map(in_quotes, values))}. The first was used.")
    _read_names(parsed, cells, commas)
    _read_contacts(parsed, cells, is_of_pair=False)
    return parsed


def read_grade(parsed: ParsedPair, grades: Sequence[str]) -> None:
    """Read the grade in any spelling or abbreviation. Ask about a grade that the competition does not have."""
    given = " ".join(parsed.data.get("grade", "").split())
    found = find_grade(given, grades)
    parsed.data["grade"] = found
    if not grades or key_of(given) == key_of(found):
        return
    if found:
        parsed.ask.append(f"The grade {in_quotes(given)} was read as {in_quotes(found)}. Is that right?")
    else:
        parsed.ask.append(f"{in_quotes(given)} is not one of the grades: {listed(grades)}. The pair gets no grade.")
