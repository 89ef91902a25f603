"""Rules for the lines of a table of matches, and for the shape of its draw. Every fault names its line."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple, NoReturn

from competition.contest.rules.division import BY_ROUND, SECTIONS, WHOLE, Division
from competition.draw.rules.layout import SECTION_FINALS, TO_DRAW, code
from competition.draw.rules.sections import (
    division_in,
    is_divided,
    join_match,
    kept_places,
    matches_by_round,
    places_for,
    rounds_for,
)
from competition.entries.rules import grammar
from competition.entries.rules.persons import in_quotes
from competition.entries.rules.rows import ListRow, read_rows
from competition.transfer.rules.places import fault_of_size
from scoring.rules.refusal import Refused
from scoring.rules.text import visible
from scoring.rules.words import quantity

NEEDED = ("round", "upper_pair", "lower_pair")
SIDES = ("upper", "lower")
BYE_CELL = re.compile(rf"{grammar.BYE}|{grammar.DASH}*", re.IGNORECASE)
LOSERS_PLAY_ON = (
    "The closest losers of a round play on in this draw. This site does not read such a draw from a table. "
    "Import the competition from its file instead."
)
WITHOUT_SOURCES = (
    "The rounds of this draw were drawn one by one. Add the columns upper_from and lower_from, with the code of the "
    "match from which each side comes."
)
CODE = re.compile(r"R(\d{1,2})-M(\d{1,3})", re.IGNORECASE)


class TableRounds(NamedTuple):
    """The matches of each round in the order of the draw, and the shape of the draw.

    `size` is the number of matches in round 1, with those of sections kept for pairs that join later. `joining` are
    the matches that such pairs join. The last rounds are those of the plate, if it `has_plate`.
    """

    rounds: list[list["TableMatch"]]
    size: int
    division: Division
    joining: list["TableMatch"]
    has_plate: bool


@dataclass(slots=True)
class TableMatch:
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
            refuse_match(self, str(fault))

    @property
    def has_result(self) -> bool:
        state = self["state"].casefold()
        return state == "official" or (not state and bool(self["winner"]))


def _refuse(line: int, fault: str) -> NoReturn:
    raise Refused(f"line {line}: {fault}")


def refuse_match(match: TableMatch, fault: str) -> NoReturn:
    """Raise Refused with a match's line and pairs."""
    pairs = [match[f"{side}_pair"] for side in SIDES]
    named = [pair for pair in pairs if not BYE_CELL.fullmatch(pair)]
    if named and not any(pair in fault for pair in named):
        fault = f"{' v '.join(named)}: {fault}"
    _refuse(match.line, fault)


# Lines and rounds.


def _column(cell: str) -> str:
    return re.sub(r"[\s_-]+", "_", cell.strip().casefold())


def _is_heading(cells: Sequence[str]) -> bool:
    return {*NEEDED} <= {_column(cell) for cell in cells}


def matches_in(text: str) -> list[TableMatch]:
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


def _match(columns: Sequence[str], row: ListRow) -> TableMatch:
    if row.fault:
        _refuse(row.number, row.fault)
    cells = {name: _plain(name, cell) for name, cell in zip(columns, row.cells, strict=False)}
    match = TableMatch(row.number, 0, cells)
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


def rounds_of(matches: Sequence[TableMatch]) -> TableRounds:
    """Return the matches of each round in the order of the draw, with the shape of the draw."""
    by_round: dict[int, list[TableMatch]] = defaultdict(list)
    for match in matches:
        by_round[match.round].append(match)
    if 1 not in by_round:
        refuse_match(matches[0], "There is no match of round 1. Round 1 lists every pair.")
    first, joining = by_round[1], [match for match in matches if match["joins_by"]]
    size, division = _size_and_division(matches, by_round, joining)
    counts = [size >> number for number in range(rounds_for(2 * size, division))]
    if division.is_by_round:
        counts = matches_by_round(size)
    main, has_plate = len(counts), any(map(_is_of_plate, matches)) and len(first) > 1
    counts += [count for count in matches_by_round(places_for(len(first)) // 2) if has_plate]
    for number, lines in sorted(by_round.items()):
        for match in lines:
            if number > len(counts) or _is_of_plate(match) != (number > main):
                _refuse_round(match, len(first), main)
        _number(lines, counts[number - 1])
    in_order = [sorted(by_round[number], key=lambda match: match.position) for number in range(1, len(counts) + 1)]
    if joining:
        division = _check_joining(joining, {match.position for match in first}, size)
    return TableRounds(in_order, size, division, joining, has_plate)


def _size_and_division(
    matches: Sequence[TableMatch], by_round: Mapping[int, Sequence[TableMatch]], joining: Sequence[TableMatch]
) -> tuple[int, Division]:
    """Return the number of matches in round 1, and the sections of the draw without those kept for later entries."""
    first = by_round[1]
    if finals := [match for match in matches if match["round_name"].casefold() == SECTION_FINALS.casefold()]:
        return len(first), _check_finals(finals, first)
    if joining:
        return _size_with_joining(matches, first), WHOLE
    if _is_by_round(matches, by_round):
        return len(first), BY_ROUND
    if fault := fault_of_size(len(first)):
        refuse_match(first[-1], fault)
    return len(first), WHOLE


def _is_by_round(matches: Sequence[TableMatch], by_round: Mapping[int, Sequence[TableMatch]]) -> bool:
    """Return True if the rounds were drawn one by one. Raises Refused if the table does not say enough about them."""
    sides = [(match, match[f"{side}_from"], match[f"{side}_pair"]) for match in matches for side in SIDES]
    counts = [len(by_round[number]) for number in sorted(by_round)]
    is_odd = any(count % 2 for count in counts[:-1]) and counts == matches_by_round(counts[0])
    is_marked = any(before or pair.casefold() == TO_DRAW for _, before, pair in sides)
    losers = [match for match, before, _ in sides if before.casefold().startswith("loser")]
    if losers or (is_odd and not is_marked):
        refuse_match([*losers, *by_round[max(by_round)]][0], LOSERS_PLAY_ON if losers else WITHOUT_SOURCES)
    return is_marked


def _is_of_plate(match: TableMatch) -> bool:
    return bool(re.match(r"plate\b", match["round_name"], re.IGNORECASE))


def _refuse_round(match: TableMatch, first: int, rounds: int) -> NoReturn:
    """Raise Refused for a match in a round that the draw does not have."""
    size = quantity(first, "match", "matches")
    fault = f"A draw with {size} in round 1 has {quantity(rounds, 'round')}"
    if _is_of_plate(match):
        refuse_match(match, f"{fault}. A plate has its rounds after these, and this match is in round {match.round}.")
    refuse_match(match, f"{fault}, so no round {match.round}.")


def _size_with_joining(matches: Sequence[TableMatch], first: Sequence[TableMatch]) -> int:
    """Return the number of matches in round 1, with those of the sections kept for pairs that join later."""
    rounds = max(match.round for match in matches if not _is_of_plate(match))
    size = 1 << (rounds - 1)
    if not size // 2 <= len(first) < size:
        fault = f"Round 1 has {quantity(len(first), 'match', 'matches')}. That does not fit {quantity(rounds, 'round')}"
        refuse_match(first[-1], f"{fault} and places kept for pairs that join later.")
    if without_code := next((match for match in first if not match["code"]), None):
        fault = "The draw keeps places for pairs that join later, so each match of round 1 needs its code."
        refuse_match(without_code, f"{fault} Write it, such as R1-M3.")
    return size


def _check_joining(joining: Sequence[TableMatch], positions: Collection[int], size: int) -> Division:
    """Return the sections of a draw with places for pairs that join later. Their sections have no match in round 1."""
    places = [1 if place // 2 + 1 in positions else None for place in range(2 * size)]
    kept = {code(*join_match(*section)) for section in kept_places(places).items()}
    if not is_divided(places) or kept != {match.code for match in joining}:
        fault = "The column joins_by has a date in other matches than those that follow the gaps in round 1."
        refuse_match(joining[0], f"{fault} Download the file again, and do not change it.")
    return division_in(places)


def _check_finals(finals: Sequence[TableMatch], first: Sequence[TableMatch]) -> Division:
    """Return the sections of a draw without a final. Each section final is the last match of one section."""
    division = Division(0, len(finals), has_final=False)
    if not division.is_possible:
        found = quantity(len(finals), "section final")
        refuse_match(finals[-1], f"The file has {found}. A draw without a final has {SECTIONS[0]} to {SECTIONS[1]}.")
    last = finals[0].round
    if odd := next((match for match in finals if match.round != last), None):
        refuse_match(odd, f"A section final is in round {last}, and this one is in round {odd.round}. Correct it.")
    if len(first) != len(finals) << (last - 1):
        refuse_match(
            first[-1],
            f"Round 1 has {quantity(len(first), 'match', 'matches')}. That does not fit {len(finals)} section finals "
            f"in round {last}, because each round has half the matches of the round before.",
        )
    return division


def _number(lines: Sequence[TableMatch], size: int) -> None:
    """Give each line its position in the draw, by its code or otherwise by its order."""
    positions: set[int] = set()
    for at, match in enumerate(lines, start=1):
        match.position = at
        if match["code"]:
            match_code = CODE.fullmatch(match["code"])
            if not match_code or int(match_code[1]) != match.round or not 1 <= int(match_code[2]) <= size:
                refuse_match(
                    match, f"There is no match {in_quotes(match['code'])} in round {match.round}. Correct the code."
                )
            match.position = int(match_code[2])
        elif at > size:
            matches = quantity(size, "match", "matches")
            refuse_match(match, f"Round {match.round} has {matches}, and this is number {at}. Delete a line.")
        if match.position in positions:
            refuse_match(match, f"{match.code} is in the file twice. Delete one of the lines.")
        positions.add(match.position)
    if len(lines) < size and not all(match["code"] for match in lines):
        refuse_match(
            lines[-1], f"Round {lines[0].round} has {size} matches, and the file has {len(lines)}. Add the others."
        )
