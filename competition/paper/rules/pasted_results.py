"""Rules for reading the results of a round from pasted text.

A line names a pair or both pairs of a match, with two totals or a word such as "walkover", and a day if it is known.
The parts stand in any order that people use: "Smith & Jones 4520 Brown & Lee 3310", "Smith/Jones beat Brown/Lee", or
cells of a spreadsheet.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from competition.contest.rules.pair_names import surname
from competition.contest.rules.people import letters, split_name, without_title
from competition.entries.rules.two_names import read_pair, tidy
from competition.paper.rules.past_days import find_day
from competition.paper.rules.round_results import Fixture, How, MatchResult

# A thousands separator stands after one or two digits. Between longer numbers a comma separates two totals.
_THOUSANDS = re.compile(r"(?<![\d,.])(\d{1,2})[,.’'\u00a0\u202f\u2009](\d{3})(?![\d,.]\d|\d)")
_COMMA_BESIDE_A_NUMBER = re.compile(r"(?<=\d)\s*,\s*|\s*,\s*(?=\d)")
# A total ends in 0. A single digit may tell two players of one name apart.
_NUMBER = re.compile(r"(?<!\w)(?:\d{2,}|0)(?!\w|\.\d)")
_CODE = re.compile(r"^\W*(?:R\d+-M\d+|(?:match|no\.?|pair)?\s*\d{1,3}[.):]?)\s+(?=\D)", re.IGNORECASE)
_HOW = {
    How.WALKOVER: r"w\s?/\s?o|w\.o\.|walk-?\s?over",
    How.CONCEDED: r"conceded(?: by)?|concession",
    How.DOUBLE_DEFAULT: r"double default|neither(?: pair)?(?: goes through)?",
    How.NOT_RECORDED: r"(?:played,? *)?\(?score (?:was )?(?:not recorded|not known|unknown)\)?|no score",
    How.PLAYED: r"played",
}
_HOWS = [(how, re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)) for how, words in _HOW.items()]
_WON = re.compile(r"(?<!\w)(?:won|win|winners?)(?!\w)\s*(?:by|against)?|\([Ww]\)")
_LOST = re.compile(r"(?<!\w)(?:lost|(?P<conceded>conceded)) to(?!\w)", re.IGNORECASE)
_BETWEEN = re.compile(r"\s+(?P<won>beat|bt\.?|b\.|def\.?|defeated)\s+|\s+(?:vs?\.?|against|[-–—])\s+|\s*,\s*")
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
    # True if the line says that its first pair won, False for its second pair, None if it does not say who won.
    first_won: bool | None = None
    winner: str = ""


class _LineError(Exception):
    """The reason why a line cannot be used."""


def read_results(text: str, fixtures: Sequence[Fixture], today: date) -> Pasted:
    """Return the results in a text about the matches of one round. Days without a year are the latest before today."""
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
            fixture, result = _read_line(cells, columns, fixtures, today)
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


def _read_line(
    cells: Sequence[str], columns: Sequence[str], fixtures: Sequence[Fixture], today: date
) -> tuple[Fixture, MatchResult]:
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
    fixture, upper_first = _match(line, fixtures)
    return fixture, _result(line, fixture, upper_first)


def _read_cell(line: _Line, cell: str, today: date) -> None:
    """Add the parts of one cell to the line."""
    cell = cell if line.names else _CODE.sub("", f"{cell} ").strip()
    if dated := find_day(cell, today):
        line.day, cell = dated
    if found := _LOST.search(cell):
        line.first_won, cell = False, _LOST.sub("\t", cell)
        line.how = How.CONCEDED if found["conceded"] else line.how
    for how, pattern in _HOWS:
        if pattern.search(cell):
            line.how, cell = line.how or how, pattern.sub("\t", cell)
            line.first_won = line.first_won is not False
    if _WON.search(cell):
        line.first_won, cell = True, _WON.sub("\t", cell)
    numbers = _NUMBER.findall(cell)
    line.totals += map(int, numbers if line.names or any(map(str.isalpha, cell)) else ())
    parts = (part.strip(_EDGES) for part in _NUMBER.sub("\t", cell).split("\t"))
    line.names += [part for part in parts if any(map(str.isalpha, part))]


def _match(line: _Line, fixtures: Sequence[Fixture]) -> tuple[Fixture, bool]:
    """Return the match of a line, and True if the line names its upper pair first."""
    names = line.names
    if not names:
        raise _LineError("There is no pair on this line. Write the names of both pairs.")
    if len(names) == 1 and len(_find(names[0], fixtures)) != 1:
        line.names = names = _split(line, names[0], fixtures)
    if len(names) > 2:
        raise _LineError("This line has too many names. Write one match on a line.")
    first, *second = (_found(name, fixtures) for name in names)
    fixture, number = first
    if second and second[0] == first:
        raise _LineError(f"This line names {fixture.name_of(number)} twice. Write the names of both pairs.")
    if second and second[0][0] != fixture:
        other, its = second[0]
        raise _LineError(
            f"{fixture.name_of(number)} do not play {other.name_of(its)} in this round. "
            f"Their opponents are {fixture.name_of(fixture.other(number))}."
        )
    return fixture, number == fixture.numbers[0]


def _split(line: _Line, text: str, fixtures: Sequence[Fixture]) -> list[str]:
    """Return the names before and after the word between two pairs. Return the whole text if nothing fits."""
    halves = [(text[: one.start()], text[one.end() :], bool(one["won"])) for one in _BETWEEN.finditer(text)]
    fitting = [one for one in halves if _find(one[0], fixtures) and _find(one[1], fixtures)]
    likely = fitting or [one for one in halves if _find(one[0], fixtures) or _find(one[1], fixtures)] or halves[:1]
    if not likely:
        return [text]
    before, after, won = likely[0]
    line.first_won = True if won else line.first_won
    return [before.strip(_EDGES), after.strip(_EDGES)]


def _found(name: str, fixtures: Sequence[Fixture]) -> tuple[Fixture, int]:
    found = _find(name, fixtures)
    if not found:
        raise _LineError(f"No pair of this round is called “{name}”. Check the names.")
    if len(found) > 1:
        several = " and ".join(fixture.name_of(number) for fixture, number in found)
        raise _LineError(f"“{name}” may be {several}. Write the first names too.")
    return found[0]


def _find(name: str, fixtures: Sequence[Fixture]) -> list[tuple[Fixture, int]]:
    """Return the pairs that may have this name. An exact name excludes all others."""
    sides = [(fixture, place) for fixture in fixtures for place in (0, 1)]
    plain = _words(name)
    exact = [(fixture, place) for fixture, place in sides if plain in _whole(fixture, place)]
    if not exact:
        given = read_pair(name)
        both = given.players if not given.fault else (tidy(name), "")
        exact = [(fixture, place) for fixture, place in sides if _fits_pair(both, fixture.players[place])]
    return [(fixture, fixture.numbers[place]) for fixture, place in exact]


def _whole(fixture: Fixture, place: int) -> Iterator[list[str]]:
    one, other = fixture.players[place]
    yield _words(fixture.names[place])
    yield _words(f"{one} {other}")
    yield _words(f"{other} {one}")


def _fits_pair(given: tuple[str, str], players: tuple[str, str]) -> bool:
    one, other = given
    if not other:
        # One name stands for a pair only if both players have it as their surname, as a couple does.
        return all(_words(one) == _words(surname(player)) for player in players)
    return any(_fits(one, first) and _fits(other, second) for first, second in (players, players[::-1]))


def _fits(given: str, player: str) -> bool:
    """Return True if a written name may be this player: the same words, initials, or the surname alone."""
    words, known = _words(given), _words(player)
    if sorted(words) == sorted(known) or words == _words(surname(player)):
        return True
    if not words or len(words) > len(known) or words[-1] != known[-1]:
        return False
    return all(long.startswith(short) for short, long in zip(words[:-1], known, strict=False))


def _words(name: str) -> list[str]:
    bare, distinction = split_name(without_title(name))
    return re.findall(r"\w+", re.sub(r"['’`]", "", letters(f"{bare} {distinction}")))


def _result(line: _Line, fixture: Fixture, upper_first: bool) -> MatchResult:
    """Return the result of a line. Its first pair has the first total."""
    first, second = fixture.numbers if upper_first else fixture.numbers[::-1]
    how = line.how or (How.PLAYED if line.totals else How.NOT_RECORDED)
    if how is How.DOUBLE_DEFAULT:
        return MatchResult(how, None, day=line.day)
    if len(line.totals) not in (0, 2):
        raise _LineError(f"This line has {len(line.totals)} totals. Write both totals, or none.")
    how = How.NOT_RECORDED if how is How.PLAYED and not line.totals else how
    totals = (line.totals[0], line.totals[1]) if line.totals else None
    if line.winner:
        winner = _named_winner(line, fixture)
    elif how is How.PLAYED and totals:
        winner = second if totals[1] > totals[0] else first
    elif line.first_won is None:
        raise _LineError("This line does not say who won. Write both totals, or “won” after the winners.")
    else:
        winner = first if line.first_won else second
    return MatchResult(how, winner, totals if winner == first or totals is None else totals[::-1], line.day)


def _named_winner(line: _Line, fixture: Fixture) -> int:
    if line.winner.isdecimal() and int(line.winner) in fixture.numbers:
        return int(line.winner)
    return _found(line.winner, [fixture])[1]
