"""Rules for reading a written draw: matches, pairs in order, two columns, or a table with rounds."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import groupby
from operator import attrgetter

from competition.entries.rules.directory import Directory, Known, name_key, parts_of, words_of
from competition.entries.rules.names import read_pair
from competition.entries.rules.persons import in_quotes
from competition.transfer.rules.places import Round, Seat, fault_of_size, is_winner, order_of, spread
from competition.transfer.rules.splitting import BYE, Later, SplitLine, clubs_beside, plain_sides, sides_of, split
from scoring.rules.words import quantity

_ORDERED = "The matches are in a new order, because the later rounds say who meets whom."
_BYES_ADDED = "{} a bye in round 1, because the list first names them in round 2."


class NameReading(StrEnum):
    """The result of matching a written name with the entries.

    `WAITS` is an ambiguous name with a question in an earlier line. `UNKNOWN` can be entered as a new pair.
    """

    BYE = "bye"
    MATCHED = "matched"
    AMBIGUOUS = "ambiguous"
    WAITS = "waits"
    UNKNOWN = "unknown"
    UNREADABLE = "unreadable"


@dataclass(slots=True)
class WrittenSide:
    """One side of a line: the written name and the entered pair that it means.

    `key` is the key of its answer. `candidates` are the numbers of the pairs that an ambiguous name may mean.
    `is_spelt_differently` is True if the candidates differ by a letter, or share only one of the two players.
    `players` are the two names of an unknown pair. `club` is the club in brackets after the name. If the name waits
    for an answer, `first_line` is the number of the line with the question.
    """

    text: str
    key: str
    outcome: NameReading
    number: int | None = None
    candidates: tuple[int, ...] = ()
    is_spelt_differently: bool = False
    players: tuple[str, str] | None = None
    club: str = ""
    first_line: int = 0


@dataclass(slots=True)
class WrittenMatch:
    """A line in the list: its number, text and sides, with a fault and an example if it is unusable."""

    number: int
    text: str
    sides: list[WrittenSide] = field(default_factory=list)
    fault: str = ""
    example: str = ""

    @property
    def is_open(self) -> bool:
        """True if the line needs to be corrected or answered."""
        settled = (NameReading.BYE, NameReading.MATCHED)
        return bool(self.fault) or any(side.outcome not in settled for side in self.sides)

    def all(self, outcome: NameReading) -> list[WrittenSide]:
        """Return the sides with this outcome."""
        return [side for side in self.sides if side.outcome is outcome]


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of reading a written draw.

    `seats` has a pair number, None for a bye, or the label of an open place, from the top. It is empty if the lines do
    not form a draw. `faults` are about the whole list. `notes` describe changes to the list. `later` are the lines of
    later rounds.
    """

    lines: tuple[WrittenMatch, ...]
    seats: tuple[Seat, ...]
    faults: tuple[str, ...]
    notes: tuple[str, ...] = ()
    later: tuple[Later, ...] = ()

    @property
    def places(self) -> list[int | None]:
        """The number of the pair in each place, or None for a bye. Empty until the list is usable."""
        numbers = [seat for seat in self.seats if not isinstance(seat, str)]
        return numbers if self.is_complete and len(numbers) == len(self.seats) else []

    @property
    def is_complete(self) -> bool:
        """True if the list is usable as the draw."""
        return bool(self.seats) and not self.faults and not self.open_lines

    @property
    def open_lines(self) -> list[WrittenMatch]:
        """The lines that need to be corrected or answered."""
        return [line for line in self.lines if line.is_open]

    @property
    def faulty(self) -> list[WrittenMatch]:
        """The lines that need a correction."""
        return [line for line in self.lines if line.fault]

    @property
    def questions(self) -> list[tuple[WrittenMatch, WrittenSide]]:
        """The ambiguous names, each with the first line that contains it."""
        return [(line, side) for line in self.lines for side in line.all(NameReading.AMBIGUOUS)]

    @property
    def unknown(self) -> list[tuple[WrittenMatch, WrittenSide]]:
        """The names of pairs that are not entered, without repeats."""
        by_key = {side.key: (line, side) for line in reversed(self.lines) for side in line.all(NameReading.UNKNOWN)}
        return [*reversed(by_key.values())]

    @property
    def placed(self) -> list[int]:
        """The numbers of the pairs that have a place."""
        return [seat for seat in self.seats if isinstance(seat, int)]

    @property
    def waiting(self) -> int:
        """The number of places with a pair that is not yet clear."""
        return sum(isinstance(seat, str) for seat in self.seats)


def read(text: str, entered: Iterable[Known], answers: Mapping[str, int] | None = None) -> Reading:
    """Return the draw described by this text.

    `entered` are the entered pairs. `answers` has the number of the pair that each unclear name means, by key.
    """
    directory = Directory(entered)
    split_text = split(text, lambda name: bool(directory.find(name).numbers))
    lines = [_line(split_line, directory) for split_line in split_text.lines]
    _resolve(lines, directory, answers or {})
    _report_twice(lines, directory)
    for line in lines:
        line.fault = line.fault or _unreadable(line)
    notes = list(split_text.notes)
    rounds = _rounds(split_text.later, directory)
    ordered = _as_later_rounds_say(lines, rounds, directory)
    if ordered is not lines:
        notes.append(_ORDERED)
        if added := len(ordered) - len(lines):
            notes.append(_BYES_ADDED.format(quantity(added, "pair has", "pairs have")))
    lines = ordered
    seats, fault = _seats(lines)
    is_open = any(line.is_open for line in lines)
    # The later rounds may add byes once every line can be read.
    faults = [fault] if fault and not (is_open and rounds) else []
    if lines and not is_open:
        faults += _report_missing(lines, directory)
    if faults and rounds:
        faults = [*_report_unknown(rounds[0], directory), *faults]
    if _is_in_order(lines) and None in seats and not any(_is_bye(line) for line in lines):
        notes.append("The list names no byes, so they were spread evenly over the draw. Write “bye” where one belongs.")
    return Reading(tuple(lines), tuple(seats), tuple(faults), tuple(notes), split_text.later)


def _as_later_rounds_say(
    lines: list[WrittenMatch], rounds: Sequence[Round], directory: Directory
) -> list[WrittenMatch]:
    """Return the lines in the order of the later rounds, adding a line for each missing bye."""
    if _is_in_order(lines) or any(line.is_open for line in lines):
        return lines
    by_match = {tuple(side.number for side in line.sides if side.number): line for line in lines}
    order = order_of([*by_match], rounds, directory.the_pair)
    if order == [*by_match]:
        return lines
    ordered = [by_match.get(match) or _bye(match[0], directory) for match in order]
    return [replace(line, number=number) for number, line in enumerate(ordered, start=1)]


def _report_unknown(second: Round, directory: Directory) -> list[str]:
    """Return a sentence about each name in round 2 that is not an entered pair and may have a bye."""
    names = [name for sides in second for name in sides if not is_winner(name)]
    unknown = [name for name in names if not directory.find(name).numbers]
    return [f"“{name}” in round 2 is not an entered pair. Correct the name under “Later rounds”." for name in unknown]


def _rounds(later: Sequence[Later], directory: Directory) -> list[Round]:
    """Return the later rounds, each with the sides of its matches."""
    matches = [line for line in later if not line.is_heading]
    by_round = groupby(matches, key=attrgetter("round"))
    return [[_sides_later(line.text, directory) for line in of_round] for _, of_round in by_round]


def _sides_later(text: str, directory: Directory) -> list[str]:
    """Return the sides of a line in a later round. "Winner of match 2" is a side and not a result."""
    sides = [*plain_sides(text)]
    if any(map(is_winner, sides)):
        return sides
    return [*sides_of(text, lambda name: directory.the_pair(name) is not None)]


def _bye(number: int, directory: Directory) -> WrittenMatch:
    name = " & ".join(directory.pairs[number].players)
    sides = [WrittenSide(name, name_key(name), NameReading.MATCHED, number), WrittenSide("", "", NameReading.BYE)]
    return WrittenMatch(0, f"{name} - bye", sides)


# Reading the lines.


def _line(split_line: SplitLine, directory: Directory) -> WrittenMatch:
    line = WrittenMatch(split_line.number, split_line.text)
    clubs = clubs_beside(split_line.text, split_line.sides)
    sides = [_side(text, directory, club) for text, club in zip(split_line.sides, clubs, strict=True)]
    if len(sides) == 2 and sides[0].number and sides[0].number == sides[1].number and len(parts_of(sides[0].text)) == 1:
        # "Smith - Jones" is one pair.
        sides = [_side(" & ".join(split_line.sides), directory)]
    line.sides = sides
    if split_line.fault:
        line.fault = split_line.fault
    elif len(sides) > 2:
        line.fault = f"This line names {len(sides)} opponents, but a match has two."
    elif len(sides) == 2 and all(side.outcome is NameReading.BYE for side in sides):
        line.fault = "This line has two byes. Write a pair and a bye."
    elif any(not words_of(side.text) for side in sides if side.outcome is not NameReading.BYE):
        line.fault = "This line names only one side of the match. Write the opponents, or “bye”."
    return line


def _side(text: str, directory: Directory, club: str = "") -> WrittenSide:
    key = name_key(text)
    if text == BYE:
        return WrittenSide("", "", NameReading.BYE)
    meant = directory.find(text)
    clubs = {number: words_of(directory.pairs[number].club) for number in meant.numbers if club}
    of_club = tuple(number for number, words in clubs.items() if words == words_of(club))
    numbers = of_club or meant.numbers
    if len(numbers) == 1 and meant.is_sure:
        return WrittenSide(text, key, NameReading.MATCHED, numbers[0])
    if numbers:
        return WrittenSide(text, key, NameReading.AMBIGUOUS, None, numbers, not meant.is_sure)
    pair = read_pair(text)
    if pair.fault:
        return WrittenSide(text, key, NameReading.UNREADABLE)
    if sharing := sorted({number for player in pair.players for number in directory.with_player(player)}):
        return WrittenSide(text, key, NameReading.AMBIGUOUS, None, tuple(sharing), is_spelt_differently=True)
    return WrittenSide(text, key, NameReading.UNKNOWN, players=pair.players, club=club)


def _unreadable(line: WrittenMatch) -> str:
    if bad := line.all(NameReading.UNREADABLE):
        fault = f"{in_quotes(bad[0].text)} is not an entered pair, and not clearly two names."
        return f"{fault} Write both names with & between them."
    return ""


# Answers.


def _resolve(lines: Sequence[WrittenMatch], directory: Directory, answers: Mapping[str, int]) -> None:
    """Assign a pair to each unmatched name: the pair in the answer, or the only candidate without a place."""
    named = [(line, side) for line in lines if not line.fault for side in line.sides]
    placed: set[int | None] = {side.number for _, side in named if side.number}
    by_key: dict[str, list[tuple[WrittenMatch, WrittenSide]]] = defaultdict(list)
    for line, side in named:
        if side.outcome in (NameReading.AMBIGUOUS, NameReading.UNKNOWN, NameReading.UNREADABLE):
            by_key[side.key].append((line, side))
    for key, same in by_key.items():
        number = answers.get(key)
        if number in directory.pairs:
            _match(same[0][1], number)
            placed.add(number)
            for _, side in same[1:]:
                left = [number for number in side.candidates if number not in placed]
                _match(side, left[0] if left else number)
                placed.add(side.number)
    _resolve_by_elimination(by_key, placed)
    for same in by_key.values():
        still = [(line, side) for line, side in same if side.outcome is NameReading.AMBIGUOUS]
        for _, side in still[1:]:
            side.outcome = NameReading.WAITS
            side.first_line = still[0][0].number


def _resolve_by_elimination(
    by_key: Mapping[str, Sequence[tuple[WrittenMatch, WrittenSide]]], placed: set[int | None]
) -> None:
    is_changed = True
    while is_changed:
        is_changed = False
        for same in by_key.values():
            still = [
                side for _, side in same if side.outcome is NameReading.AMBIGUOUS and not side.is_spelt_differently
            ]
            for side in still:
                side.candidates = tuple(number for number in side.candidates if number not in placed) or side.candidates
            if len(still) == 1 and len(still[0].candidates) == 1 and still[0].candidates[0] not in placed:
                _match(still[0], still[0].candidates[0])
                placed.add(still[0].number)
                is_changed = True


def _match(side: WrittenSide, number: int | None) -> None:
    side.outcome = NameReading.MATCHED
    side.number = number


# Faults.


def _report_twice(lines: Sequence[WrittenMatch], directory: Directory) -> None:
    """Set the fault of each line that repeats a pair from an earlier line, and of each line with three sides."""
    first: dict[int, int] = {}
    for line in lines:
        if len(line.sides) > 2:
            continue
        for side in line.sides:
            if side.number is None or line.fault:
                continue
            name = " & ".join(directory.pairs[side.number].players)
            if first.setdefault(side.number, line.number) != line.number:
                line.fault = (
                    f"{name} are already in line {first[side.number]}. Correct the names, or delete one of the lines."
                )
            elif sum(other.number == side.number for other in line.sides) > 1:
                line.fault = f"{name} cannot play against themselves. Correct one of the two names."
    for line in lines:
        if len(line.sides) > 2:
            _report_three(line, first)


def _report_three(line: WrittenMatch, first: Mapping[int, int]) -> None:
    """Complete the fault: name the pair that is also on another line, and show the line without that pair."""
    extra = next((side for side in line.sides if side.number in first), line.sides[-1])
    if extra.number in first:
        line.fault += f" {extra.text} is in line {first[extra.number or 0]} as well."
    line.fault += " Delete one of the names, for example:"
    sides = [side for side in line.sides if side is not extra][:2]
    line.example = " - ".join(side.text or "bye" for side in sides)


def _report_missing(lines: Sequence[WrittenMatch], directory: Directory) -> Iterator[str]:
    placed = {side.number for line in lines for side in line.sides}
    missing = [" & ".join(pair.players) for number, pair in directory.pairs.items() if number not in placed]
    if not missing:
        return
    named = missing[0] if len(missing) == 1 else f"{', '.join(missing[:-1])} and {missing[-1]}"
    verb, them = ("is", "it") if len(missing) == 1 else ("are", "each of them")
    yield (
        f"{quantity(len(missing), 'entered pair')} {verb} missing: {named}. "
        f"Add a line for {them}. A pair with a bye has a line of its own."
    )


# Places.


def _seats(lines: Sequence[WrittenMatch]) -> tuple[list[Seat], str]:
    """Return each pair's place, and a sentence if the lines do not form a draw."""
    if not lines:
        return [], ""
    if _is_in_order(lines):
        return _seats_in_order(lines)
    seats = [seat for line in lines for seat in _seats_of(line)]
    fault = fault_of_size(len(lines))
    if fault:
        seats += [""] * (2 * (1 << (len(lines) - 1).bit_length()) - len(seats))
    return seats, fault


def _seats_in_order(lines: Sequence[WrittenMatch]) -> tuple[list[Seat], str]:
    seats = [_seat(line, line.sides[0]) if line.sides else _label(line) for line in lines]
    if len(seats) < 2:
        return [], "A draw needs at least two pairs. Paste the whole list."
    if None not in seats:
        return spread(seats), ""
    if len(seats) & (len(seats) - 1):
        return [], (
            f"The list has {quantity(len(seats), 'place')}, byes included. A draw has 2, 4, 8, 16 ... places. "
            "Add or delete byes."
        )
    empty = [at for at in range(0, len(seats), 2) if seats[at] is None and seats[at + 1] is None]
    if empty:
        return [], f"Lines {lines[empty[0]].number} and {lines[empty[0] + 1].number} set a bye against a bye. Move one."
    return seats, ""


def _seats_of(line: WrittenMatch) -> list[Seat]:
    """Return the two places of a match. A pair alone has a bye."""
    if line.fault or not line.sides:
        return [_label(line), None]
    upper, *lower = line.sides
    if not lower:
        return [_seat(line, upper), None] if upper.outcome is not NameReading.BYE else [_label(line), None]
    return [_seat(line, upper), _seat(line, lower[0])]


def _seat(line: WrittenMatch, side: WrittenSide) -> Seat:
    if side.outcome is NameReading.BYE:
        return None
    if side.number is not None:
        return side.number if not line.fault else _label(line)
    return f"{side.text}?"


def _label(line: WrittenMatch) -> str:
    return f"Line {line.number}, not read yet"


def _is_bye(line: WrittenMatch) -> bool:
    return len(line.sides) == 1 and line.sides[0].outcome is NameReading.BYE


def _is_in_order(lines: Sequence[WrittenMatch]) -> bool:
    """Return True if each line is one place in the draw, not one match."""
    return bool(lines) and Counter(len(line.sides) for line in lines if line.sides).most_common(1) == [
        (1, sum(bool(line.sides) for line in lines))
    ]
