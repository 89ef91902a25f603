"""Where in a published draw a place can still change hands."""

from competition.entries.models.pair import Pair
from competition.knockout.models.draw import Placing
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.result import Kind
from competition.log.rules import not_revoked
from competition.lots.rules.layout import code

# A match that was only given to one of the two, or to neither, was never played.
_NOT_PLAYED = (Kind.WALKOVER, Kind.DOUBLE_DEFAULT)


def free_byes(draw: PublishedDraw) -> dict[int, Pair]:
    """The byes that a late pair can have, as nobody from there has begun a later match: who has it, by its place."""
    byes = [index for index, pair in enumerate(draw.holders) if pair is None]
    found = [(index, draw.matches[first_code(index)]) for index in byes]
    return {index: state.pairs[0] for index, state in found if not _begun(draw, state)}


def can_be_replaced(draw: PublishedDraw) -> list[Pair]:
    """The pairs in the draw whose place another pair can have, by number."""
    return [pair for _, pair in sorted(draw.pairs.items()) if not objection(draw, pair.number)]


def objection(draw: PublishedDraw, number: int) -> str:
    """Why the place of this pair cannot change hands any more, as a sentence; empty when it can."""
    state = draw.matches[first_code(index_of(draw, number))]
    if _was_played(state):
        return f"{state.code} has been played or decided: nobody can come into it any more."
    if begun := _begun(draw, state):
        return f"{begun} has begun, to which {state.code} leads: nobody can come in there any more."
    return ""


def index_of(draw: PublishedDraw, number: int) -> int:
    """Which place (from 0 at the top) this pair stands at."""
    return next(index for index, pair in enumerate(draw.holders) if pair and pair.number == number)


def place_of(draw: PublishedDraw, row: Placing) -> int:
    """Which place (from 0 at the top) this row is about."""
    return next(index for index, place in enumerate(draw.places) if place.pk == row.place_id)


def first_code(index: int) -> str:
    """The match of round 1 that this place (from 0 at the top) belongs to."""
    return code(1, index // 2 + 1)


def stand_nowhere(draw: PublishedDraw, entries: list[Pair]) -> list[Pair]:
    """Those of the entries that are not in the draw, and were not replaced in it."""
    gone = {row.instead_of_id for row in not_revoked(draw.placings)}
    return [pair for pair in entries if pair.number not in draw.pairs and pair.pk not in gone]


def _was_played(state: MatchState) -> bool:
    return bool(state.recorded or (state.last and state.last.kind not in _NOT_PLAYED))


def _begun(draw: PublishedDraw, state: MatchState) -> str:
    """The first match on the way from this one in which anything was played, sent in or decided; empty for none."""
    while state.feeds:
        state = draw.matches[state.feeds]
        if state.has_begun:
            return state.code
    return ""
