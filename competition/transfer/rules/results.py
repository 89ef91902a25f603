"""Rules for finding the results in a written draw, from its lines and from the pairs in its later rounds."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from competition.draw.rules.bracket import resolve
from competition.draw.rules.layout import code, in_words
from competition.draw.rules.result import Result
from competition.draw.rules.sources import knockout_of
from competition.entries.rules.directory import Directory, Known
from competition.entries.rules.grammar import find_day
from competition.entries.rules.line import without_result
from competition.match.rules.match_result import MatchResult, RoundFixture, WayToEnd
from competition.match.rules.pasted import NO_WINNER, LineFault, read_results
from competition.transfer.rules.reading import NameReading, Reading, WrittenMatch
from competition.transfer.rules.splitting import BYE, sides_of
from scoring.rules.words import quantity

_IS_OPEN = re.compile(r"\b(?:winners?|losers?|tba|tbc|tbd)\b", re.IGNORECASE)

_OF_A_MATCH = re.compile(r"\b(?:winners?|losers?) (?:of |from )?(?:match |game |R\d+-M)?\d+\b", re.IGNORECASE)


@dataclass(slots=True)
class FoundResults:
    """The results in a written draw by match code, and the unusable lines with a result.

    `implied` are the codes of matches without a written result, but with winners named in a later round. `play_by` has
    the dates in the headings of rounds, by number.
    """

    results: dict[str, tuple[RoundFixture, MatchResult]] = field(default_factory=dict)
    implied: list[str] = field(default_factory=list)
    play_by: dict[int, date] = field(default_factory=dict)
    faults: list[LineFault] = field(default_factory=list)


def results_in(reading: Reading, pairs: Sequence[Known], today: date, season_ends: date) -> FoundResults:
    """Return the results and play-by dates in a complete written draw.

    A day of play without a year is the latest such day before today. A play-by date without a year is the latest such
    day before `season_ends` and before the play-by date of the next round.
    """
    if not reading.places:
        return FoundResults()
    return _ResultsReader(reading, pairs, today, season_ends).read()


class _ResultsReader:
    """Reader for a written draw. It sorts the lines by round and finds the pairs named in each round."""

    def __init__(self, reading: Reading, pairs: Sequence[Known], today: date, season_ends: date) -> None:
        self._places = reading.places
        self._today = today
        self._directory = Directory(pairs)
        self._players: Mapping[int, tuple[str, str]] = {pair.number: pair.players for pair in pairs}
        rounds = len(self._places).bit_length() - 1
        # The last list is for the champions, who are in no later match.
        self._lines: list[list[tuple[int, str]]] = [[] for _ in range(rounds + 1)]
        self._lines[0] = self._first(reading.lines)
        self._found = FoundResults()
        headings: list[tuple[int, str]] = []
        for line in reading.later:
            number = line.round if line.round > 0 else rounds + 1 + line.round
            if line.is_heading:
                headings.append((number, line.text))
            elif 1 < number <= rounds + 1:
                self._lines[number - 1].append((line.number, line.text))
            else:
                fault = f"This draw has {quantity(rounds, 'round')}. Write the line under the heading of its round."
                self._found.faults.append(LineFault(line.number, line.text, fault))
        self._read_dates(headings, season_ends)
        self._seen = [{*self._numbers(lines)} for lines in self._lines]

    def _read_dates(self, headings: Sequence[tuple[int, str]], season_ends: date) -> None:
        """Find the play-by dates in the headings of the rounds, from the last round to the first."""
        latest = season_ends
        for round, text in sorted(headings, reverse=True):
            if dated := find_day(text, latest):
                latest = self._found.play_by[round] = dated[0]

    def read(self) -> FoundResults:
        earlier: list[Result] = []
        for at, lines in enumerate(self._lines[:-1]):
            matches = resolve(knockout_of(self._places), earlier).matches
            codes = (code(at + 1, position) for position in range(1, (len(self._places) >> (at + 1)) + 1))
            fixtures = [self._fixture(match_code, both) for match_code in codes if (both := matches[match_code].pairs)]
            results, guessed = self._written(lines, fixtures)
            later = set[int]().union(*self._seen[at + 1 :])
            for fixture in fixtures:
                through = [number for number in fixture.numbers if number in later]
                result = _agreed(results.get(fixture.code), through, is_guess=fixture.code in guessed)
                if result:
                    self._found.results[fixture.code] = fixture, result
                    self._found.implied += [] if fixture.code in results else [fixture.code]
                    earlier.append(result.result(fixture))
        self._compare_rounds()
        return self._found

    def _compare_rounds(self) -> None:
        """Note each line in a later round that names a pair knocked out in an earlier round."""
        out: dict[int, str] = {}
        names: dict[int, str] = {}
        for at, lines in enumerate(self._lines):
            for number, text in lines:
                knocked_out = next((pair for pair in self._numbers([(number, text)]) if pair in out), None)
                if knocked_out:
                    self._found.faults = [fault for fault in self._found.faults if fault.number != number]
                    where = f"{names[knocked_out]} were knocked out in {out[knocked_out]}."
                    fault = f"{where} Correct that result, or this line."
                    self._found.faults.append(LineFault(number, text, fault))
            for fixture, result in self._found.results.values():
                if fixture.code.startswith(f"R{at + 1}-"):
                    lost = [number for number in fixture.numbers if number != result.winner]
                    out |= dict.fromkeys(lost, in_words(fixture.code))
                    names |= {number: fixture.name_of(number) for number in lost}

    def _first(self, lines: Sequence[WrittenMatch]) -> list[tuple[int, str]]:
        """Return the lines of round 1, with one match on each line."""
        named = [(line.number, self._named(line)) for line in lines]
        if len(lines) != len(self._places):
            return named
        return [(upper[0], f"{upper[1]} - {lower[1]}") for upper, lower in zip(named[::2], named[1::2], strict=True)]

    def _fixture(self, code: str, numbers: tuple[int, int]) -> RoundFixture:
        players = self._players[numbers[0]], self._players[numbers[1]]
        return RoundFixture(code, numbers, (" & ".join(players[0]), " & ".join(players[1])), players)

    def _written(
        self, lines: Sequence[tuple[int, str]], fixtures: Sequence[RoundFixture]
    ) -> tuple[dict[str, MatchResult], frozenset[str]]:
        """Return the results on the lines of one round, and the codes of those with an unclear winner.

        Note the unusable lines.
        """
        with_result = [(number, text) for number, text in lines if _may_have_result(text)]
        pasted = read_results("\n".join(text for _, text in with_result), fixtures, self._today)
        for fault in pasted.faults:
            number, _ = with_result[fault.number - 1]
            if fault.reason != NO_WINNER:
                self._found.faults.append(fault._replace(number=number))
        return pasted.results, pasted.guessed

    def _named(self, line: WrittenMatch) -> str:
        """Return a line of round 1 with each matched name replaced by the full name of its pair."""
        text = line.text
        for side in line.sides:
            if side.outcome is NameReading.MATCHED and side.number and text.count(side.text) == 1:
                text = text.replace(side.text, " & ".join(self._players[side.number]))
        return text

    def _numbers(self, lines: Sequence[tuple[int, str]]) -> Iterator[int]:
        """Yield the numbers of the pairs that these lines name unambiguously."""
        for _, text in lines:
            for side in sides_of(_known_part(text), lambda name: bool(self._directory.find(name).numbers)):
                number = self._directory.the_pair(side)
                if side != BYE and number is not None:
                    yield number


def _known_part(text: str) -> str:
    """Return the text without unknown sides, because a side such as "winner of A v B" also names pairs."""
    return _IS_OPEN.split(_OF_A_MATCH.sub(" ", text))[0]


def _may_have_result(text: str) -> bool:
    """Return False for a bye, and for a match between pairs that are not known yet."""
    sides = [*sides_of(text, lambda name: False)]
    return BYE not in sides and not _IS_OPEN.search(text) and (len(sides) > 1 or without_result(text) != text)


def _agreed(result: MatchResult | None, through: Sequence[int], *, is_guess: bool) -> MatchResult | None:
    """Return a match's result. If it is unclear, use `through`, the pairs from the match in a later round."""
    if len(through) != 1:
        return result
    if result is None:
        return MatchResult(WayToEnd.NOT_RECORDED, through[0])
    # "A v B, walkover" does not say clearly which pair did not play.
    return replace(result, winner=through[0]) if is_guess and not result.totals else result
