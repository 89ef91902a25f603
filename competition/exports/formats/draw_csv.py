"""The published draw as a table for a spreadsheet."""

from collections.abc import Iterator

from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState, SideState
from competition.pages import files

_SIDE = ("number", "pair", "club", "total")
COLUMNS = (
    *("round", "round_name", "code"),
    *(f"{place}_{fact}" for place in ("upper", "lower") for fact in _SIDE),
    *("state", "outcome", "winner", "play_by", "goes_on", "margin"),
)


def write(draw: PublishedDraw) -> str:
    """Write every match of the draw; sides not known yet stand in words.

    `winner` is the number of the pair that won. `goes_on` is that of the pair that goes through: another one where a
    correction let the rounds stand, and also filled for a bye and where nobody is left to play. `margin` is filled
    where a match was played and only its margin is known.
    """
    return files.csv_table(COLUMNS, map(_cells, draw.matches.values()))


def _cells(state: MatchState) -> Iterator[object]:
    yield from (state.round, state.round_name, state.code)
    for side in state.sides:
        yield from _side(side)
    result = state.result
    yield from (
        state.stage,
        result and result.kind,
        result and result.winner,
        state.play_by,
        state.through,
        result and result.only_margin,
    )


def _side(side: SideState) -> tuple[object, ...]:
    number, club = (side.pair.number, side.pair.club) if side.pair else (None, None)
    return number, side.text, club, side.total
