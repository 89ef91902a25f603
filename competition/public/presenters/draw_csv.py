"""The published draw as a CSV table."""

from collections.abc import Iterator

from competition.draw.presenters.match_line import match_line
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch
from competition.web import files

_SIDE = ("number", "pair", "club", "total")
COLUMNS = (
    *("round", "round_name", "code"),
    *(f"{place}_{fact}" for place in ("upper", "lower") for fact in _SIDE),
    *("state", "outcome", "winner", "play_by", "goes_on", "margin", "provenance"),
)


def write(draw: PublishedDraw) -> str:
    """Return every match of the draw as CSV. A side that is not yet known is described in words.

    `winner` is the number of the winning pair. `goes_on` is the number of the pair that goes through. It differs from
    `winner` if a correction kept the later rounds, and it is also set for byes and for matches without opponents.
    `margin` is set if only the margin of a played match is known. `provenance` says whether the draw was imported.
    """
    provenance = draw.competition.provenance
    return files.csv_table(COLUMNS, ([*_cells(state), provenance] for state in draw.matches.values()))


def _cells(state: PublishedMatch) -> Iterator[object]:
    line = match_line(state)
    yield from (state.round, line.round, line.code)
    for side in line.sides:
        yield from (side.number or None, side.text, side.club, side.points)
    yield from (state.stage, line.outcome, line.winner, state.play_by, state.through, line.margin)
