"""The published draw as a table for a spreadsheet."""

import csv
import io
from collections.abc import Iterator

from competition.queries import Knockout, MatchState, SideState

_SIDE = ("number", "pair", "club", "total")
COLUMNS = (
    *("round", "round_name", "code"),
    *(f"{place}_{fact}" for place in ("upper", "lower") for fact in _SIDE),
    *("state", "outcome", "winner", "play_by"),
)
# A spreadsheet takes a cell that begins like this for a formula, and may run it.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def write(now: Knockout) -> str:
    """Every match of the draw, with the byte order mark without which spreadsheets misread accents.

    Sides not known yet stand in words; `winner` is the number of the pair that won.
    """
    text = io.StringIO("\ufeff")
    text.seek(0, io.SEEK_END)
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows(map(_safe, _cells(state)) for state in now.by_code.values())
    return text.getvalue()


def _cells(state: MatchState) -> Iterator[object]:
    yield from (state.round, state.round_name, state.code)
    for side in state.sides:
        yield from _side(side)
    outcome = state.outcome
    yield from (state.stage, outcome and outcome.kind, outcome and outcome.winner, state.play_by)


def _side(side: SideState) -> tuple[object, ...]:
    number, club = (side.pair.number, side.pair.club) if side.pair else (None, None)
    return number, side.text, club, side.total


def _safe(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
