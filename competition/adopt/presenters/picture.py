"""Presenters for the picture of a draw that is being entered: up to three rounds, with the open places."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from competition.contest.rules.names import Forms, forms
from competition.drawing.rules.layout import round_names
from competition.entries.models import Pair
from competition.knockout.presenters import words
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.result import Kind, Stage
from scoring.rules.spoken import quantity

# Number of rounds in the picture. It omits later rounds.
_ROUNDS = 3
_SHORT = {"Quarter-finals": "QF", "Semi-finals": "SF", "Final": "F"}


@dataclass(frozen=True, slots=True)
class Side:
    """One place of the picture.

    `state` is "" for a known pair and "open" for an empty place. It is "ask" or "bad" for a name with a question or a
    fault, "new" for the latest pair, and "next" for the place to be filled next. `heard` is the full name for screen
    readers. `place` is the number of the place in the draw, from 1, if it can be chosen.
    """

    name: str = ""
    state: str = "open"
    heard: str = ""
    place: int = 0
    is_bye: bool = False
    total: str = ""

    @property
    def is_known(self) -> bool:
        """True if the place has a pair or a name."""
        return self.state in ("", "new", "ask")


BYE = Side("bye", is_bye=True)
OPEN = Side()


@dataclass(frozen=True, slots=True)
class Cell:
    """A match of the picture, or the pair of a bye. `heard` is the sentence for screen readers."""

    sides: tuple[Side, ...]
    heard: str = ""
    is_bye: bool = False

    @property
    def place(self) -> int:
        """The first place of the match that can be chosen, from 1, or 0 if none can."""
        return next((side.place for side in self.sides if side.place), 0)

    @property
    def state(self) -> str:
        """The state of a bye, or of the box: "open" without pairs, "new" around the latest pair, otherwise ""."""
        if self.is_bye:
            return self.sides[0].state
        if any(side.state == "new" for side in self.sides):
            return "new"
        return "open" if all(side.state in ("open", "next") for side in self.sides) else ""


@dataclass(frozen=True, slots=True)
class Column:
    """A round of the picture. `short` is its name in a narrow column."""

    name: str
    cells: list[Cell]
    short: str = ""

    @property
    def is_open(self) -> bool:
        """True if no pair of the round is known."""
        return all(side.state == "open" for cell in self.cells for side in cell.sides)


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture of a draw, and its size in words."""

    rounds: list[Column]
    count: str


def players_of(pair: Pair) -> tuple[str, ...]:
    """Return the names of both players."""
    return tuple(player.display_name for player in pair.present)


def names_of(pairs: Iterable[Pair]) -> dict[int, Forms]:
    """Return the names of the entered pairs in three lengths, by number."""
    return forms({pair.number: players_of(pair) for pair in pairs if pair.number})


def of_pair(names: Forms, state: str = "") -> Side:
    """Return the place of a pair."""
    return Side(names.line, state, names.full)


def picture(places: Sequence[Side], pairs: int) -> Picture:
    """Return the picture of a draw with these places, from the top, for this number of pairs.

    Pairs with a bye also appear in round 2.
    """
    names = round_names(len(places))
    first = [_first(*two) for two in zip(places[::2], places[1::2], strict=True)]
    columns = [Column(names[0], first)]
    through = [_through(cell) for cell in first]
    for name in names[1:_ROUNDS]:
        cells = [Cell(two) for two in zip(through[::2], through[1::2], strict=True)]
        columns.append(Column(name, cells, _SHORT.get(name, "")))
        through = [OPEN] * len(cells)
    byes = sum(side.is_bye for side in places)
    return Picture(columns, f"{quantity(pairs, 'pair')}, {quantity(byes, 'bye')}")


def _first(upper: Side, lower: Side) -> Cell:
    if lower.is_bye or upper.is_bye:
        alone = upper if lower.is_bye else lower
        # Write "bye" only if the pair is not known. The line to round 2 shows all other byes.
        shown = replace(alone, name=alone.name or "bye") if not alone.is_bye else BYE
        return Cell((shown,), f"{alone.heard} have a bye." if alone.heard else "", is_bye=True)
    known = [side.heard or side.name for side in (upper, lower) if side.is_known]
    return Cell((upper, lower), f"{known[0]} play {known[1]}." if len(known) == 2 else "")


def _through(cell: Cell) -> Side:
    alone = cell.sides[0]
    if not (cell.is_bye and alone.is_known):
        return OPEN
    return replace(alone, place=0, state="" if alone.state == "new" else alone.state)


def of_draw(draw: PublishedDraw) -> Picture:
    """Return the picture of a whole draw with its results."""
    columns = [Column(round.name, [_match(draw, state) for state in round.matches]) for round in draw.rounds]
    byes = sum(state.stage is Stage.BYE for state in draw.rounds[0].matches)
    return Picture(columns, f"{quantity(len(draw.pairs), 'pair')}, {quantity(byes, 'bye')}")


def _match(draw: PublishedDraw, state: MatchState) -> Cell:
    is_decided = state.result is not None
    is_walkover = state.result is not None and state.result.kind is Kind.WALKOVER
    sides = tuple(
        Side(
            draw.forms[side.pair.number].line,
            "won" if side.wins else "lost" if is_decided else "",
            total="w/o" if side.wins and is_walkover else words.beside(state, side),
        )
        if side.pair
        else OPEN
        for side in state.sides
    )
    if state.stage is Stage.BYE:
        return Cell(tuple(side for side in sides if side is not OPEN), words.sentence(state), is_bye=True)
    return Cell(sides, words.sentence(state) if state.pairs else "")
