"""Rules for reading a whole season from a table of matches, such as `draw.csv`. Every fault names its line."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import product
from typing import Any, NamedTuple

from competition.contest.rules.conditions import MOST_PAIRS
from competition.contest.rules.division import Division
from competition.contest.rules.names import identity_of, split_name
from competition.contest.rules.plate import PlateRules
from competition.contest.rules.seasons import SEASONS, check_day
from competition.draw.rules.bracket import EMPTY, Bracket, Nobody, resolve
from competition.draw.rules.later_rounds import ways_in
from competition.draw.rules.layout import code
from competition.draw.rules.result import Result, ResultKind
from competition.draw.rules.sections import join_match, kept_places, rounds_for
from competition.draw.rules.sources import Bye, Entrant, Open, RoundPlaces, Spot, spots_of
from competition.entries.rules import grammar
from competition.entries.rules.directory import name_key
from competition.entries.rules.names import read_pair
from competition.entries.rules.persons import in_quotes
from competition.transfer.rules.table_dates import dates_of, day_in
from competition.transfer.rules.table_lines import (
    BYE_CELL,
    CODE,
    SIDES,
    TableMatch,
    TableRounds,
    matches_in,
    refuse_match,
    rounds_of,
)
from scoring.rules.refusal import Refused

LONGEST_NAME, LONGEST_WORD = 80, 40
_TELL_APART = "If they are two people, write a word after one of the names, such as “(senior)”."
# The rules that a plate can have. The usual ones come first.
_PLATES = [
    PlateRules(until, walkover=walkover, conceded=conceded)
    for until, walkover, conceded in product((2, 1), (False, True), (True, False))
]
_OUTCOMES = {kind.value: kind for kind in ResultKind} | {"": ResultKind.PLAYED, grammar.NOT_RECORDED: ResultKind.PLAYED}


@dataclass(frozen=True, slots=True)
class Listed:
    """A pair in the table: its number there, its players' names, and its club."""

    number: int
    players: tuple[str, str]
    club: str


class _Seat(NamedTuple):
    """A pair at a place, with its number in the file, and its first match."""

    match: TableMatch
    number: str
    pair: Listed


@dataclass(frozen=True, slots=True)
class SeasonShape:
    """The shape of a draw: its sections, and its plate.

    `join_until` is the last day on which a pair can join a later round. `joined` has the pairs that did, by the first
    place of their section, from 0. `plate_by` are the play-by dates of the plate. `drawn_rounds` are the later rounds
    of a draw round by round that were drawn, by number, each with its ways and places as in RoundDraw.
    """

    division: Division
    join_until: date | None
    joined: Mapping[int, int]
    plate: PlateRules | None
    plate_by: tuple[date, ...]
    drawn_rounds: Mapping[int, tuple[list[dict[str, Any]], list[Any]]]


@dataclass(frozen=True, slots=True)
class AdoptedSeason:
    """A season read from a table: pairs by number, places from the top, results, and play-by dates.

    `results` are in the format of a draft. `extended` are later dates for single matches, by code. `shape` are the
    sections and the plate of the draw.
    """

    pairs: tuple[Listed, ...]
    places: tuple[int | None, ...]
    results: Mapping[str, Mapping[str, Any]]
    play_by: tuple[date, ...]
    extended: Mapping[str, date]
    shape: SeasonShape


def read_table(text: str, season: int, today: date) -> AdoptedSeason:
    """Return the season from a table of matches.

    A round without a play-by date gets a date at the usual interval from the other rounds. Raises Refused with the
    number of the line and its fault, or for a season outside the limits.
    """
    if not SEASONS[0] <= season <= SEASONS[1]:
        raise Refused(f"The season {season} is not between {SEASONS[0]} and {SEASONS[1]}. Give another season.")
    table = rounds_of(matches_in(text))
    reader = _TableReader()
    places = reader.places(table)
    until = _joins_by(table, season, today)
    kept = {at: Open(until, reader.joined.get(at), today > until) for at in kept_places(places)} if until else {}
    reader.drawn = _drawn_rounds(table) if table.division.is_by_round else {}
    plate, results = reader.results(table, places, kept)
    for match in (match for matches in table.rounds for match in matches):
        with match.names_faults():
            match.play_by = day_in(match["play_by"], season, today)
    main = rounds_for(len(places), table.division)
    of_rounds = [{match.code: match.play_by for match in matches} for matches in table.rounds]
    play_by, extended = dates_of(of_rounds[:main], today)
    plate_by, in_plate = dates_of(of_rounds[main:], play_by[-1]) if plate else ((), {})
    for match, day in zip((matches[0] for matches in table.rounds if matches), (*play_by, *plate_by), strict=False):
        with match.names_faults():
            check_day(day, season, today)
    pairs = tuple(reader.pairs[number] for number in sorted(reader.pairs))
    ways = {number: ways_in(reader.bracket, number, {}) for number in reader.drawn}
    drawn = {number: (ways[number], [*order.places]) for number, order in reader.drawn.items()}
    shape = SeasonShape(table.division, until, reader.joined, plate, plate_by, drawn)
    return AdoptedSeason(pairs, tuple(places), results, play_by, extended | in_plate, shape)


def _joins_by(table: TableRounds, season: int, today: date) -> date | None:
    """Return the last day on which a pair can join a later round, or None if there are no places for such pairs."""
    for match in table.joining[:1]:
        with match.names_faults():
            return day_in(match["joins_by"], season, today)
    return None


def _drawn_rounds(table: TableRounds) -> dict[int, RoundPlaces]:
    """Return the later rounds that were drawn, in a draw round by round."""
    drawn: dict[int, RoundPlaces] = {}
    for number, matches in enumerate(table.rounds[1:], start=2):
        if any(match[f"{side}_from"] for match in matches for side in SIDES):
            order = [_source(match, side) for match in matches for side in SIDES]
            ways = sorted(way for way in order if way)
            before = len(table.rounds[number - 2])
            if number != len(drawn) + 2 or len(matches) != (before + 1) // 2 or ways != [*range(1, before + 1)]:
                fault = f"Round {number} does not have each winner of the round before once. Correct upper_from and"
                refuse_match(matches[0], f"{fault} lower_from.")
            drawn[number] = RoundPlaces(order)
    return drawn


def _source(match: TableMatch, side: str) -> int | None:
    """Return the position of the match from which this side comes, or None for a bye."""
    cell = match[f"{side}_from"]
    if not cell and BYE_CELL.fullmatch(match[f"{side}_pair"]):
        return None
    found = CODE.fullmatch(cell)
    if not found or int(found[1]) != match.round - 1:
        refuse_match(match, f"The {side}_from {in_quotes(cell)} is not a match of the round before. Correct it.")
    return int(found[2])


# Pairs, places and results.


@dataclass(slots=True)
class _TableReader:
    """The pairs of a draw by number, by the number in the file and by name, with each player's line."""

    joined: dict[int, int] = field(default_factory=dict)
    drawn: dict[int, RoundPlaces] = field(default_factory=dict)
    bracket: Bracket = EMPTY
    pairs: dict[int, Listed] = field(default_factory=dict)
    by_number: dict[str, int] = field(default_factory=dict)
    by_key: dict[str, int] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def places(self, table: TableRounds) -> list[int | None]:
        """Return the places of round 1. If the file numbers the pairs, they keep the order of these numbers.

        The pairs that joined a later round are in `joined` then, by the first place of their section, from 0.
        """
        sides: dict[int, _Seat] = {}
        for match in table.rounds[0]:
            with match.names_faults():
                upper, lower = (self._listed(match, side) for side in SIDES)
            if upper is None and lower is None:
                refuse_match(match, "A bye is drawn against a bye. Write a pair into one of the two columns.")
            for at, (side, pair) in enumerate(zip(SIDES, (upper, lower), strict=True), start=2 * match.position - 2):
                if pair:
                    sides[at] = _Seat(match, match[f"{side}_number"], pair)
        joined = self._joined(table, [at if at in sides else None for at in range(2 * table.size)])
        self._number([*sides.values(), *joined.values()])
        self.joined = {at: self._number_of(seat) for at, seat in joined.items()}
        return [self._number_of(sides[at]) if at in sides else None for at in range(2 * table.size)]

    def _joined(self, table: TableRounds, places: Sequence[int | None]) -> dict[int, "_Seat"]:
        """Return the pairs that joined a later round, by the first place of their section, from 0."""
        matches = {match.code: match for match in table.joining}
        found: dict[int, _Seat] = {}
        for at, size in kept_places(places).items() if matches else ():
            match, side = matches[code(*join_match(at, size))], SIDES[at // size % 2]
            with match.names_faults():
                if not _is_described(match[f"{side}_pair"]) and (pair := self._listed(match, side)):
                    found[at] = _Seat(match, match[f"{side}_number"], pair)
        return found

    def _number(self, seats: list["_Seat"]) -> None:
        """Give each pair its number, in the order of the numbers in the file."""
        if len(seats) > MOST_PAIRS:
            refuse_match(seats[-1].match, f"A draw has at most {MOST_PAIRS} pairs. Delete some lines.")
        seats.sort(key=lambda seat: int(seat.number) if seat.number else MOST_PAIRS * 100)
        for number, (match, number_written, pair) in enumerate(seats, start=1):
            key = name_key(" & ".join(pair.players))
            if number_written and number_written in self.by_number:
                refuse_match(match, f"Two pairs have the number {number_written}. Give each pair its own number.")
            if key in self.by_key:
                name = " & ".join(self.pairs[self.by_key[key]].players)
                refuse_match(match, f"{' & '.join(pair.players)} has the same letters as {name}. {_TELL_APART}")
            self.pairs[number] = Listed(number, pair.players, pair.club)
            self.by_key[key] = number
            if number_written:
                self.by_number[number_written] = number

    def _number_of(self, seat: "_Seat") -> int:
        return self.by_key[name_key(" & ".join(seat.pair.players))]

    def _listed(self, match: TableMatch, side: str) -> Listed | None:
        """Return the pair on this side of a match of round 1, or None for a bye."""
        text, number = match[f"{side}_pair"], match[f"{side}_number"]
        if BYE_CELL.fullmatch(text):
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

    def results(
        self, table: TableRounds, places: Sequence[int | None], kept: Mapping[int, Open]
    ) -> tuple[PlateRules | None, dict[str, dict[str, Any]]]:
        """Return the rules of the plate, or None without one, and the results by match code.

        The file does not have the rules of the plate, so they are those that fit best. Raises Refused if a named pair
        contradicts the earlier results.
        """
        found: list[tuple[int, PlateRules | None, dict[str, dict[str, Any]]]] = []
        faults: list[Refused] = []
        for rules in _PLATES if table.has_plate else (None,):
            try:
                odd, results = self._results(
                    table.rounds, spots_of(places, rules, kept=kept, division=table.division, drawn=self.drawn)
                )
            except Refused as fault:
                faults.append(fault)
            else:
                found.append((odd, rules, results))
        if not found:
            raise faults[0]
        _, rules, results = min(found, key=lambda one: one[0])
        return rules, results

    def _results(
        self, rounds: Sequence[Sequence[TableMatch]], spots: Sequence[Spot]
    ) -> tuple[int, dict[str, dict[str, Any]]]:
        """Return the results by match code, and the number of sides without a pair in either the file or the draw."""
        odd, results = 0, dict[str, dict[str, Any]]()
        earlier: list[Result] = []
        for matches in rounds:
            bracket = resolve(spots, earlier)
            for match in matches:
                with match.names_faults():
                    if (derived := bracket.matches.get(match.code)) is None:
                        raise Refused(f"This draw has no match {match.code}. Correct the code, or delete the line.")
                    match.pairs = derived.pairs
                    for side, occupant in zip(SIDES, derived.sides, strict=True):
                        self._compare(match, side, occupant.number if isinstance(occupant, Entrant) else None)
                        odd += _has_nobody(match[f"{side}_pair"]) != isinstance(occupant, Nobody | Bye)
                    if match.has_result:
                        results[match.code], result = self._result(match)
                        earlier.append(result)
        self.bracket = resolve(spots, earlier)
        return odd, results

    def _compare(self, match: TableMatch, side: str, expected: int | None) -> None:
        """Raise Refused if the named pair differs from the pair that the earlier rounds put through."""
        text = match[f"{side}_pair"]
        named = self.by_key.get(name_key(text))
        if named is None and match.round > 1 and text and not BYE_CELL.fullmatch(text) and not _is_described(text):
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

    def _result(self, match: TableMatch) -> tuple[dict[str, Any], Result]:
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

    def _pair(self, match: TableMatch, column: str) -> int | None:
        """Return the number of the pair named in this cell, or None.

        Return None if the cell is empty or a pair in the match is not known. Raises Refused if it names another pair.
        """
        text = match[column]
        if not text or match.pairs is None:
            return None
        by_side = dict(zip(SIDES, match.pairs, strict=True))
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
    words = r"(winners?|losers?|nobody|bye)\b|.*, if they lose\b"
    return bool(re.match(words, text, re.IGNORECASE)) or bool(read_pair(text).fault)


def _has_nobody(text: str) -> bool:
    """Return True for a side to which no pair will come."""
    return text.casefold().startswith(("nobody", "bye"))


def _totals(match: TableMatch) -> tuple[int, int] | None:
    upper, lower = (_points(match, f"{side}_total") for side in SIDES)
    if upper is None and lower is None:
        return None
    if upper is None or lower is None:
        raise Refused("One total is missing. Write both totals, or neither if the score is not known.")
    return upper, lower


def _points(match: TableMatch, column: str) -> int | None:
    points = grammar.read_points(match[column])
    if points is None and match[column]:
        raise Refused(f"The {column} {in_quotes(match[column])} is not a number of points. Correct it.")
    return points
