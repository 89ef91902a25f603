"""Rules for reading a whole season from a table of matches, such as `draw.csv`. Every fault names its line."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, NoReturn

from competition.contest.rules.conditions import MOST_PAIRS
from competition.contest.rules.names import identity_of, split_name
from competition.contest.rules.seasons import SEASONS, check_day
from competition.draw.rules.bracket import resolve
from competition.draw.rules.layout import SECTION_FINALS, code
from competition.draw.rules.rehearsal import WEEKS_A_ROUND
from competition.draw.rules.result import Result, ResultKind
from competition.draw.rules.sections import rounds_for
from competition.draw.rules.sources import Entrant, knockout_of
from competition.entries.rules import grammar
from competition.entries.rules.directory import name_key
from competition.entries.rules.grammar import read_day
from competition.entries.rules.names import read_pair
from competition.entries.rules.persons import in_quotes
from competition.entries.rules.rows import ListRow, read_rows
from competition.transfer.rules.places import fault_of_size
from scoring.rules.refusal import Refused
from scoring.rules.text import visible
from scoring.rules.words import quantity

NEEDED = ("round", "upper_pair", "lower_pair")
LONGEST_NAME, LONGEST_WORD = 80, 40
_TELL_APART = "If they are two people, write a word after one of the names, such as “(senior)”."
_SIDES = ("upper", "lower")
_A_ROUND = timedelta(weeks=WEEKS_A_ROUND)
_BYE = re.compile(rf"{grammar.BYE}|{grammar.DASH}*", re.IGNORECASE)
_OUTCOMES = {kind.value: kind for kind in ResultKind} | {"": ResultKind.PLAYED, grammar.NOT_RECORDED: ResultKind.PLAYED}
_CODE = re.compile(r"R(\d{1,2})-M(\d{1,3})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Listed:
    """A pair in the table: its number there, its players' names, and its club."""

    number: int
    players: tuple[str, str]
    club: str


@dataclass(frozen=True, slots=True)
class AdoptedSeason:
    """A season read from a table: pairs by number, places from the top, results, and play-by dates.

    `results` are in the format of a draft. `extended` are later dates for single matches, by code.
    """

    pairs: tuple[Listed, ...]
    places: tuple[int | None, ...]
    results: Mapping[str, Mapping[str, Any]]
    play_by: tuple[date, ...]
    extended: Mapping[str, date]


@dataclass(slots=True)
class _Match:
    """A line in the table with its cells by column."""

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

    @contextmanager
    def names_faults(self) -> Iterator[None]:
        """Raise each Refused with the line and the pairs of the match."""
        try:
            yield
        except Refused as fault:
            _refuse_match(self, str(fault))

    @property
    def has_result(self) -> bool:
        state = self["state"].casefold()
        return state == "official" or (not state and bool(self["winner"]))


def read_table(text: str, season: int, today: date) -> AdoptedSeason:
    """Return the season from a table of matches.

    A round without a play-by date gets a date at the usual interval from the other rounds. Raises Refused with the
    number of the line and its fault, or for a season outside the limits.
    """
    if not SEASONS[0] <= season <= SEASONS[1]:
        raise Refused(f"The season {season} is not between {SEASONS[0]} and {SEASONS[1]}. Give another season.")
    matches = _matches(text)
    rounds = _rounds(matches)
    reader = _TableReader()
    places = reader.places(rounds[0])
    results = reader.results(rounds, places)
    for match in (match for matches in rounds for match in matches):
        with match.names_faults():
            match.play_by = _day(match["play_by"], season, today)
    of_rounds = [{match.code: match.play_by for match in matches} for matches in rounds]
    play_by, extended = dates_of(of_rounds, today)
    for match, day in zip((matches[0] for matches in rounds if matches), play_by, strict=False):
        with match.names_faults():
            check_day(day, season, today)
    return AdoptedSeason(
        tuple(reader.pairs[number] for number in sorted(reader.pairs)), tuple(places), results, play_by, extended
    )


def _refuse(line: int, fault: str) -> NoReturn:
    raise Refused(f"line {line}: {fault}")


def _refuse_match(match: _Match, fault: str) -> NoReturn:
    """Raise Refused with a match's line and pairs."""
    pairs = [match[f"{side}_pair"] for side in _SIDES]
    named = [pair for pair in pairs if not _BYE.fullmatch(pair)]
    if named and not any(pair in fault for pair in named):
        fault = f"{' v '.join(named)}: {fault}"
    _refuse(match.line, fault)


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


def _match(columns: Sequence[str], row: ListRow) -> _Match:
    if row.fault:
        _refuse(row.number, row.fault)
    cells = {name: _plain(name, cell) for name, cell in zip(columns, row.cells, strict=False)}
    match = _Match(row.number, 0, cells)
    with match.names_faults():
        if row.marks:
            raise Refused(f"This row has the mark “{row.marks[0]}” in the sheet. Delete the row or its mark.")
        if any(row.cells[len(columns) :]):
            raise Refused(
                f"It has {len(row.cells)} cells, but the heading names {len(columns)} columns. Correct the line."
            )
        number = re.fullmatch(r"(?:round\s*)?(\d{1,2})", match["round"], re.IGNORECASE)
        if not number or not int(number[1]):
            raise Refused(f"The round {in_quotes(match['round'])} is not a number. Round 1 is the first.")
        match.round = int(number[1])
    return match


def _plain(column: str, cell: str) -> str:
    """Return a cell without invisible characters. A spreadsheet may have changed the number 4 to 4.0 or 4,00."""
    text = visible(cell).removeprefix("'").strip()
    return text if column.endswith("pair") else re.sub(r"^(\d+)[.,]0{1,2}$", r"\1", text)


def _rounds(matches: Sequence[_Match]) -> list[list[_Match]]:
    """Return the matches of each round in the order of the draw."""
    by_round: dict[int, list[_Match]] = defaultdict(list)
    for match in matches:
        by_round[match.round].append(match)
    if 1 not in by_round:
        _refuse_match(matches[0], "There is no match of round 1. Round 1 lists every pair.")
    first = by_round[1]
    if in_sections := next((match for match in matches if match["round_name"] == SECTION_FINALS), None):
        _refuse_match(in_sections, "A draw in sections without a final can only be made here, not read from a table.")
    if fault := fault_of_size(len(first)):
        _refuse_match(first[-1], fault)
    rounds = rounds_for(2 * len(first))
    for number, lines in by_round.items():
        if number > rounds:
            size = quantity(len(first), "match", "matches")
            fault = f"A draw with {size} in round 1 has {quantity(rounds, 'round')}, so no round {number}."
            _refuse_match(lines[0], fault)
        _number(lines, len(first) >> (number - 1))
    return [sorted(by_round[number], key=lambda match: match.position) for number in range(1, rounds + 1)]


def _number(lines: Sequence[_Match], size: int) -> None:
    """Give each line its position in the draw, by its code or otherwise by its order."""
    positions: set[int] = set()
    for at, match in enumerate(lines, start=1):
        match.position = at
        if match["code"]:
            match_code = _CODE.fullmatch(match["code"])
            if not match_code or int(match_code[1]) != match.round or not 1 <= int(match_code[2]) <= size:
                _refuse_match(
                    match, f"There is no match {in_quotes(match['code'])} in round {match.round}. Correct the code."
                )
            match.position = int(match_code[2])
        elif at > size:
            matches = quantity(size, "match", "matches")
            _refuse_match(match, f"Round {match.round} has {matches}, and this is number {at}. Delete a line.")
        if match.position in positions:
            _refuse_match(match, f"{match.code} is in the file twice. Delete one of the lines.")
        positions.add(match.position)
    if len(lines) < size and not all(match["code"] for match in lines):
        _refuse_match(
            lines[-1], f"Round {lines[0].round} has {size} matches, and the file has {len(lines)}. Add the others."
        )


# Pairs, places and results.


@dataclass(slots=True)
class _TableReader:
    """The pairs of round 1 by number, by the number in the file and by name, with each player's line."""

    pairs: dict[int, Listed] = field(default_factory=dict)
    by_number: dict[str, int] = field(default_factory=dict)
    by_key: dict[str, int] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def places(self, first: Sequence[_Match]) -> list[int | None]:
        """Return the places of round 1. If the file numbers the pairs, they keep the order of these numbers."""
        sides: list[tuple[_Match, str, Listed | None]] = []
        for match in first:
            with match.names_faults():
                sides += [(match, side, self._listed(match, side)) for side in _SIDES]
        for (match, _, upper), (_, _, lower) in zip(sides[::2], sides[1::2], strict=True):
            if upper is None and lower is None:
                _refuse_match(match, "A bye is drawn against a bye. Write a pair into one of the two columns.")
        here = [(match, match[f"{side}_number"], pair) for match, side, pair in sides if pair]
        if len(here) > MOST_PAIRS:
            _refuse_match(here[-1][0], f"A draw has at most {MOST_PAIRS} pairs. Delete some lines.")
        here.sort(key=lambda seat: int(seat[1]) if seat[1] else MOST_PAIRS * 100)
        for number, (match, number_written, pair) in enumerate(here, start=1):
            key = name_key(" & ".join(pair.players))
            if number_written and number_written in self.by_number:
                _refuse_match(match, f"Two pairs have the number {number_written}. Give each pair its own number.")
            if key in self.by_key:
                name = " & ".join(self.pairs[self.by_key[key]].players)
                _refuse_match(match, f"{' & '.join(pair.players)} has the same letters as {name}. {_TELL_APART}")
            self.pairs[number] = Listed(number, pair.players, pair.club)
            self.by_key[key] = number
            if number_written:
                self.by_number[number_written] = number
        return [self.by_key[name_key(" & ".join(pair.players))] if pair else None for _, _, pair in sides]

    def _listed(self, match: _Match, side: str) -> Listed | None:
        """Return the pair on this side of a match of round 1, or None for a bye."""
        text, number = match[f"{side}_pair"], match[f"{side}_number"]
        if _BYE.fullmatch(text):
            return None
        if number and not re.fullmatch(r"\d{1,4}", number):
            raise Refused(f"{in_quotes(number)} is not the number of a pair. Correct it.")
        players = _players(text)
        for name in players:
            self._check_name(name)
        if identity_of(players[0]) == identity_of(players[1]):
            raise Refused(f"{players[0]} is the name of both players. {_TELL_APART}")
        self.lines |= dict.fromkeys(map(identity_of, players), match.line)
        club = match[f"{side}_club"]
        if len(club) > LONGEST_NAME:
            raise Refused(f"The club {in_quotes(club)} has more than {LONGEST_NAME} characters. Shorten it.")
        return Listed(0, players, club)

    def _check_name(self, name: str) -> None:
        """Raise Refused if a player cannot have this name, or is in another pair."""
        bare, word = split_name(name)
        if not name or len(name) > LONGEST_NAME:
            raise Refused(f"The name {in_quotes(name)} is empty or has more than {LONGEST_NAME} characters.")
        if not any(map(str.isalpha, bare)):
            raise Refused(f"The name {in_quotes(name)} has no letters. Correct it.")
        if len(word) > LONGEST_WORD:
            raise Refused(f"The word {in_quotes(word)} after a name has more than {LONGEST_WORD} letters. Shorten it.")
        if earlier := self.lines.get(identity_of(name)):
            why = f"{name} is in two places in round 1 (line {earlier}). A player can be in only one pair."
            raise Refused(f"{why} {_TELL_APART}")

    def results(self, rounds: Sequence[Sequence[_Match]], places: Sequence[int | None]) -> dict[str, dict[str, Any]]:
        """Return the results by match code. Raises Refused if a named pair contradicts the earlier results."""
        results: dict[str, dict[str, Any]] = {}
        earlier: list[Result] = []
        for matches in rounds:
            bracket = resolve(knockout_of(places), earlier)
            for match in matches:
                derived = bracket.matches[match.code]
                match.pairs = derived.pairs
                with match.names_faults():
                    for side, occupant in zip(_SIDES, derived.sides, strict=True):
                        self._compare(match, side, occupant.number if isinstance(occupant, Entrant) else None)
                    if match.has_result:
                        results[match.code], result = self._result(match)
                        earlier.append(result)
        return results

    def _compare(self, match: _Match, side: str, expected: int | None) -> None:
        """Raise Refused if the named pair differs from the pair that the earlier rounds put through."""
        text = match[f"{side}_pair"]
        named = self.by_key.get(name_key(text))
        if named is None and match.round > 1 and text and not _BYE.fullmatch(text) and not _is_described(text):
            raise Refused(f"{in_quotes(text)} are not in round 1. Correct the name.")
        if named is None or named == expected:
            return
        if expected is None:
            why = f"{in_quotes(text)} cannot be in {match.code} yet, because the match before it has no winner."
            raise Refused(f"{why} Enter its result first.")
        right = " & ".join(self.pairs[expected].players)
        raise Refused(
            f"{in_quotes(text)} cannot be in {match.code}. According to the earlier rounds, {right} play there."
        )

    def _result(self, match: _Match) -> tuple[dict[str, Any], Result]:
        if match.pairs is None:
            raise Refused(f"{match.code} has a result, but no two pairs. Check the matches before it.")
        kind = _OUTCOMES.get(grammar.way_of(match["outcome"]) or match["outcome"].casefold())
        if kind is None:
            raise Refused(
                f"The outcome {in_quotes(match['outcome'])} is none of: {', '.join(filter(None, _OUTCOMES))}."
            )
        totals = _totals(match)
        margins = {points for points in [_points(match, "margin")] if points is not None}
        winner = self._pair(match, "winner")
        if winner is None and totals and kind is ResultKind.PLAYED:
            winner = match.pairs[totals[1] > totals[0]]
        if winner is None and kind is not ResultKind.DOUBLE_DEFAULT:
            raise Refused(f"{match.code} is official and has no winner. Write the number or the name of the pair.")
        goes_on = self._pair(match, "goes_on")
        goes_on = None if goes_on == winner or kind is not ResultKind.PLAYED else goes_on
        margin = grammar.check_margins(margins, totals)
        result = Result(match.code, match.pairs, kind, winner, totals, goes_on, margin)
        facts = {"pairs": [*match.pairs], "kind": kind.value, "winner": winner, "totals": totals and [*totals]}
        return {**facts, "margin": margin, "goes_on": goes_on, "day": ""}, result

    def _pair(self, match: _Match, column: str) -> int | None:
        """Return the number of the pair named in this cell, or None.

        Return None if the cell is empty or a pair in the match is not known. Raises Refused if it names another pair.
        """
        text = match[column]
        if not text or match.pairs is None:
            return None
        by_side = dict(zip(_SIDES, match.pairs, strict=True))
        number = by_side.get(text.casefold()) or self.by_number.get(text) or self.by_key.get(name_key(text))
        if number is None and text.isdecimal() and not self.by_number:
            number = int(text)
        if number not in match.pairs:
            raise Refused(f"The {column} {in_quotes(text)} is neither of the two pairs of {match.code}. Correct it.")
        return number


def _players(text: str) -> tuple[str, str]:
    """Return the names of two players. If the text has one surname for both, add it to the first name."""
    parts = [" ".join(part.split()) for part in text.split(" & ")]
    if len(parts) == 2 and all(len(part.split()) > 1 for part in parts):
        return parts[0], parts[1]
    pair = read_pair(text, keeps_words=True)
    if pair.fault:
        raise Refused(pair.fault)
    return pair.players


def _is_described(text: str) -> bool:
    """Return True for a side without a pair, such as "winner of R1-M1" or "nobody (double default)"."""
    return bool(re.match(r"(winners?|losers?|nobody|bye)\b", text, re.IGNORECASE)) or bool(read_pair(text).fault)


def _totals(match: _Match) -> tuple[int, int] | None:
    upper, lower = (_points(match, f"{side}_total") for side in _SIDES)
    if upper is None and lower is None:
        return None
    if upper is None or lower is None:
        raise Refused("One total is missing. Write both totals, or neither if the score is not known.")
    return upper, lower


def _points(match: _Match, column: str) -> int | None:
    points = grammar.read_points(match[column])
    if points is None and match[column]:
        raise Refused(f"The {column} {in_quotes(match[column])} is not a number of points. Correct it.")
    return points


# Dates.


def _day(text: str, season: int, today: date) -> date | None:
    """Return the play-by date in a cell. Raises Refused if it is not a date or is far from the season."""
    day = read_day(text)
    if day:
        check_day(day, season, today)
    elif text:
        raise Refused(f"The date {in_quotes(text)} is not written like 2026-05-30 or 30/5/2026.")
    return day


def dates_of(rounds: Sequence[Mapping[str, date | None]], today: date) -> tuple[tuple[date, ...], dict[str, date]]:
    """Return the play-by date of each round, which is its earliest date, and the later dates by match code.

    `rounds` has the written date of each match by match code.
    """
    earliest = [min(filter(None, matches.values()), default=None) for matches in rounds]
    days = _filled(earliest, today)
    for at in range(len(days) - 2, -1, -1):
        # If a match is extended beyond the next round, its round must still end before the next round.
        days[at] = min(days[at], days[at + 1] - timedelta(days=1))
    later = {
        code: day
        for matches, end in zip(rounds, days, strict=True)
        for code, day in matches.items()
        if day and day > end
    }
    return tuple(days), later


def _filled(days: Sequence[date | None], today: date) -> list[date]:
    """Return the dates, filling in missing dates at the usual interval from the others."""
    # Without any dates, round 1 ends one interval from today.
    at, first = next(((at, day) for at, day in enumerate(days) if day), (-1, today))
    dates = [first - _A_ROUND * at]
    for day in days[1:]:
        dates.append(day or dates[-1] + _A_ROUND)
    return dates
