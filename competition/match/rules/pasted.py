"""Rules for the results of a round as pasted text or cells, such as "Smith & Jones 4520 Brown & Lee 3310"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from competition.draw.rules.result import difference
from competition.entries.rules import grammar
from competition.entries.rules.days import find_day
from competition.entries.rules.directory import Directory, Known
from competition.match.rules.columns import (
    MARGIN,
    STATE,
    WINNERS,
    TableHeading,
    cells_of,
    read_heading,
)
from competition.match.rules.match_result import MatchResult, RoundFixture, WayToEnd
from scoring.rules.refusal import Refused
from scoring.rules.words import quantity

# A total ends in 0. A single digit may distinguish two players of one name.
_NUMBER = re.compile(r"(?<!\w)(?:\d{2,}|0)(?!\w|\.\d)")
_CODE = re.compile(rf"^\W*(?:{grammar.MATCH_LABEL}|(?:no\.?|pair|[qs]f)?\s*\d{{1,3}}[.):]?\s+)(?=\D)", re.IGNORECASE)
_WAYS = {
    WayToEnd.DOUBLE_DEFAULT: grammar.WAYS[grammar.DOUBLE_DEFAULT],
    WayToEnd.WALKOVER: grammar.WAYS[grammar.WALKOVER],
    WayToEnd.CONCEDED: grammar.WAYS[grammar.CONCEDED],
    WayToEnd.NOT_RECORDED: grammar.WAYS[grammar.NOT_RECORDED],
    WayToEnd.PLAYED: grammar.words("played"),
}
_WON = re.compile(rf"(?<!\w)(?:{grammar.WON})(?!\w)\s*(?:by|against)?|\(W\)", re.IGNORECASE)
# Words between the losers and the winners.
_LOST_TO = grammar.words(grammar.LOST_TO)
# Words after the losers: "Brown & Lee lost", or "Brown & Lee withdrew".
_LOST = re.compile(rf"(?<!\w){grammar.LOST}(?!\w)\s*(?:by\b)?|\(L\)", re.IGNORECASE)
_CONCEDED_LAST = re.compile(r"\w[\W_]*\sconceded\W*$", re.IGNORECASE)
_BEAT = re.compile(rf"\s+{grammar.BEAT}\s+", re.IGNORECASE)
_VERSUS = re.compile(rf"\s(?:{grammar.VERSUS}|{grammar.DASH})\s", re.IGNORECASE)
_BETWEEN = re.compile(
    rf"\s+(?P<won>{grammar.BEAT})\s+|\s+(?:{grammar.VERSUS}|{grammar.DASH})\s+|\s*,\s*", re.IGNORECASE
)
# The same words at the beginning of a part of a line, after a total or in a cell of its own.
_BEATEN = re.compile(rf"{grammar.BEAT}(?!\w)", re.IGNORECASE)
# A mark before the winners at the end of a line: "Smith & Jones v Brown & Lee (Brown & Lee won)".
_THEN = re.compile(rf"\s*[(;:]\s*|\s*,\s*|\s+{grammar.DASH}+\s+")
_TOTAL = re.compile(grammar.TOTAL)
# The beginning of a line, which has no result: pairs by their numbers, such as "1 v 2", or all before the first letter.
_HEAD = re.compile(rf"\W*(?:\d{{1,3}}[.)]\s+)?\d{{1,3}}\s+{grammar.VERSUS}\s+\d{{1,3}}(?!\d)|[\W\d_]*", re.IGNORECASE)
# Words beside a name that do not belong to it.
_BESIDE = re.compile(
    rf"^(?:{grammar.VERSUS}|to|and|by|{grammar.BEAT})(?!\w)[\s.]*|\s+(?:{grammar.VERSUS}|by|{grammar.BEAT})$",
    re.IGNORECASE,
)
# A remark in brackets beside a name, such as the club. A word such as "senior" is a part of the name.
_REMARK = re.compile(rf"\((?!\s*{grammar.TELLING}\s*\))[^()\t]*\)", re.IGNORECASE)
_NOT_OVER = re.compile(r"waiting|ready|in play|submitted|disputed|vacant|cancelled", re.IGNORECASE)
_EDGES = " ,;:.-–—()\t"


class LineFault(NamedTuple):
    """A line that could not be used, with its number and the reason."""

    number: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Pasted:
    """The results found in a text, by match code, and the lines that could not be used.

    `lines` are the numbers of the lines with a result, by match code. `guessed` are the codes of the matches whose line
    does not say clearly who won, such as "A v B, walkover". `heading` is the line with the names of the columns, or "".
    """

    results: dict[str, MatchResult]
    faults: list[LineFault]
    lines: dict[str, int] = field(default_factory=dict)
    guessed: frozenset[str] = frozenset()
    heading: str = ""


@dataclass(slots=True)
class _PastedLine:
    """The parts of one line.

    `winners` and `losers` are named as such. `listed` has the pairs in columns of winners (True) and losers (False).
    `first_won` has True if words say that the first pair won, and False if they say that the second pair won. `usual`
    is the same for a line without such words, because the winners are usually first.
    """

    names: list[str] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    day: date | None = None
    hows: list[WayToEnd] = field(default_factory=list)
    margins: set[int] = field(default_factory=set)
    winners: list[str] = field(default_factory=list)
    losers: list[str] = field(default_factory=list)
    listed: list[tuple[str, bool]] = field(default_factory=list)
    first_won: set[bool] = field(default_factory=set)
    usual: bool | None = None
    # True if the line has "won". The winners are named before or after it.
    has_won: bool = False
    # True if "won" is after both pairs: "Smith & Jones v Brown & Lee won".
    is_last_won: bool = False
    # True for "Brown & Lee conceded" without their opponents.
    is_conceded_last: bool = False


NO_WINNER = "This line does not say who won. Write both totals, or “won” after the winners."
TWO_WINNERS = "The words of this line name different winners. Correct the words."
TOTALS_AND_WORDS = (
    "The words and the totals of this line name different winners. Correct the words, or swap the two totals."
)


class _LineError(Exception):
    """The reason why a line cannot be used."""


class _Round:
    """The matches of a round by the numbers of their pairs, and the names of these pairs."""

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
        """Return the number of the pair with this name. Raise _LineError if no pair or several pairs have it."""
        found = self._names.find(name)
        pairs = " or ".join(self.fixtures[number].name_of(number) for number in found.numbers)
        if not found.is_sure:
            hint = f"Did you mean {pairs}?" if pairs else "Check the names."
            raise _LineError(f"No pair of this round is called “{name}”. {hint}")
        if len(found.numbers) > 1:
            raise _LineError(f"“{name}” may be {pairs}. Write both names in full.")
        return found.numbers[0]


def read_results(text: str, fixtures: Sequence[RoundFixture], today: date) -> Pasted:
    """Return the results in a text about the matches of one round. Days without a year are the latest before today."""
    round = _Round(fixtures)
    results: dict[str, MatchResult] = {}
    lines: dict[str, int] = {}
    faults: list[LineFault] = []
    guessed: set[str] = set()
    heading = TableHeading()
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip(" \t,;|"):
            continue
        if not heading.line and not results and (found := read_heading(line)):
            heading = found
            continue
        try:
            fixture, result, is_guess = _read_line(cells_of(line, heading.mark), heading, round, today)
            if results.get(fixture.code, result) != result:
                raise _LineError(f"Line {lines[fixture.code]} has another result of this match. Delete one of them.")
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
    """Return the match of a line, its result, and True if the line does not say clearly who won."""
    line = _PastedLine()
    # Two columns without a heading are the winners and the losers.
    line.usual = True if len(cells) > 1 and not heading.names_sides else None
    _read_cells(line, cells, heading, today)
    fixture, upper_first = _match(line, round)
    result, is_guess = _result(line, fixture, upper_first, round)
    try:
        result.result(fixture)
    except Refused as fault:
        raise _LineError(str(fault)) from None
    return fixture, result, is_guess


def _read_cells(line: _PastedLine, cells: Sequence[str], heading: TableHeading, today: date) -> None:
    """Add the parts of all cells to the line. The columns of winners and losers say who won."""
    by_column: dict[int, bool] = {}
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
            line.winners.append(cell)
        else:
            names, totals = len(line.names), len(line.totals)
            _read_cell(line, cell, today)
            by_column |= {names: kind == WINNERS} if kind and len(line.names) > names else {}
            names_second += [heading.is_second(place)] * (len(line.names) - names)
            totals_second += [heading.is_second(place)] * (len(line.totals) - totals)
    for at, has_won in sorted(by_column.items(), reverse=True):
        if len(line.names) > 2:
            # The third name repeats one of the two pairs.
            (line.winners if has_won else line.losers).append(line.names.pop(at))
        else:
            line.listed.append((line.names[at], has_won))
    if sorted(totals_second) == [False, True] and totals_second[0] != names_second[0]:
        line.totals.reverse()


def _read_cell(line: _PastedLine, cell: str, today: date) -> None:
    """Add the parts of one cell to the line."""
    cell = cell if line.names else _CODE.sub("", f"{cell} ").strip()
    if dated := find_day(cell, today):
        line.day, cell = dated
    margins, cell = grammar.take_margins(cell)
    line.margins |= margins
    if found := _LOST_TO.search(cell):
        cell = _LOST_TO.sub("\t", cell)
        line.first_won.add(False)
        line.hows += [WayToEnd.CONCEDED] if found["conceded"] else [WayToEnd.WALKOVER] if found["default"] else []
    line.is_conceded_last = line.is_conceded_last or bool(_CONCEDED_LAST.search(cell))
    for how, pattern in _WAYS.items():
        if pattern.search(cell):
            line.hows.append(how)
            cell, line.usual = pattern.sub("\t", cell), True
    if said := _LOST.search(cell):
        cell = _read_loser(line, said, cell)
    if said := _WON.search(cell):
        cell = _read_winner(line, cell[: said.start()], cell[said.end() :])
    numbers = _NUMBER.findall(cell)
    line.totals += map(int, numbers if line.names or any(map(str.isalpha, cell)) else ())
    parts = [part.strip(_EDGES) for part in _NUMBER.sub("\t", cell).split("\t")]
    for at, part in enumerate(parts):
        if _BEATEN.match(part):
            line.first_won.add(bool(line.names or any(parts[:at])))
        elif re.search(rf"\s{grammar.BEAT}$", part, re.IGNORECASE):
            line.first_won.add(not line.names)
    line.names += _names("\t".join(parts))


def _read_winner(line: _PastedLine, before: str, after: str) -> str:
    """Set the winner of a line from the text before and after "won" or "winners". Return the rest of the cell."""
    winners = _names(_NUMBER.sub("\t", after))
    line.has_won = True
    line.usual = not _is_second(line, before)
    if _VERSUS.search(before):
        line.is_last_won = not winners
        line.winners += winners[:1]
        after = after.replace(winners[0], "\t") if winners else after
    return _WON.sub("\t", f"{before}\t{after}")


def _read_loser(line: _PastedLine, said: re.Match[str], cell: str) -> str:
    """Set the losers of a line that has "lost" or "withdrew" after their names. Return the rest of the cell."""
    before = cell[: said.start()]
    is_mark = said[0].startswith("(")
    if not is_mark and (_VERSUS.search(before) or _BEAT.search(before) or before.rstrip().endswith("(")):
        return cell
    line.first_won.add(_is_second(line, before))
    line.hows += [WayToEnd.WALKOVER] if said["default"] else []
    return f"{before}\t{cell[said.end() :]}"


def _is_second(line: _PastedLine, before: str) -> bool:
    """Return True if the text before a word ends with the second pair of the line."""
    names = _names(before)
    return len(names) > 1 or bool(names and line.names)


def _names(text: str) -> list[str]:
    """Return the names in a text with tabs in place of a result."""
    parts = (_BESIDE.sub("", part.strip(_EDGES)) for part in _REMARK.sub(" ", text).split("\t"))
    return [part for part in parts if any(map(str.isalpha, part))]


def _match(line: _PastedLine, round: _Round) -> tuple[RoundFixture, bool]:
    """Return the match of a line, and True if the line names its upper pair first."""
    names = line.names
    if not names:
        raise _LineError("There is no pair on this line. Write the names of both pairs.")
    if not round.is_pair(names[0]) and (len(names) == 1 or (len(names) == 2 and line.has_won)):
        # "Smith & Jones v Brown & Lee 4520-3310, Brown & Lee won" names the winners after the totals.
        line.winners += names[1:]
        line.names = names = _split(line, names[0], round)
    elif len(names) == 1 and WayToEnd.CONCEDED in line.hows and not line.first_won and not line.has_won:
        if not line.is_conceded_last:
            raise _LineError("This line does not say who conceded. Write “conceded to” between the two pairs.")
        line.first_won.add(False)
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


def _split(line: _PastedLine, text: str, round: _Round) -> list[str]:
    """Return the names before and after the word between two pairs. Return the whole text if nothing fits."""
    if line.usual and not line.winners:
        text, winner = _without_winner(text, round)
        line.winners += [winner] if winner else []
    halves = [(text[: one.start()], text[one.end() :], bool(one["won"])) for one in _BETWEEN.finditer(text)]
    fitting = [one for one in halves if round.is_pair(one[0]) and round.is_pair(one[1])]
    likely = fitting or [one for one in halves if round.is_pair(one[0]) or round.is_pair(one[1])] or halves[:1]
    if not likely:
        return [text]
    before, after, won = likely[0]
    if won:
        line.first_won.add(True)
        line.usual = True
    elif line.is_last_won:
        line.usual = False
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
    plain = grammar.without_thousands(text)
    rest = _HEAD.sub("", plain, count=1)
    head = plain.removesuffix(rest)
    found = _BEAT.sub(" v ", _LOST_TO.sub(" v ", grammar.take_margins(rest)[1]))
    for how, pattern in _WAYS.items():
        found = found if how is WayToEnd.PLAYED else pattern.sub("\t", found)
    found = _TOTAL.sub("\t", _WON.sub("\t", found))
    dated = find_day(found, date.max)
    if dated and (found != rest or dated[1].endswith("\t")):
        found = dated[1]
    if found == rest:
        return text
    return head + " v ".join(_names(found))


def _result(line: _PastedLine, fixture: RoundFixture, upper_first: bool, round: _Round) -> tuple[MatchResult, bool]:
    """Return the result of a line, and True if the line does not say clearly who won.

    Its first total is the first pair's. Raise _LineError if its words, its totals and its margin disagree.
    """
    first, second = fixture.numbers if upper_first else fixture.numbers[::-1]
    if len(line.totals) not in (0, 2):
        raise _LineError(f"This line has {quantity(len(line.totals), 'total')}. Write both totals, or none.")
    totals = (line.totals[0], line.totals[1]) if line.totals else None
    how = _how(line)
    line.winners += [name for name, has_won in line.listed if has_won and how is not WayToEnd.DOUBLE_DEFAULT]
    line.losers += [name for name, has_won in line.listed if not has_won and how is not WayToEnd.DOUBLE_DEFAULT]
    winners = _winners_in_words(line, fixture, (first, second), round)
    if how is WayToEnd.DOUBLE_DEFAULT:
        if winners or totals or line.margins:
            raise _LineError("A double default has no winner and no points. Correct the line.")
        return MatchResult(how, None, day=line.day), False
    if how is WayToEnd.PLAYED and totals and totals[0] != totals[1]:
        higher = second if totals[1] > totals[0] else first
        if winners - {higher}:
            raise _LineError(TOTALS_AND_WORDS)
        winners = {higher}
    if not winners and line.usual is None and not totals:
        raise _LineError(NO_WINNER)
    winner = next(iter(winners), first if line.usual is not False else second)
    margin = _margin(line, totals)
    totals = totals if winner == first or totals is None else totals[::-1]
    return MatchResult(how, winner, totals, line.day, margin), not winners


def _how(line: _PastedLine) -> WayToEnd:
    """Return the way in which the match ended. Raise _LineError if the line names two ways."""
    hows = {*line.hows} - {WayToEnd.PLAYED}
    if len(hows) > 1:
        one, other = sorted("score not recorded" if how is WayToEnd.NOT_RECORDED else how.value for how in hows)[:2]
        raise _LineError(f"This line says “{one}” and “{other}”. Delete one of them.")
    if WayToEnd.NOT_RECORDED in hows and line.totals:
        raise _LineError("This line has totals, and says that the score was not recorded. Delete one of them.")
    return next(iter(hows), WayToEnd.PLAYED if line.totals else WayToEnd.NOT_RECORDED)


def _winners_in_words(line: _PastedLine, fixture: RoundFixture, both: tuple[int, int], round: _Round) -> set[int]:
    """Return the winner that the words of a line name, or an empty set. Raise _LineError if they name both pairs."""
    found = {both[not first] for first in line.first_won}
    named = [(round.find(name), True) for name in line.winners] + [(round.find(name), False) for name in line.losers]
    for number, has_won in named:
        if number not in fixture.numbers:
            raise _LineError("The winners of this line do not play in this match. Correct the line.")
        found.add(number if has_won else fixture.other(number))
    if line.has_won and not line.winners and line.usual is not None:
        found.add(both[not line.usual])
    if len(found) > 1:
        raise _LineError(TWO_WINNERS)
    return found


def _margin(line: _PastedLine, totals: tuple[int, int] | None) -> int | None:
    """Return the margin of a line without totals. Raise _LineError if the margin does not fit the totals."""
    if len(line.margins) > 1:
        raise _LineError("This line has two margins. Delete one of them.")
    margin = next(iter(line.margins), None)
    if margin is None or totals is None:
        return margin
    if margin != difference(totals):
        raise _LineError(
            f"The totals of this line differ by {difference(totals):,}, and its margin is {margin:,}. "
            "Correct the totals or the margin."
        )
    return None
