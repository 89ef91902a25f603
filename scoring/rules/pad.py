"""The score pad as it is written on paper: rubber by rubber, above and below the line (Laws 74 and 75)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from scoring.rules.conditions import TieBreak
from scoring.rules.deal import Line, WrittenEntry
from scoring.rules.sheet import Sheet, Standing
from scoring.rules.sides import NOTHING, BySide, Seat, Side, Tally


class WrittenLine(Protocol):
    """What a deal writes on the pad, and the side that won a game by it."""

    @property
    def number(self) -> int: ...
    @property
    def entries(self) -> Sequence[WrittenEntry]: ...
    @property
    def score(self) -> Tally: ...
    @property
    def game(self) -> Side | None: ...


class Figure(NamedTuple):
    """Points as they stand on the pad, the number of the deal that brought them, and what for."""

    points: int
    deal: int
    reason: str


Column = tuple[Figure, ...]


class Game(NamedTuple):
    """What was written below the line towards one game, and the side that won it, if it is over."""

    below: BySide[Column]
    winner: Side | None


class Pad(NamedTuple):
    """One rubber on the pad; `total` is what is written for each side, in points."""

    number: int
    above: BySide[Column]
    games: tuple[Game, ...]
    total: BySide[int]


def pads(sheet: Sheet) -> tuple[Pad, ...]:
    """The pad of every rubber; until the match is decided the last is the rubber that runs, be it blank."""
    written = [
        pad_of(row.number, sheet.lines[row.first_deal - 1 : row.last_deal], runs=not row.finished)
        for row in sheet.rubbers
    ]
    if sheet.next_number and not _last_rubber_runs(sheet):
        written.append(pad_of(len(written) + 1, (), runs=True))
    return tuple(written)


def pad_of(number: int, lines: Sequence[WrittenLine], *, runs: bool) -> Pad:
    """The pad of a rubber with these deals; as long as it runs, a game is open below the last line."""
    total = sum((line.score for line in lines), start=NOTHING)
    return Pad(number, _figures(lines, Line.ABOVE), tuple(_games(lines, runs)), total)


def deals_to_come(sheet: Sheet) -> tuple[tuple[int, Seat], ...]:
    """Number and dealer of every deal still to be played as things stand."""
    played = len(sheet.lines)
    return tuple((number + 1, sheet.first_dealer.after(number)) for number in range(played, sheet.stage_end))


def _last_rubber_runs(sheet: Sheet) -> bool:
    if not sheet.rubbers or sheet.rubbers[-1].finished:
        return False
    broken_off = sheet.standing is Standing.TIED and sheet.conditions.tie_break is TieBreak.FRESH
    return not broken_off


def _games(lines: Sequence[WrittenLine], runs: bool) -> Iterator[Game]:
    begun = 0
    for index, line in enumerate(lines, start=1):
        if line.game:
            yield Game(_figures(lines[begun:index], Line.BELOW), line.game)
            begun = index
    if runs or begun < len(lines):
        yield Game(_figures(lines[begun:], Line.BELOW), None)


def _figures(lines: Sequence[WrittenLine], where: Line) -> BySide[Column]:
    ns, ew = (
        tuple(
            Figure(entry.points, line.number, entry.reason)
            for line in lines
            for entry in line.entries
            if entry.side is side and entry.line is where
        )
        for side in Side
    )
    return BySide(ns, ew)
