"""Rules for the size of a draw, and for the sections with a place kept for a pair that joins a later round."""

from collections.abc import Iterator, Sequence

from competition.contest.rules.division import BY_ROUND, WHOLE, Division

# The places of a draw made elsewhere: the number of a pair or None for a bye, or a list of these for each section.
# A draw round by round has one list.
PlacesElsewhere = Sequence[int | None] | Sequence[Sequence[int | None]]


def places_for(pairs: int, division: Division = WHOLE) -> int:
    """Return the number of places in the smallest draw for this number of pairs (at least 2).

    `pairs` does not include the pairs that join later. In a draw round by round, every pair plays in round 1, except
    one with a bye if the number is odd.
    """
    if division.is_by_round:
        return pairs + pairs % 2
    size = 1
    while division.sections * size < pairs:
        size *= 2
    return division.left * size


def byes_for(pairs: int, division: Division = WHOLE) -> int:
    """Return the number of byes in round 1 of the smallest draw for this number of pairs."""
    return division.sections * places_for(pairs, division) // division.left - pairs


def sample_places(pairs: int, division: Division = WHOLE) -> list[int | None]:
    """Return places with the shape of the draw for this number of pairs, before its byes are shared out.

    Every match of the draw has at least one pair. Sections with a kept place are empty.
    """
    size = places_for(pairs, division) // division.left
    kept = {2 * at for at in range(division.kept)}
    return [None if place // size in kept else place + 1 for place in range(division.left * size)]


def rounds_for(places: int, division: Division = WHOLE) -> int:
    """Return the number of rounds of a draw with this number of places."""
    if division.is_by_round:
        return len(matches_by_round(places // 2))
    return (places // division.apart).bit_length() - 1


def matches_by_round(first: int) -> list[int]:
    """Return the number of matches in each round of a draw round by round, byes included.

    `first` is their number in round 1.
    """
    counts = [first]
    while counts[-1] > 1:
        counts.append((counts[-1] + 1) // 2)
    return counts


def divided(places: Sequence[int | None], division: Division) -> PlacesElsewhere:
    """Return these places of a draw made elsewhere as they are stored.

    They are in a list for each section without a final, or in one list if the rounds were drawn one by one.
    """
    size = len(places) // division.apart
    has_parts = division.apart > 1 or division.is_by_round
    return [places[at : at + size] for at in range(0, len(places), size)] if has_parts else [*places]


def joined(stored: PlacesElsewhere) -> list[int | None]:
    """Return the places of a draw made elsewhere from the top, from the places as they are stored."""
    return [number for part in stored for number in (part if isinstance(part, Sequence) else [part])]


def division_in(stored: PlacesElsewhere) -> Division:
    """Return the sections of a draw made elsewhere, from its places as they are stored.

    A section without pairs has a place kept for a pair that joins later.
    """
    if sections := sum(isinstance(part, Sequence) for part in stored):
        if len(stored) == 1:
            return BY_ROUND
        return Division(0, sections, has_final=False)
    kept = kept_places(joined(stored)) if _is_power_of_two(len(stored)) else {}
    return Division(len(kept), len(stored) // max(kept.values())) if kept else WHOLE


def is_divided(stored: PlacesElsewhere) -> bool:
    """Return True if a draw made elsewhere can have these places. A bye is beside a pair, or in an empty section."""
    division, places = division_in(stored), joined(stored)
    if division.is_by_round:
        both = [*zip(places[::2], places[1::2], strict=False)]
        return len(places) == 2 * len(both) > 0 and (None, None) not in both
    sizes = {len(part) if isinstance(part, Sequence) else 0 for part in stored} if division.apart > 1 else {len(stored)}
    if len(sizes) > 1 or not _is_power_of_two(*sizes) or not (division == WHOLE or division.is_possible):
        return False
    empty = sum(up is None and low is None for up, low in zip(places[::2], places[1::2], strict=True))
    return 2 * empty == division.kept * len(places) // division.left


def _is_power_of_two(size: int) -> bool:
    """Return True for 2, 4, 8, 16 ..."""
    return size > 1 and not size & (size - 1)


def kept_places(places: Sequence[int | None]) -> dict[int, int]:
    """Return the sections without pairs in these places as drawn: the first place of each (from 0) and its size.

    None is a place without a pair.
    """
    empty = [up is None and low is None for up, low in zip(places[::2], places[1::2], strict=True)]
    return dict(_empty_sections(empty, 0, len(empty))) if any(empty) else {}


def _empty_sections(empty: Sequence[bool], first: int, matches: int) -> Iterator[tuple[int, int]]:
    """Yield the largest sections of empty matches among these matches of round 1, each as its first place and size."""
    if all(empty[first : first + matches]):
        yield 2 * first, 2 * matches
    elif matches > 1:
        yield from _empty_sections(empty, first, matches // 2)
        yield from _empty_sections(empty, first + matches // 2, matches // 2)


def join_match(place: int, size: int) -> tuple[int, int]:
    """Return the round and the position of the match that a pair joins from a section of this size.

    `place` is the first place of the section, from 0.
    """
    return size.bit_length(), place // (2 * size) + 1
