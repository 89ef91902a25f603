"""The published draw as a CSV table."""

from collections.abc import Iterator

from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import MatchSide, PublishedMatch
from competition.web import files

_SIDE = ("number", "pair", "club", "total")
COLUMNS = (
    *("round", "round_name", "code"),
    *(f"{place}_{fact}" for place in ("upper", "lower") for fact in _SIDE),
    *("state", "outcome", "winner", "play_by", "goes_on", "margin"),
)


def write(draw: PublishedDraw) -> str:
    """Return every match of the draw as CSV. A side that is not yet known is described in words.

    `winner` is the number of the winning pair. `goes_on` is the number of the pair that goes through. It differs from
    `winner` if a correction kept the later rounds, and it is also set for byes and for matches without opponents.
    `margin` is set if only the margin of a played match is known.
    """
    return files.csv_table(COLUMNS, map(_cells, draw.matches.values()))


def _cells(state: PublishedMatch) -> Iterator[object]:
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


def _side(side: MatchSide) -> tuple[object, ...]:
    number, club = (side.pair.number, side.pair.club) if side.pair else (None, None)
    return number, side.text, club, side.total
