"""Rules for reading pasted results of a round from text or cells, such as "Smith & Jones 4520 Brown & Lee 3310"."""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from competition.entries.rules import grammar
from competition.entries.rules.directory import Directory, Known
from competition.entries.rules.line import PLAYED, Mention, ParsedLine
from competition.match.rules.match_result import MatchResult, RoundFixture, WayToEnd
from scoring.rules.refusal import Refused
from scoring.rules.words import quantity

_CODE = re.compile(rf"^\W*(?:{grammar.MATCH_LABEL}|(?:no\.?|pair|[qs]f)?\s*\d{{1,3}}[.):]?\s+)(?=\D)", re.IGNORECASE)
_NOT_OVER = re.compile(r"waiting|ready|in play|submitted|disputed|vacant|cancelled", re.IGNORECASE)
_COMMA_BESIDE_A_NUMBER = re.compile(r"(?<=\d)\s*,\s*|\s*,\s*(?=\d)")
_TWO_DIGITS = re.compile(r"\d{2,}")
_HEADING = re.compile(
    r"\b(?:pairs?|winners?|won|losers?|lost|totals?|scores?|points|date|day|results?|outcome|how|upper|lower|home|away|margin)\b"
)
_NEEDLESS = re.compile(r"club|number|code|round|play.?by|goes.?on|area|deals|^(no|#|match)\W*$")
# Headings that name one side of a match but not the winner.
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
    """The headings of a table: the line, its cells in lower case, and the separator of the table.

    An empty heading represents lines without a table.
    """

    line: str = ""
    cells: Sequence[str] = ()
    mark: str = ""

    @property
    def names_sides(self) -> bool:
        """True if the columns name the two sides of a match, such as "home" and "away"."""
        return any(map(_SIDES.search, self.cells))

    def kind(self, place: int) -> str:
        """Return the type of a column if it needs special treatment, otherwise ""."""
        name = self._name(place)
        return next((kind for kind, pattern in _KINDS if pattern.match(name)), "")

    def is_needless(self, place: int) -> bool:
        """Return True if the results do not need this column."""
        return bool(_NEEDLESS.search(self._name(place)))

    def is_second(self, place: int) -> bool:
        """Return True if this column belongs to the second side of the match, such as "lower_total"."""
        return bool(_SECOND.search(self._name(place)))

    def has_points(self, place: int) -> bool:
        """Return True for a column of totals."""
        return bool(_POINTS.search(self._name(place)))

    def _name(self, place: int) -> str:
        return self.cells[place] if place < len(self.cells) else ""


class LineFault(NamedTuple):
    """A line that cannot be used, with its number and the reason."""

    number: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Pasted:
    """The results found in a text, by match code, and the lines that cannot be used.

    `lines` are the numbers of the lines with a result, by match code. `guessed` are the codes of matches with a line
    that does not clearly name the winner, such as "A v B, walkover". `heading` is the line with the names of the
    columns, or "".
    """

    results: dict[str, MatchResult]
    faults: list[LineFault]
    lines: dict[str, int] = field(default_factory=dict)
    guessed: frozenset[str] = frozenset()
    heading: str = ""


NO_WINNER = "This line does not say who won. Write both totals, or “won” after the winners."
TWO_WINNERS = "The words on this line name different winners. Correct the words."
TOTALS_AND_WORDS = (
    "The words and the totals on this line name different winners. Correct the words, or swap the two totals."
)


class _LineError(Exception):
    """Error with the reason why a line cannot be used."""


class _Round:
    """The matches of a round by their pair numbers, and the names of these pairs."""

    def __init__(self, fixtures: Sequence[RoundFixture]) -> None:
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
        """Return the number of the pair with this name. Raise _LineError unless exactly one pair has it."""
        meant = self._names.find(name)
        pairs = " or ".join(self.fixtures[number].name_of(number) for number in meant.numbers)
        if not meant.is_sure:
            hint = f"Did you mean {pairs}?" if pairs else "Check the names."
            raise _LineError(f"No pair in this round is called “{name}”. {hint}")
        if len(meant.numbers) > 1:
            raise _LineError(f"“{name}” may be {pairs}. Write both names in full.")
        return meant.numbers[0]


def read_results(text: str, fixtures: Sequence[RoundFixture], today: date) -> Pasted:
    """Return the results in a text about the matches of one round.

    A day without a year is the latest such day before today.
    """
    round = _Round(fixtures)
    results: dict[str, MatchResult] = {}
    lines: dict[str, int] = {}
    faults: list[LineFault] = []
    guessed: set[str] = set()
    heading = TableHeading()
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip(" \t,;|"):
            continue
        if not heading.line and not results and (table_heading := read_heading(line)):
            heading = table_heading
            continue
        try:
            fixture, result, is_guess = _read_line(cells_of(line, heading.mark), heading, round, today)
            if results.get(fixture.code, result) != result:
                raise _LineError(f"Line {lines[fixture.code]} has another result for this match. Delete one of them.")
        except _LineError as fault:
            faults.append(LineFault(number, line.strip(), str(fault)))
            continue
        results[fixture.code] = result
        lines.setdefault(fixture.code, number)
        guessed |= {fixture.code} if is_guess else set()
    return Pasted(results, faults, lines, frozenset(guessed), heading.line)


def _read_line(
    cells: Sequence[str], heading: TableHeading, round: _Round, today: date
) -> tuple[RoundFixture, MatchResult, bool]:
    """Return the match of a line, its result, and True if the line does not clearly name the winner."""
    # Two columns without a heading are the winners and losers.
    line = ParsedLine(is_winner_first=len(cells) > 1 and not heading.names_sides)
    _read_cells(line, cells, heading, today)
    fixture, upper_first = _match(line, round)
    try:
        result, is_guess = _result(line, fixture, upper_first, round)
        result.result(fixture)
    except Refused as fault:
        raise _LineError(str(fault)) from None
    return fixture, result, is_guess


def _read_cells(line: ParsedLine, cells: Sequence[str], heading: TableHeading, today: date) -> None:
    """Add the parts of all cells to the line. The columns for winners and losers determine the winner."""
    by_column: list[tuple[int, bool]] = []
    names_second: list[bool] = []
    totals_second: list[bool] = []
    for place, cell in enumerate(cells):
        kind = heading.kind(place)
        if not cell or heading.is_needless(place):
            continue
        if kind == STATE:
            if _NOT_OVER.fullmatch(cell):
                raise _LineError(f"This line says “{cell}”, so the match has no result yet. Delete the line.")
        elif kind == MARGIN and cell.isdecimal():
            line.margins.add(int(cell))
        elif kind == WINNERS and cell.isdecimal() and not heading.has_points(place):
            line.others.append(Mention(cell, {True}))
        else:
            names, totals = len(line.sides), len(line.totals)
            line.read(cell if line.sides else _CODE.sub("", f"{cell} ").strip(), today)
            by_column += [(names, kind == WINNERS)] if kind and len(line.sides) > names else []
            names_second += [heading.is_second(place)] * (len(line.sides) - names)
            totals_second += [heading.is_second(place)] * (len(line.totals) - totals)
    _read_columns(line, by_column)
    if sorted(totals_second) == [False, True] and totals_second[0] != names_second[0]:
        line.totals.reverse()


def _read_columns(line: ParsedLine, by_column: Sequence[tuple[int, bool]]) -> None:
    """Add the contents of the columns for winners and losers. A third name repeats one of the two pairs."""
    for at, has_won in reversed(by_column):
        if len(line.sides) > 2 or grammar.DOUBLE_DEFAULT not in line.ways:
            line.sides[at].verdicts.add(has_won)
        if len(line.sides) > 2:
            line.others.append(line.sides.pop(at))


def _match(line: ParsedLine, round: _Round) -> tuple[RoundFixture, bool]:
    """Return the match of a line, and True if the line names its upper pair first."""
    line.separate(round.is_pair)
    if not line.sides:
        raise _LineError("There is no pair on this line. Write the names of both pairs.")
    if len(line.sides) == 1 and grammar.CONCEDED in line.ways and not line.about_first | line.sides[0].verdicts:
        raise _LineError("This line does not say who conceded. Write “conceded to” between the two pairs.")
    if len(line.sides) > 2:
        raise _LineError("This line has too many names. Write one match per line.")
    first, *second = (round.find(mention.name) for mention in line.sides)
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


def _result(line: ParsedLine, fixture: RoundFixture, upper_first: bool, round: _Round) -> tuple[MatchResult, bool]:
    """Return the result of a line, and True if the line does not clearly name the winner.

    The first total belongs to the first pair. Raise _LineError if the words, totals and margin disagree.
    """
    first, second = fixture.numbers if upper_first else fixture.numbers[::-1]
    if len(line.totals) not in (0, 2):
        raise _LineError(f"This line has {quantity(len(line.totals), 'total')}. Write both totals, or none.")
    totals = (line.totals[0], line.totals[1]) if line.totals else None
    how = _how(line)
    winners = _winners_in_words(line, fixture, round)
    if how is WayToEnd.DOUBLE_DEFAULT:
        if winners or totals or line.margins:
            raise _LineError("A double default has no winner and no points. Correct the line.")
        return MatchResult(how, None, day=line.day), False
    if how is WayToEnd.PLAYED and totals and totals[0] != totals[1]:
        higher = second if totals[1] > totals[0] else first
        if winners - {higher}:
            raise _LineError(TOTALS_AND_WORDS)
        winners = {higher}
    if not winners and not line.is_winner_first and not totals:
        raise _LineError(NO_WINNER)
    winner = next(iter(winners), first)
    margin = grammar.check_margins(line.margins, totals)
    totals = totals if winner == first or totals is None else totals[::-1]
    return MatchResult(how, winner, totals, line.day, margin), not winners


def _how(line: ParsedLine) -> WayToEnd:
    """Return how the match ended. Raise _LineError if the line names two ways."""
    ways = {*line.ways} - {PLAYED}
    if len(ways) > 1:
        first, second = sorted("score not recorded" if way == grammar.NOT_RECORDED else way for way in ways)[:2]
        raise _LineError(f"This line says “{first}” and “{second}”. Delete one of them.")
    if grammar.NOT_RECORDED in ways and line.totals:
        raise _LineError("This line has totals, and says that the score was not recorded. Delete one of them.")
    way = next(iter(ways), PLAYED if line.totals else grammar.NOT_RECORDED)
    return WayToEnd.NOT_RECORDED if way == grammar.NOT_RECORDED else WayToEnd(way)


def _winners_in_words(line: ParsedLine, fixture: RoundFixture, round: _Round) -> set[int]:
    """Return the winner named in the words of a line, or an empty set. Raise _LineError if they name both pairs."""
    verdicts = [(round.find(name), has_won) for name, has_won in line.verdicts(round.is_pair)]
    if any(number not in fixture.numbers for number, _ in verdicts):
        raise _LineError("The winners on this line do not play in this match. Correct the line.")
    winners = {number if has_won else fixture.other(number) for number, has_won in verdicts}
    if len(winners) > 1:
        raise _LineError(TWO_WINNERS)
    return winners


def read_heading(line: str) -> TableHeading | None:
    """Return the headings in a line, or None for any other line."""
    for mark in ("", ","):
        cells = [cell.casefold().replace("_", " ") for cell in cells_of(line, mark)]
        recognised = [cell for cell in cells if _HEADING.search(cell) and "&" not in cell]
        if len(recognised) >= 2 and not any(map(_TWO_DIGITS.search, cells)):
            return TableHeading(line, cells, mark)
    return None


def cells_of(line: str, mark: str = "") -> list[str]:
    """Return the cells of a line. Without `mark`, find the separator, or split the line next to its numbers."""
    if mark:
        cells = next(csv.reader([line], delimiter=mark, skipinitialspace=True), [])
        return [grammar.without_thousands(cell).strip(' "') for cell in cells]
    plain = grammar.without_thousands(line)
    mark = next((mark for mark in "\t;|" if mark in plain), "")
    if not mark:
        plain = _COMMA_BESIDE_A_NUMBER.sub("\t", plain)
        mark = "\t"
    return [cell.strip(' "') for cell in plain.split(mark)]
