"""The score pad for a whole match: rubbers side by side, above and below the line (Law 75)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.rules.deal import ScoreEntry
from scoring.rules.pad import Column, Pad, RubberGame, credits_of, pads
from scoring.rules.sheet import Sheet
from scoring.rules.sides import Reader, Seat, Side, Tally
from scoring.rules.tariff import GAMES_OF_A_RUBBER
from scoring.rules.words import ordinal, rubber_words

# The number of rubbers side by side. Further rubbers are below them.
RUBBERS_ACROSS = 8
MOST_GAMES = 2 * GAMES_OF_A_RUBBER - 1


class PadCell(NamedTuple):
    """One side's points in one part of a rubber. `credits` are its Law 80 credits.

    `line` is "game" or "rubber" if a line below this part ends the game or the rubber.
    """

    figures: Column = ()
    credits: tuple[int, ...] = ()
    line: str = ""


class PadRubber(NamedTuple):
    """A rubber on the pad of a match. In each pair of values, the reader's side comes first."""

    title: str
    note: str
    above: tuple[PadCell, PadCell]
    games: list[tuple[PadCell, PadCell]]
    total: tuple[int, int]


class PadPlayer(NamedTuple):
    """A player with the points in each rubber. `total` is None if further rubbers are below."""

    name: str
    points: list[int]
    total: int | None


class PadTable(NamedTuple):
    """Rubbers side by side. `games` has a row for each game."""

    rubbers: Sequence[PadRubber]
    players: list[PadPlayer]
    games: list[list[PadCell]]


def pad_tables(sheet: Sheet, reader: Reader, names: Mapping[Seat, str], *, is_over: bool) -> list[PadTable]:
    """Return the pad for a match with at least one deal.

    `is_over` is True if play has stopped, so that the rubber in play gets its Law 80 credits.
    """
    credits = credits_of(sheet, is_over=is_over)
    rubbers = [_rubber(pad, pad_credits, reader) for pad, pad_credits in zip(pads(sheet), credits, strict=False)]
    starts = range(0, len(rubbers), RUBBERS_ACROSS)
    return [_table(rubbers, start, reader, names) for start in starts]


def _table(rubbers: list[PadRubber], start: int, reader: Reader, names: Mapping[Seat, str]) -> PadTable:
    across = rubbers[start : start + RUBBERS_ACROSS]
    is_last = start + RUBBERS_ACROSS >= len(rubbers)
    players = []
    # Keep partners together.
    for place, side in enumerate((reader.side, reader.side.other)):
        points = [rubber.total[place] for rubber in across]
        total = sum(rubber.total[place] for rubber in rubbers) if is_last else None
        players += [PadPlayer(names[seat], points, total) for seat in Seat if seat.side is side and seat in names]
    games = [[cell for rubber in across for cell in rubber.games[number]] for number in range(MOST_GAMES)]
    return PadTable(across, players, [row for row in games if any(cell.figures or cell.line for cell in row)])


def _rubber(pad: Pad, credits: Sequence[ScoreEntry], reader: Reader) -> PadRubber:
    note = rubber_words(pad.total, reader.name) if pad.finished else "unfinished"
    total = sum((Tally(0, 0).plus(entry.side, entry.points) for entry in credits), start=pad.total)
    games = [_game(game, number, pad, reader) for number, game in enumerate(pad.games, start=1)]
    blank = [(PadCell(), PadCell())] * (MOST_GAMES - len(games))
    return PadRubber(
        f"{ordinal(pad.number).capitalize()} rubber",
        note,
        _above(pad, credits, reader),
        games + blank,
        total.seen_from(reader.side),
    )


def _above(pad: Pad, credits: Sequence[ScoreEntry], reader: Reader) -> tuple[PadCell, PadCell]:
    def cell(side: Side) -> PadCell:
        return PadCell(pad.above[side], tuple(entry.points for entry in credits if entry.side is side))

    return cell(reader.side), cell(reader.side.other)


def _game(game: RubberGame, number: int, pad: Pad, reader: Reader) -> tuple[PadCell, PadCell]:
    line = "rubber" if pad.finished and number == len(pad.games) else "game" if game.winner else ""
    ours, theirs = game.below.seen_from(reader.side)
    return PadCell(ours, line=line), PadCell(theirs, line=line)
