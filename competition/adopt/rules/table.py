"""Rules for reading a whole season from a table of matches, such as `draw.csv`. Every fault names its line."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, NoReturn

from competition.adopt.rules.places import fault_of_size
from competition.contest.rules.conditions import MOST_PAIRS
from competition.contest.rules.names import identity_of
from competition.contest.rules.seasons import SEASONS, check_day
from competition.drawing.rules.layout import code, round_names
from competition.drawing.rules.rehearsal import WEEKS_A_ROUND
from competition.entries.rules.directory import name_key
from competition.entries.rules.names import read_pair
from competition.entries.rules.persons import shown
from competition.entries.rules.rows import Row, read_rows
from competition.knockout.rules.bracket import Entrant, resolve
from competition.knockout.rules.result import Kind, Result, difference
from scoring.rules.refusal import Refused
from scoring.rules.text import visible
from scoring.rules.words import quantity

NEEDED = ("round", "upper_pair", "lower_pair")
LONGEST_NAME = 80
_SIDES = ("upper", "lower")
_BYE = re.compile(r"byes?|-*", re.IGNORECASE)
_OUTCOMES = {kind.value: kind for kind in Kind} | {"": Kind.PLAYED, "w/o": Kind.WALKOVER}
_CODE = re.compile(r"R(\d{1,2})-M(\d{1,3})", re.IGNORECASE)
_A_ROUND = timedelta(weeks=WEEKS_A_ROUND)


@dataclass(frozen=True, slots=True)
class Listed:
    """A pair of the table: its number here, the names of its players, and its club."""

    number: int
    players: tuple[str, str]
    club: str


@dataclass(frozen=True, slots=True)
class Season:
    """A season read from a table: pairs by number, places from the top, results, and play-by dates.

    `results` are as a draft stores them. `extended` are later dates of single matches, by code.
    """

    pairs: tuple[Listed, ...]
    places: tuple[int | None, ...]
    results: Mapping[str, Mapping[str, Any]]
    play_by: tuple[date, ...]
    extended: Mapping[str, date]


@dataclass(slots=True)
class _Match:
    """A line of the table with its cells by column."""

    line: int
    round: int
    cells: Mapping[str, str]
    position: int = 0
    pairs: tuple[int, int] | None = None
    play_by: date | None = None

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    @property
    def code(self) -> str:
        return code(self.round, self.position)

    @property
    def has_result(self) -> bool:
        state = self["state"].casefold()
        return state == "official" or (not state and bool(self["winner"]))


def read_table(text: str, season: int, today: date) -> Season:
    """Return the season in a table of matches.

    A round without a play-by date gets a date at the usual interval from the other rounds. Raises Refused with the
    number of the line and its fault, or for a season outside the limits.
    """
    if not SEASONS[0] <= season <= SEASONS[1]:
        raise Refused(f"The season {season} is not between {SEASONS[0]} and {SEASONS[1]}. Give another season.")
    matches = _matches(text)
    rounds = _rounds(matches)
    reader = _Reader()
    places = reader.places(rounds[0])
    results = reader.results(rounds, places)
    for match in (match for matches in rounds for match in matches):
        match.play_by = _day(match, season, today)
    play_by, extended = _dates(rounds, len(places).bit_length() - 1, today)
    return Season(
        tuple(reader.pairs[number] for number in sorted(reader.pairs)), tuple(places), results, play_by, extended
    )


def _refuse(line: int, fault: str) -> NoReturn:
    raise Refused(f"line {line}: {fault}")


# Lines and rounds.


def _column(cell: str) -> str:
    return re.sub(r"[\s_-]+", "_", cell.strip().casefold())


def _is_heading(cells: Sequence[str]) -> bool:
    return {*NEEDED} <= {_column(cell) for cell in cells}


def _matches(text: str) -> list[_Match]:
    rows = read_rows(text.removeprefix("\ufeff"), _is_heading)
    if not rows:
        _refuse(1, "The file is empty. It needs a heading with round, upper_pair and lower_pair.")
    head, *body = rows
    if not _is_heading(head.cells):
        missing = [name for name in NEEDED if name not in {_column(cell) for cell in head.cells}]
        _refuse(head.number, f"The heading has no column {' and no column '.join(missing)}. Add it.")
    columns = [_column(cell) for cell in head.cells]
    if not body:
        _refuse(head.number, "There are no matches below the heading. Add them.")
    return [_match(columns, row) for row in body]


def _match(columns: Sequence[str], row: Row) -> _Match:
    if row.fault:
        _refuse(row.number, row.fault)
    if row.marks:
        _refuse(row.number, f"This row has the mark “{row.marks[0]}” in the sheet. Delete the row or its mark.")
    if any(row.cells[len(columns) :]):
        _refuse(
            row.number,
            f"It has {len(row.cells)} cells, but the heading names {len(columns)} columns. Correct the line.",
        )
    cells = {name: visible(cell).removeprefix("'").strip() for name, cell in zip(columns, row.cells, strict=False)}
    number = re.fullmatch(r"(?:round\s*)?(\d{1,2})", cells.get("round", ""), re.IGNORECASE)
    if not number or not int(number[1]):
        _refuse(row.number, f"The round {shown(cells.get('round', ''))} is not a number. Round 1 is the first.")
    return _Match(row.number, int(number[1]), cells)


def _rounds(matches: Sequence[_Match]) -> list[list[_Match]]:
    """Return the matches of each round in the order of the draw."""
    found: dict[int, list[_Match]] = defaultdict(list)
    for match in matches:
        found[match.round].append(match)
    if 1 not in found:
        _refuse(matches[0].line, "There is no match of round 1. Round 1 lists every pair.")
    first = found[1]
    if fault := fault_of_size(len(first)):
        _refuse(first[-1].line, fault)
    rounds = len(round_names(2 * len(first)))
    for number, lines in found.items():
        if number > rounds:
            size = quantity(len(first), "match", "matches")
            fault = f"A draw with {size} in round 1 has {quantity(rounds, 'round')}, so no round {number}."
            _refuse(lines[0].line, fault)
        _number(lines, len(first) >> (number - 1))
    return [sorted(found[number], key=lambda match: match.position) for number in range(1, rounds + 1)]


def _number(lines: Sequence[_Match], size: int) -> None:
    """Give each line its position in the draw: by its code, or else by its order."""
    taken: set[int] = set()
    for at, match in enumerate(lines, start=1):
        match.position = at
        if match["code"]:
            said = _CODE.fullmatch(match["code"])
            if not said or int(said[1]) != match.round or not 1 <= int(said[2]) <= size:
                _refuse(
                    match.line, f"There is no match {shown(match['code'])} in round {match.round}. Correct the code."
                )
            match.position = int(said[2])
        elif at > size:
            matches = quantity(size, "match", "matches")
            _refuse(match.line, f"Round {match.round} has {matches}, and this is number {at}. Delete a line.")
        if match.position in taken:
            _refuse(match.line, f"{match.code} is in the file twice. Delete one of the lines.")
        taken.add(match.position)
    if len(lines) < size and not all(match["code"] for match in lines):
        _refuse(
            lines[-1].line, f"Round {lines[0].round} has {size} matches, and the file has {len(lines)}. Add the others."
        )


# Pairs, places and results.


@dataclass(slots=True)
class _Reader:
    """The pairs of round 1 by number, by the number in the file and by name, with the line of each player."""

    pairs: dict[int, Listed] = field(default_factory=dict)
    by_number: dict[str, int] = field(default_factory=dict)
    by_key: dict[str, int] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def places(self, first: Sequence[_Match]) -> list[int | None]:
        """Return the places of round 1. Pairs keep the order of their numbers in the file, if it has numbers."""
        found: list[tuple[int, Listed | None, str]] = []
        for match in first:
            two = [self._listed(match, side) for side in _SIDES]
            if two == [None, None]:
                _refuse(match.line, "A bye stands against a bye. Write a pair into one of the two columns.")
            found += [(match.line, pair, match[f"{side}_number"]) for side, pair in zip(_SIDES, two, strict=True)]
        here = [(line, pair, number) for line, pair, number in found if pair]
        if len(here) > MOST_PAIRS:
            _refuse(here[-1][0], f"A draw has at most {MOST_PAIRS} pairs. Delete some lines.")
        here.sort(key=lambda one: int(one[2]) if one[2] else MOST_PAIRS * 100)
        for number, (line, pair, written) in enumerate(here, start=1):
            if written and written in self.by_number:
                _refuse(line, f"Two pairs have the number {written}. Give each pair its own number.")
            self.pairs[number] = Listed(number, pair.players, pair.club)
            self.by_key[name_key(" & ".join(pair.players))] = number
            if written:
                self.by_number[written] = number
        return [self.by_key[name_key(" & ".join(pair.players))] if pair else None for _, pair, _ in found]

    def _listed(self, match: _Match, side: str) -> Listed | None:
        """Return the pair on this side of a match of round 1, or None for a bye."""
        text, number = match[f"{side}_pair"], match[f"{side}_number"]
        if _BYE.fullmatch(text):
            return None
        if number and not re.fullmatch(r"\d{1,4}", number):
            _refuse(match.line, f"{shown(number)} is not the number of a pair. Correct it.")
        players = _players(match.line, text)
        for name in players:
            if not name or len(name) > LONGEST_NAME:
                _refuse(match.line, f"A name in {shown(text)} is empty or has more than {LONGEST_NAME} characters.")
            if (earlier := self.lines.setdefault(identity_of(name), match.line)) != match.line or players[0] == players[
                1
            ]:
                _refuse(match.line, f"{name} is in two places of round 1 (line {earlier}). A player has one pair.")
        club = match[f"{side}_club"]
        if len(club) > LONGEST_NAME:
            _refuse(match.line, f"The club {shown(club)} has more than {LONGEST_NAME} characters. Shorten it.")
        return Listed(0, players, club)

    def results(self, rounds: Sequence[Sequence[_Match]], places: Sequence[int | None]) -> dict[str, dict[str, Any]]:
        """Return the results by match code. Raises Refused if a named pair contradicts the earlier results."""
        found: dict[str, dict[str, Any]] = {}
        known: list[Result] = []
        for matches in rounds:
            bracket = resolve(places, known)
            for match in matches:
                derived = bracket.matches[match.code]
                for side, occupant in zip(_SIDES, derived.sides, strict=True):
                    expected = occupant.number if isinstance(occupant, Entrant) else None
                    self._compare(match, side, expected)
                match.pairs = derived.pairs
                if match.has_result:
                    facts, result = self._result(match)
                    found[match.code] = facts
                    known.append(result)
        return found

    def _compare(self, match: _Match, side: str, expected: int | None) -> None:
        """Raise Refused if the named pair differs from the pair that follows from the earlier rounds."""
        text = match[f"{side}_pair"]
        named = self.by_key.get(name_key(text))
        if named is None and match.round > 1 and text and not _BYE.fullmatch(text) and not _is_described(text):
            _refuse(match.line, f"{shown(text)} are not in round 1. Correct the name.")
        if named is None or named == expected:
            return
        if expected is None:
            why = f"{shown(text)} cannot be in {match.code} yet, because the match before it has no winner."
            _refuse(match.line, f"{why} Enter its result first.")
        right = " & ".join(self.pairs[expected].players)
        _refuse(match.line, f"{shown(text)} cannot be in {match.code}. By the earlier rounds, {right} play there.")

    def _result(self, match: _Match) -> tuple[dict[str, Any], Result]:
        if match.pairs is None:
            _refuse(match.line, f"{match.code} has a result, but no two pairs. Check the matches before it.")
        kind = _OUTCOMES.get(match["outcome"].casefold())
        if kind is None:
            _refuse(
                match.line, f"The outcome {shown(match['outcome'])} is none of: {', '.join(filter(None, _OUTCOMES))}."
            )
        totals = _totals(match)
        margin = _margin(match, totals)
        winner = self._pair(match, "winner")
        if winner is None and totals and kind is Kind.PLAYED:
            winner = match.pairs[totals[1] > totals[0]]
        if winner is None and kind is not Kind.DOUBLE_DEFAULT:
            _refuse(
                match.line, f"{match.code} is official and has no winner. Write the number or the name of the pair."
            )
        goes_on = self._pair(match, "goes_on")
        goes_on = None if goes_on == winner or kind is not Kind.PLAYED else goes_on
        try:
            result = Result(match.code, match.pairs, kind, winner, totals, goes_on, margin)
        except Refused as fault:
            _refuse(match.line, str(fault))
        facts = {"pairs": [*match.pairs], "kind": kind.value, "winner": winner, "totals": totals and [*totals]}
        return {**facts, "margin": margin, "goes_on": goes_on, "day": ""}, result

    def _pair(self, match: _Match, column: str) -> int | None:
        """Return the number of the pair that this cell names, or None.

        Return None if the cell is empty or a pair of the match is not known. Raises Refused if it names another pair.
        """
        text = match[column]
        if not text or match.pairs is None:
            return None
        by_side = dict(zip(_SIDES, match.pairs, strict=True))
        found = by_side.get(text.casefold()) or self.by_number.get(text) or self.by_key.get(name_key(text))
        if found is None and text.isdecimal() and not self.by_number:
            found = int(text)
        if found not in match.pairs:
            _refuse(match.line, f"The {column} {shown(text)} is neither of the two pairs of {match.code}. Correct it.")
        return found


def _players(line: int, text: str) -> tuple[str, str]:
    """Return the names of two players. If the text has one surname for both, add it to the first name."""
    parts = [" ".join(part.split()) for part in text.split(" & ")]
    if len(parts) == 2 and all(len(part.split()) > 1 for part in parts):
        return parts[0], parts[1]
    pair = read_pair(text, keeps_words=True)
    if pair.fault:
        _refuse(line, pair.fault)
    return pair.players


def _is_described(text: str) -> bool:
    """Return True for a side without a pair, such as "winner of R1-M1" or "nobody (double default)"."""
    return bool(re.match(r"(winners?|losers?|nobody|bye)\b", text, re.IGNORECASE)) or bool(read_pair(text).fault)


def _totals(match: _Match) -> tuple[int, int] | None:
    upper, lower = (_points(match, f"{side}_total") for side in _SIDES)
    if upper is None and lower is None:
        return None
    if upper is None or lower is None:
        _refuse(match.line, "One total is missing. Write both totals, or neither if the score is not known.")
    return upper, lower


def _margin(match: _Match, totals: tuple[int, int] | None) -> int | None:
    """Return the margin of a match without totals. Raises Refused if the margin does not fit the totals."""
    margin = _points(match, "margin")
    if margin is None or totals is None:
        return margin
    if margin != difference(totals):
        fault = f"The totals differ by {difference(totals):,}, and the margin is {margin:,}. Correct one of them."
        _refuse(match.line, fault)
    return None


def _points(match: _Match, column: str) -> int | None:
    text = re.sub(r"[,.\s](?=\d{3}\b)", "", match[column])
    if text and not re.fullmatch(r"\d{1,7}", text):
        _refuse(match.line, f"The {column} {shown(match[column])} is not a number of points. Correct it.")
    return int(text) if text else None


# Dates.


def _dates(rounds: Sequence[Sequence[_Match]], count: int, today: date) -> tuple[tuple[date, ...], dict[str, date]]:
    """Return the play-by date of each round, which is its earliest date, and the later dates by match code."""
    of_match = {match.code: match.play_by for matches in rounds for match in matches if match.play_by}
    earliest = [
        min((of_match[one.code] for one in matches if one.code in of_match), default=None) for matches in rounds
    ]
    days = _filled(earliest, today)
    for at in range(count - 2, -1, -1):
        # If a match is extended beyond the next round, its round still ends before the next round.
        days[at] = min(days[at], days[at + 1] - timedelta(days=1))
    later = {name: day for name, day in of_match.items() if day > days[int(name[1 : name.index("-")]) - 1]}
    return tuple(days), later


def _filled(days: Sequence[date | None], today: date) -> list[date]:
    """Return the dates. Fill in missing dates at the usual interval from the other dates."""
    # Without any date, round 1 ends one interval from today.
    at, first = next(((at, day) for at, day in enumerate(days) if day), (-1, today))
    found = [first - _A_ROUND * at]
    for day in days[1:]:
        found.append(day or found[-1] + _A_ROUND)
    return found


def _day(match: _Match, season: int, today: date) -> date | None:
    if not match["play_by"]:
        return None
    try:
        day = date.fromisoformat(match["play_by"])
        check_day(day, season, today)
    except ValueError:
        _refuse(match.line, f"The date {shown(match['play_by'])} is not written like 2026-05-30.")
    except Refused as fault:
        _refuse(match.line, str(fault))
    return day
