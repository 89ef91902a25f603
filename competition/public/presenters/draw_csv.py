"""The published draw as a CSV table."""

from collections.abc import Iterator

from competition.draw.presenters.match_line import match_line
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.later_rounds import is_by_round
from competition.draw.queries.places import first_code
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.sources import ClosestLoser, Source, WinnerOf
from competition.web import files

_SIDE = ("number", "pair", "club", "total")
COLUMNS = (
    *("round", "round_name", "code"),
    *(f"{place}_{fact}" for place in ("upper", "lower") for fact in _SIDE),
    *("state", "outcome", "winner", "play_by", "goes_on", "margin", "provenance"),
    *("joins_by", "upper_from", "lower_from"),
)


def write(draw: PublishedDraw) -> str:
    """Return every match of the draw as CSV. A side that is not yet known is described in words.

    `winner` is the number of the winning pair. `goes_on` is the number of the pair that goes through. It differs from
    `winner` if a correction kept the later rounds, and it is also set for byes and for matches without opponents.
    `margin` is set if only the margin of a played match is known. `provenance` says whether the draw was imported.
    `joins_by` is the last day on which a pair can be given the place in this match that is kept for a later entry.
    `upper_from` and `lower_from` are the matches from which both sides come, if the rounds are drawn one by one.
    """
    provenance, until = draw.competition.provenance, draw.competition.conditions.join_until
    joined = dict.fromkeys((first_code(draw, at) for at in draw.kept), until)
    sources = _sources(draw) if is_by_round(draw) else {}
    rows = (
        [*_cells(state), provenance, joined.get(state.code), *sources.get(state.code, (None, None))]
        for state in draw.matches.values()
    )
    return files.csv_table(COLUMNS, rows)


def _sources(draw: PublishedDraw) -> dict[str, list[str | None]]:
    """Return the match from which each side comes, by match code, in a draw round by round."""
    spots = draw.spots([pair.number if pair else None for pair in draw.holders])
    return {spot.code: [_source(side) for side in spot.sides] for spot in spots}


def _source(side: Source) -> str | None:
    if isinstance(side, ClosestLoser):
        return f"loser of {side.match}"
    return side.match if isinstance(side, WinnerOf) else None


def _cells(state: PublishedMatch) -> Iterator[object]:
    line = match_line(state)
    yield from (state.round, line.round, line.code)
    for side in line.sides:
        yield from (side.number or None, side.text, side.club, side.points)
    yield from (state.stage, line.outcome, line.winner, state.play_by, state.through, line.margin)
