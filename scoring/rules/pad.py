"""The score pad as it is written on paper: rubber by rubber, above and below the line (Laws 74 and 75)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scoring.rules.conditions import TieBreak
from scoring.rules.deal import Line, Reason
from scoring.rules.sheet import ScoredDeal, Sheet, Standing
from scoring.rules.sides import NOTHING, BySide, Seat, Side


class Reader(NamedTuple):
    """Whose column is on the left, and what the two columns are called."""

    side: Side = Side.NS
    names: tuple[str, str] = ("N-S", "E-W")

    @classmethod
    def at_the_table(cls, side: Side) -> Reader:
        """The reader who sits on this side."""
        return cls(side, ("We", "They"))

    def name(self, side: Side) -> str:
        """What this reader calls a side."""
        return self.names[side is not self.side]


class Figure(NamedTuple):
    """Points as they stand on the pad, the number of the deal that brought them, and what for."""

    points: int
    deal: int
    reason: Reason


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
    written = [_pad(row.number, sheet.lines[row.first_deal - 1 : row.last_deal]) for row in sheet.rubbers]
    if sheet.next_number and not _last_rubber_runs(sheet):
        written.append(_pad(len(written) + 1, ()))
    return tuple(written)


def written(sheet: Sheet) -> BySide[int]:
    """What is written for each side so far, in points; credits come on top of it."""
    return sheet.lines[-1].cumulative if sheet.lines else NOTHING


def deals_to_come(sheet: Sheet) -> tuple[tuple[int, Seat], ...]:
    """Number and dealer of every deal still to be played as things stand."""
    played = len(sheet.lines)
    return tuple((number + 1, sheet.first_dealer.after(number)) for number in range(played, sheet.stage_end))


def _last_rubber_runs(sheet: Sheet) -> bool:
    if not sheet.rubbers or sheet.rubbers[-1].finished:
        return False
    broken_off = sheet.standing is Standing.TIED and sheet.conditions.tie_break is TieBreak.FRESH
    return not broken_off


def _pad(number: int, lines: Sequence[ScoredDeal]) -> Pad:
    total = NOTHING
    for line in lines:
        total += line.score
    return Pad(number, _figures(lines, Line.ABOVE), tuple(_games(lines)), total)


def _games(lines: Sequence[ScoredDeal]) -> Iterator[Game]:
    begun = 0
    for index, line in enumerate(lines, start=1):
        if line.game:
            yield Game(_figures(lines[begun:index], Line.BELOW), line.game)
            begun = index
    if not lines or not lines[-1].rubber:
        yield Game(_figures(lines[begun:], Line.BELOW), None)


def _figures(lines: Sequence[ScoredDeal], where: Line) -> BySide[Column]:
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
