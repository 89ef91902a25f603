"""Rules for the results of a round as pasted text.

A line names a pair or both pairs of a match, with two totals or a word such as "walkover". It may name the day. The
parts may be in any usual order: "Smith & Jones 4520 Brown & Lee 3310", "Smith/Jones beat Brown/Lee", or
cells of a spreadsheet.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from competition.entries.rules.directory import Directory, Known
from competition.paper.rules.days import find_day
from competition.paper.rules.match_result import Fixture, How, MatchResult
from scoring.rules.words import quantity

# A thousands separator stands after one or two digits. Between longer numbers a comma separates two totals.
_THOUSANDS = re.compile(r"(?<![\d,.])(\d{1,2})[,.’'\u00a0\u202f\u2009](\d{3})(?![\d,.]\d|\d)")
_COMMA_BESIDE_A_NUMBER = re.compile(r"(?<=\d)\s*,\s*|\s*,\s*(?=\d)")
# A total ends in 0. A single digit may distinguish two players of one name.
_NUMBER = re.compile(r"(?<!\w)(?:\d{2,}|0)(?!\w|\.\d)")
_CODE = re.compile(
    r"^\W*(?:R\d+-M\d+|(?:match|table|game|no\.?|pair|(?:quarter|semi)[\s-]?final|[qs]f)?\s*\d{1,3}[.):]?)\s+(?=\D)",
    re.IGNORECASE,
)
_HOW = {
    How.DOUBLE_DEFAULT: r"double default|neither(?: pair)?(?: goes through)?",
    How.WALKOVER: r"w\s?/\s?o|w\.o\.|walk-?\s?over|by default",
    How.CONCEDED: r"conceded(?: by)?|concession",
    How.NOT_RECORDED: r"(?:played,? *)?\(?score (?:was )?(?:not recorded|not known|unknown)\)?|no score",
    How.PLAYED: r"played",
}
_HOWS = [(how, re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)) for how, words in _HOW.items()]
_WON = re.compile(r"(?<!\w)(?:won|win|winners?)(?!\w)\s*(?:by|against)?|\([Ww]\)")
_LOST = re.compile(r"(?<!\w)(?:lost|(?P<conceded>conceded)|(?P<default>defaulted)) to(?!\w)", re.IGNORECASE)
# A margin such as "by 1240". The text has no thousands separators here.
_MARGIN = re.compile(
    r"\s*(?<!\w)by\s+([1-9]\d{0,3}0)(?!\d|\s*[-–—:to]+\s*\d)(?:\s*(?:points?|pts?)\b\.?)?", re.IGNORECASE
)
_BEAT = r"\s+(?:beat|bt\.?|b\.|def\.?|defeated)\s+"
_BETWEEN = re.compile(r"\s+(?P<won>beat|bt\.?|b\.|def\.?|defeated)\s+|\s+(?:vs?\.?|against|[-–—])\s+|\s*,\s*")
_VERSUS = re.compile(r"\s(?:vs?\.?|against|[-–—])\s", re.IGNORECASE)
# A mark before the winners at the end of a line: "Smith & Jones v Brown & Lee (Brown & Lee won)".
_THEN = re.compile(r"\s*[(;:]\s*|\s*,\s*|\s+[-–—]+\s+")
_TOTAL = re.compile(r"(?<!\w)(?:\d{2,4}0|0)(?!\w|\.\d)")
# Words beside a name that do not belong to it.
_BESIDE = re.compile(r"^(?:v|vs|versus|to|and|by|beat|bt|def|defeated)\b[\s.]*|\s+(?:v|vs|by)$", re.IGNORECASE)
# A remark in brackets beside a name, such as the club.
_REMARK = re.compile(r"\([^()\t]*\)")
_EDGES = " ,;:.-–—()\t"
# The headings of columns that a line of results does not need.
_NEEDLESS = re.compile(r"club|number|code|round|play.?by|goes.?on|state|area|margin|deals|^(no|#|match)\W*$", re.I)
_HEADING = re.compile(r"pair|winner|loser|total|score|points|date|day|result|outcome|how|upper|lower", re.I)


class LineFault(NamedTuple):
    """A line that could not be used, with its number and the reason."""

    number: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Pasted:
    """The results found in a text, by match code, and the lines that could not be used."""

    results: dict[str, MatchResult]
    faults: list[LineFault]


@dataclass(slots=True)
class _Line:
    """The parts of one line."""

    names: list[str] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    day: date | None = None
    how: How | None = None
    margin: int | None = None
    # True if the line says that its first pair won, False for its second pair, None if it does not say who won.
    first_won: bool | None = None
    # True if "won" is after both pairs: "Smith & Jones v Brown & Lee won".
    is_last_won: bool = False
    winner: str = ""


NO_WINNER = "This line does not say who won. Write both totals, or “won” after the winners."


class _LineError(Exception):
    """The reason why a line cannot be used."""


class _Round:
    """The matches of a round by the numbers of their pairs, and the names of these pairs."""

    def __init__(self, fixtures: Sequence[Fixture]) -> None:
        self.fixtures = {number: fixture for fixture in fixtures for number in fixture.numbers}
        self._names = Directory(
            Known(number, players)
            for fixture in fixtures
            for number, players in zip(fixture.numbers, fixture.players, strict=True)
        )

    def is_pair(self, name: str) -> bool:
        """Return True if this is the name of one pair."""
        return self._names.the_pair(name) is not None

    def find(self, name: str) -> int:
        """Return the number of the pair with this name. Raise _LineError if no pair or several pairs have it."""
        found = self._names.find(name)
        pairs = " or ".join(self.fixtures[number].name_of(number) for number in found.numbers)
        if not found.is_sure:
            hint = f"Did you mean {pairs}?" if pairs else "Check the names."
            raise _LineError(f"No pair of this round is called “{name}”. {hint}")
        if len(found.numbers) > 1:
            raise _LineError(f"“{name}” may be {pairs}. Write the first names too.")
        return found.numbers[0]


def read_results(text: str, fixtures: Sequence[Fixture], today: date) -> Pasted:
    """Return the results in a text about the matches of one round. Days without a year are the latest before today."""
    round = _Round(fixtures)
    results: dict[str, MatchResult] = {}
    lines: dict[str, int] = {}
    faults = []
    columns: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip(" \t,;|"):
            continue
        cells = _cells(line)
        if not columns and not results and _is_heading(cells):
            columns = [cell.casefold() for cell in cells]
            continue
        try:
            fixture, result = _read_line(cells, columns, round, today)
            if results.get(fixture.code, result) != result:
                raise _LineError(f"Line {lines[fixture.code]} has another result of this match. Delete one of them.")
        except _LineError as fault:
            faults.append(LineFault(number, line.strip(), str(fault)))
            continue
        results[fixture.code] = result
        lines.setdefault(fixture.code, number)
    return Pasted(results, faults)


def _cells(line: str) -> list[str]:
    plain = _THOUSANDS.sub(r"\1\2", line)
    mark = next((mark for mark in "\t;|" if mark in plain), None)
    if mark is None:
        plain, mark = _COMMA_BESIDE_A_NUMBER.sub("\t", plain), "\t"
    return [cell.strip(' "') for cell in plain.split(mark)]


def _is_heading(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    return sum(bool(_HEADING.search(cell)) for cell in filled) >= 2 and not any(map(_NUMBER.search, filled))


def _read_line(cells: Sequence[str], columns: Sequence[str], round: _Round, today: date) -> tuple[Fixture, MatchResult]:
    line = _Line()
    has_sides = any("upper" in column for column in columns)
    # Two columns without another word are the winners and the losers.
    line.first_won = None if has_sides or len(cells) == 1 else True
    for place, cell in enumerate(cells):
        column = columns[place] if place < len(columns) else ""
        if has_sides and column.startswith("winner"):
            line.winner = cell
        elif cell and not (column and _NEEDLESS.search(column)):
            _read_cell(line, cell, today)
    fixture, upper_first = _match(line, round)
    return fixture, _result(line, fixture, upper_first, round)


def _read_cell(line: _Line, cell: str, today: date) -> None:
    """Add the parts of one cell to the line."""
    cell = cell if line.names else _CODE.sub("", f"{cell} ").strip()
    if dated := find_day(cell, today):
        line.day, cell = dated
    if found := _LOST.search(cell):
        line.first_won, cell = False, _LOST.sub("\t", cell)
        line.how = How.CONCEDED if found["conceded"] else How.WALKOVER if found["default"] else line.how
    for how, pattern in _HOWS:
        if pattern.search(cell):
            line.how, cell = line.how or how, pattern.sub("\t", cell)
            line.first_won = line.first_won is not False
    if by := _MARGIN.search(cell):
        line.margin, cell = int(by[1]), _MARGIN.sub("\t", cell)
    if said := _WON.search(cell):
        cell = _read_winner(line, cell[: said.start()], cell[said.end() :])
    numbers = _NUMBER.findall(cell)
    line.totals += map(int, numbers if line.names or any(map(str.isalpha, cell)) else ())
    line.names += _names(_NUMBER.sub("\t", cell))


def _read_winner(line: _Line, before: str, after: str) -> str:
    """Set the winner of a line from the text before and after "won" or "winners". Return the rest of the cell."""
    winners = _names(_NUMBER.sub("\t", after))
    line.first_won = not (line.names and _names(before))
    if _VERSUS.search(before):
        line.winner = winners[0] if winners else ""
        line.is_last_won = not winners
        after = after.replace(line.winner, "\t") if winners else after
    return _WON.sub("\t", f"{before}\t{after}")


def _names(text: str) -> list[str]:
    """Return the names in a text with tabs in place of a result."""
    parts = (_BESIDE.sub("", part.strip(_EDGES)) for part in _REMARK.sub(" ", text).split("\t"))
    return [part for part in parts if any(map(str.isalpha, part))]


def _match(line: _Line, round: _Round) -> tuple[Fixture, bool]:
    """Return the match of a line, and True if the line names its upper pair first."""
    names = line.names
    if not names:
        raise _LineError("There is no pair on this line. Write the names of both pairs.")
    if len(names) == 1 and not round.is_pair(names[0]):
        line.names = names = _split(line, names[0], round)
    if len(names) > 2:
        raise _LineError("This line has too many names. Write one match on a line.")
    first, *second = map(round.find, names)
    fixture = round.fixtures[first]
    if second == [first]:
        raise _LineError(f"This line names {fixture.name_of(first)} twice. Write the names of both pairs.")
    if second and second[0] not in fixture.numbers:
        other = round.fixtures[second[0]].name_of(second[0])
        raise _LineError(
            f"{fixture.name_of(first)} do not play {other} in this round. "
            f"Their opponents are {fixture.name_of(fixture.other(first))}."
        )
    return fixture, first == fixture.numbers[0]


def _split(line: _Line, text: str, round: _Round) -> list[str]:
    """Return the names before and after the word between two pairs. Return the whole text if nothing fits."""
    if line.first_won and not line.winner:
        text, line.winner = _without_winner(text, round)
    halves = [(text[: one.start()], text[one.end() :], bool(one["won"])) for one in _BETWEEN.finditer(text)]
    fitting = [one for one in halves if round.is_pair(one[0]) and round.is_pair(one[1])]
    likely = fitting or [one for one in halves if round.is_pair(one[0]) or round.is_pair(one[1])] or halves[:1]
    if not likely:
        return [text]
    before, after, won = likely[0]
    line.first_won = True if won else False if line.is_last_won else line.first_won
    return [before.strip(_EDGES), after.strip(_EDGES)]


def _without_winner(text: str, round: _Round) -> tuple[str, str]:
    """Return the text without the winners named at its end, and these winners, or "" if its end names no pair."""
    for mark in _THEN.finditer(text):
        both, winners = text[: mark.start()], text[mark.end() :].strip(_EDGES)
        if round.is_pair(winners) and not round.is_pair(both) and _BETWEEN.search(both):
            return both, winners
    return text, ""


def without_result(text: str) -> str:
    """Return a line of a draw without its result: without totals, the day, and words such as "beat" or "w/o".

    Put " v " between the two sides. Return a line without a result unchanged.
    """
    plain = _THOUSANDS.sub(r"\1\2", text)
    first = next((at for at, letter in enumerate(plain) if letter.isalpha()), len(plain))
    head, rest = plain[:first], plain[first:]
    found = _LOST.sub(" v ", re.sub(_BEAT, " v ", rest))
    for how, pattern in _HOWS:
        found = found if how is How.PLAYED else pattern.sub("\t", found)
    found = _TOTAL.sub("\t", _WON.sub("\t", _MARGIN.sub("\t", found)))
    dated = find_day(found, date.max)
    if dated and (found != rest or dated[1].endswith("\t")):
        found = dated[1]
    if found == rest:
        return text
    return head + " v ".join(_names(found))


def _result(line: _Line, fixture: Fixture, upper_first: bool, round: _Round) -> MatchResult:
    """Return the result of a line. Its first pair has the first total."""
    first, second = fixture.numbers if upper_first else fixture.numbers[::-1]
    how = line.how or (How.PLAYED if line.totals else How.NOT_RECORDED)
    margin = line.margin if how in (How.PLAYED, How.NOT_RECORDED) and not line.totals else None
    if how is How.DOUBLE_DEFAULT:
        return MatchResult(how, None, day=line.day)
    if len(line.totals) not in (0, 2):
        raise _LineError(f"This line has {quantity(len(line.totals), 'total')}. Write both totals, or none.")
    how = How.NOT_RECORDED if how is How.PLAYED and not line.totals else how
    totals = (line.totals[0], line.totals[1]) if line.totals else None
    if line.winner:
        winner = round.find(line.winner)
        if winner not in fixture.numbers:
            raise _LineError("The winners of this line do not play in this match. Correct the line.")
    elif how is How.PLAYED and totals:
        winner = second if totals[1] > totals[0] else first
    elif line.first_won is None:
        raise _LineError(NO_WINNER)
    else:
        winner = first if line.first_won else second
    return MatchResult(how, winner, totals if winner == first or totals is None else totals[::-1], line.day, margin)
