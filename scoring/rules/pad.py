"""The score pad as written on paper, by rubber (Laws 74 and 75)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from scoring.rules.conditions import TieBreak
from scoring.rules.deal import ScoreEntry, ScorePart, WrittenEntry
from scoring.rules.rubber import Rubber
from scoring.rules.sheet import Sheet, Standing
from scoring.rules.sides import NOTHING, BySide, Seat, Side, Tally


class WrittenLine(Protocol):
    """Entries of a deal, and the side that won a game on it."""

    @property
    def number(self) -> int: ...
    @property
    def entries(self) -> Sequence[WrittenEntry]: ...
    @property
    def score(self) -> Tally: ...
    @property
    def game(self) -> Side | None: ...


class PadFigure(NamedTuple):
    """Points on the pad, with their deal and their reason."""

    points: int
    deal: int
    reason: str


Column = tuple[PadFigure, ...]


class RubberGame(NamedTuple):
    """Trick points towards one game, and the side that won it, if any."""

    below: BySide[Column]
    winner: Side | None


class Pad(NamedTuple):
    """One rubber on the pad. `total` has all points written for each side.

    `finished` is False for an unfinished rubber, and for a pad that is not a rubber in a match.
    """

    number: int
    above: BySide[Column]
    games: tuple[RubberGame, ...]
    total: Tally
    finished: bool = False


def pads(sheet: Sheet) -> tuple[Pad, ...]:
    """Return the pad for every rubber.

    Until the match is decided, the last pad is the rubber in play, even if it is empty.
    """
    rubber_pads = [
        pad_of(row.number, sheet.lines[row.first_deal - 1 : row.last_deal], runs=not row.finished)._replace(
            finished=row.finished
        )
        for row in sheet.rubbers
    ]
    if sheet.next_number and not _last_rubber_runs(sheet):
        rubber_pads.append(pad_of(len(rubber_pads) + 1, (), runs=True))
    return tuple(rubber_pads)


def pad_of(number: int, lines: Sequence[WrittenLine], *, runs: bool) -> Pad:
    """Return the pad for a rubber with these deals. If `runs` is True, it ends with an open game."""
    total = sum((line.score for line in lines), start=NOTHING)
    return Pad(number, _figures(lines, ScorePart.ABOVE), tuple(_games(lines, runs)), total)


def credits_of(sheet: Sheet, *, is_over: bool) -> list[tuple[ScoreEntry, ...]]:
    """Return the Law 80 credits for each rubber with a deal.

    A rubber in play gets credits only if the match is decided, or if `is_over` is True for another reason.
    """
    all_pads = pads(sheet)[: len(sheet.rubbers)]
    runs = _last_rubber_runs(sheet) and not (sheet.winner or is_over)
    return [
        () if pad.finished or (runs and pad is all_pads[-1]) else _state(pad).credits(sheet.conditions.only_partscore)
        for pad in all_pads
    ]


def deals_to_come(sheet: Sheet) -> tuple[tuple[int, Seat], ...]:
    """Return the number and dealer of every deal still to play."""
    played = len(sheet.lines)
    return tuple((number + 1, sheet.first_dealer.after(number)) for number in range(played, sheet.stage_end))


def _last_rubber_runs(sheet: Sheet) -> bool:
    if not sheet.rubbers or sheet.rubbers[-1].finished:
        return False
    broken_off = sheet.standing is Standing.TIED and sheet.conditions.tie_break is TieBreak.FRESH
    return not broken_off


def _state(pad: Pad) -> Rubber:
    """Return the games and part-scores in an unfinished rubber."""
    *won, current = pad.games
    winners = [game.winner for game in won]
    ns, ew = (sum(figure.points for figure in column) for column in current.below)
    return Rubber(Tally(winners.count(Side.NS), winners.count(Side.EW)), Tally(ns, ew))


def _games(lines: Sequence[WrittenLine], runs: bool) -> Iterator[RubberGame]:
    begun = 0
    for index, line in enumerate(lines, start=1):
        if line.game:
            yield RubberGame(_figures(lines[begun:index], ScorePart.BELOW), line.game)
            begun = index
    if runs or begun < len(lines):
        yield RubberGame(_figures(lines[begun:], ScorePart.BELOW), None)


def _figures(lines: Sequence[WrittenLine], where: ScorePart) -> BySide[Column]:
    ns, ew = (
        tuple(
            PadFigure(entry.points, line.number, entry.reason)
            for line in lines
            for entry in line.entries
            if entry.side is side and entry.line is where
        )
        for side in Side
    )
    return BySide(ns, ew)
