"""Queries for the places of a draw and its plate that a pair can still take."""

from competition.audit.rules import not_revoked
from competition.draw.models.rounds import PlaceChange
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch, PublishedRound, local_date
from competition.draw.rules.bracket import Nobody
from competition.draw.rules.layout import code
from competition.draw.rules.result import ResultKind
from competition.draw.rules.sections import join_match
from competition.entries.models import Pair

# Results of matches that were not played.
_NOT_PLAYED = (ResultKind.WALKOVER, ResultKind.DOUBLE_DEFAULT)


def free_byes(draw: PublishedDraw) -> dict[int, Pair]:
    """Return the pairs with byes that a late pair can get at random, by place. Awarded byes are excluded."""
    return {index: pair for index, pair in _open_byes(draw).items() if index not in awarded_byes(draw)}


def awarded_byes(draw: PublishedDraw) -> dict[int, Pair]:
    """Return the pairs with an awarded bye that a late pair can take by name, by place."""
    drawn = {index: draw.places[index ^ 1].pair for index in _open_byes(draw)}
    return {index: pair for index, pair in drawn.items() if pair and pair.given_bye}


def _open_byes(draw: PublishedDraw) -> dict[int, Pair]:
    """Return the pairs with a bye that have not begun a later match, by place."""
    kept = {place for first, size in draw.kept.items() for place in range(first, first + size)}
    byes = [index for index, pair in enumerate(draw.holders) if pair is None and index not in kept]
    matches = [(index, draw.matches[first_code(draw, index)]) for index in byes]
    return {index: state.pairs[0] for index, state in matches if not _begun(draw, state)}


def can_be_replaced(draw: PublishedDraw) -> list[Pair]:
    """Return the pairs that can be replaced, by number."""
    return [pair for _, pair in sorted(draw.main_pairs.items()) if not objection(draw, pair.number)]


def objection(draw: PublishedDraw, number: int) -> str:
    """Return a sentence about why this pair cannot be replaced, or "" if it can."""
    state = draw.matches[first_code(draw, index_of(draw, number))]
    if _was_played(state):
        return f"Its first match, {state.label}, has been played or decided, so no pair can join it."
    if begun := _begun(draw, state):
        return f"No pair can join {state.label}, because {begun} follows it and has begun."
    return ""


def index_of(draw: PublishedDraw, number: int) -> int:
    """Return this pair's place (from 0 at the top)."""
    return next(index for index, pair in enumerate(draw.holders) if pair and pair.number == number)


def place_of(draw: PublishedDraw, row: PlaceChange) -> int:
    """Return the place of this change (from 0 at the top)."""
    return next(index for index, place in enumerate(draw.places) if place.pk == row.place_id)


def place_code(draw: PublishedDraw, row: PlaceChange) -> str:
    """Return the code of the match with the changed place: in the plate, in round 1, or where a pair joins later."""
    if is_of_plate(draw, row):
        corners = [place.pk for place in draw.rows.corners]
        return draw.plate_places[corners.index(row.place_id)][0]
    return first_code(draw, place_of(draw, row))


def is_of_plate(draw: PublishedDraw, row: PlaceChange) -> bool:
    """Return True if this row changes a place in the plate, or undoes such a change."""
    kinds = {other.pk: other.kind for other in draw.placings}
    return kinds.get(row.undoes_id or row.pk, row.kind) == PlaceChange.Kind.PLATE


def is_plate_open(draw: PublishedDraw) -> bool:
    """Return True if a pair from outside the draw can enter the plate today."""
    until = draw.competition.conditions.plate_open_until
    return until is not None and bool(draw.bracket.plate) and local_date(draw.now) <= until


def free_plate_places(draw: PublishedDraw) -> list[int]:
    """Return the places in the plate that no first loser can take, if no later match has begun."""
    places = enumerate(draw.plate_places, start=1)
    return [at for at, (code, side) in places if isinstance(side, Nobody) and not _begun(draw, draw.matches[code])]


def is_joining_open(draw: PublishedDraw) -> bool:
    """Return True if the organiser can still give a pair a place kept for pairs that join later."""
    until = draw.competition.conditions.join_until
    return until is not None and bool(draw.kept) and local_date(draw.now) <= until


def free_kept_places(draw: PublishedDraw) -> list[int]:
    """Return the free places kept for pairs that join later, from 1 at the top of the draw."""
    return [index + 1 for index in draw.kept if draw.holders[index] is None]


def join_round(draw: PublishedDraw) -> PublishedRound:
    """Return the round in which pairs join later. The draw must have places kept for them."""
    size = next(iter(draw.kept.values()))
    return draw.main_rounds[size.bit_length() - 1]


def first_code(draw: PublishedDraw, index: int) -> str:
    """Return the code of the first match at this place (from 0 at the top): in round 1, or where a pair joins later."""
    size = draw.kept.get(index)
    return code(*join_match(index, size)) if size else code(1, index // 2 + 1)


def stand_nowhere(draw: PublishedDraw, entries: list[Pair]) -> list[Pair]:
    """Return the entries that are not in the draw and have not been replaced in it."""
    gone = {row.instead_of_id for row in not_revoked(draw.placings)}
    return [pair for pair in entries if pair.number not in draw.pairs and pair.pk not in gone]


def _was_played(state: PublishedMatch) -> bool:
    return bool(state.recorded or (state.last and state.last.kind not in _NOT_PLAYED))


def _begun(draw: PublishedDraw, state: PublishedMatch) -> str:
    """Return words for the first later match with deals, a report or a decision, or ""."""
    while state.feeds:
        state = draw.matches[state.feeds]
        if state.has_begun:
            return state.label
    return ""
