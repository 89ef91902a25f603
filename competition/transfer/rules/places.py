"""Rules for the places in a draw made elsewhere, remarks about them, and the order of round 1.

A list may have the matches of round 1 in any order, and name a pair with a bye only in round 2.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeVar

from competition.contest.rules.division import WHOLE, Division
from competition.draw.rules.pairing import DrawnEntry, Preferences, same_name
from competition.draw.rules.reasons import Reasons
from competition.draw.rules.records import Facts, entries, preferences
from competition.draw.rules.sections import places_for
from scoring.rules.words import quantity

T = TypeVar("T")
# A pair number, None for a bye, or the label of an open place.
Seat = int | str | None


def spread(pairs: Sequence[T]) -> "list[T | None]":
    """Return these pairs in order in the smallest draw, with the byes spread evenly. A bye is the lower place."""
    queue = list(pairs)
    places = list[T | None]()
    matches = places_for(len(pairs)) // 2
    byes = 2 * matches - len(pairs)
    for at in range(matches):
        has_bye = (at + 1) * byes // matches > at * byes // matches
        places += [queue.pop(0), None] if has_bye else [queue.pop(0), queue.pop(0)]
    return places


def fault_of_size(matches: int) -> str:
    """Return a sentence if no first round has this number of matches, otherwise ""."""
    if not matches & (matches - 1):
        return ""
    more = 1 << matches.bit_length()
    return (
        f"These lines make {matches} matches, and round 1 has {more >> 1} or {more}. A bye counts as a match. "
        "Add the missing lines, or delete those that do not belong to round 1."
    )


def fault_of_places(
    places: Sequence[int | None],
    entered: Collection[int | None],
    *,
    may_be_open: bool = False,
) -> str:
    """Return the first reason why these places are not a draw of the entered pairs, as a sentence, or "".

    `entered` are the numbers of the entered pairs. 0 is an open place.
    """
    numbers = [number for number in places if number]
    size = len(places)
    if size < 2 or size & (size - 1):
        return "A draw has 2, 4, 8, 16 ... places. Enter the draw first."
    if missing_pairs := sorted({*numbers} - {*entered}):
        return f"Pair {missing_pairs[0]} is in the draw but no longer entered. Enter it again, or choose another pair."
    if twice := next((number for number in numbers if numbers.count(number) > 1), None):
        first, second, *_ = (at for at, number in enumerate(places, start=1) if number == twice)
        return f"Pair {twice} has the places {first} and {second} in the draw. Each pair has one."
    matches = zip(places[::2], places[1::2], strict=True)
    if empty := next((at for at, match in enumerate(matches, start=1) if match == (None, None)), 0):
        return f"A bye is drawn against a bye in match {empty} of round 1. Move one of them."
    if may_be_open:
        return ""
    if 0 in places:
        verb = "is" if places.count(0) == 1 else "are"
        return f"{quantity(places.count(0), 'place')} of the draw {verb} still open."
    if missing := sorted({*entered} - {*numbers}, key=lambda number: number or 0):
        listed = ", ".join(map(str, missing))
        return f"These entered pairs have no place in the draw: {listed}. Give each a place, or remove its entry."
    return ""


def remarks(facts: Facts, names: Mapping[int, str], seats: Sequence[Seat]) -> list[str]:
    """Return remarks about pairs from one club, the opening day, seeds, awarded byes and the number of places.

    `facts` are the entries and conditions in the format of a locked list. Open places do not count.
    """
    by_number = {entry.number: entry for entry in entries(facts)}
    places = [by_number.get(seat) if isinstance(seat, int) else None for seat in seats]
    here = [entry for entry in places if entry]
    sentences = [*_clubs(places, names)]
    if len(here) == len(by_number):
        opening_only = Preferences(opening_day=preferences(facts).opening_day)
        reasons = Reasons(here, [entry.number if entry else None for entry in places], opening_only)
        sentences += [reason.text.removeprefix("Gave way: ") for reason in reasons if not reason.is_kept]
    if len(here) > 1 and len(seats) > places_for(len(by_number)):
        sentences.append(
            f"{quantity(len(by_number), 'pair')} would fit into {places_for(len(by_number))} places. "
            f"This draw has {len(seats)}."
        )
    return [f"{text[0].upper()}{text[1:]}" for text in sentences]


def _clubs(places: Sequence[DrawnEntry | None], names: Mapping[int, str]) -> Iterator[str]:
    for first, second in zip(places[::2], places[1::2], strict=True):
        if first and second and same_name(first.club, second.club):
            yield f"{names[first.number]} and {names[second.number]}, both of {first.club}, meet in round 1."


# A match of round 1: the numbers of its two pairs, or the number of a pair with a bye.
Match = tuple[int, ...]
# The matches of round 1 that lead to one match, in the order of the draw.
Part = list[Match]
# The written sides of each match in one round.
Round = Sequence[Sequence[str]]
# A function that returns the number of the pair with a written name, or None.
Find = Callable[[str], int | None]
_WINNER = re.compile(
    r"(?:the\s+)?winners?(?:\s+(?:of|from))?(?:\s*(?:match|table|game|m|R1-M)?\s*(?P<match>\d{1,3}))?", re.IGNORECASE
)


def is_winner(side: str) -> bool:
    """Return True for a side such as "winner" or "winners of match 3"."""
    return bool(_WINNER.fullmatch(side))


def order_of(matches: Sequence[Match], later: Sequence[Round], find: Find) -> list[Match]:
    """Return the matches of round 1 in the order of the later rounds, adding a match for each missing bye.

    Return the written order if it fits the later rounds, or if the later rounds do not name their pairs.
    """
    numbers = {number for match in matches for number in match}
    named = [find(side) for sides in later[0] for side in sides] if later else []
    byes = [(number,) for number in dict.fromkeys(named) if number and number not in numbers]
    parts: list[Part] = [[match] for match in (*matches, *byes)]
    size = 1
    for lines in later:
        joined = _join_parts(parts, lines, matches, find)
        if not joined:
            break
        parts = joined
        size = 2 * size
    order = [match for part in parts for match in part]
    return [*matches] if size == 1 or _is_same_draw(order, matches, size) else order


def _join_parts(parts: Sequence[Part], lines: Round, matches: Sequence[Match], find: Find) -> list[Part]:
    """Join two parts for each line and return them. Return [] unless the lines name each part exactly once."""
    if any(len(sides) != 2 for sides in lines):
        return []
    named = [_part_of(side, parts, matches, find) for sides in lines for side in sides]
    # "Winner" without a number means the first part that no side names.
    unnamed = iter([at for at in range(len(parts)) if at not in named])
    indexes = [next(unnamed, -1) if at is None else at for at in named]
    if sorted(indexes) != [*range(len(parts))]:
        return []
    return [[*parts[upper], *parts[lower]] for upper, lower in zip(indexes[::2], indexes[1::2], strict=True)]


def _part_of(side: str, parts: Sequence[Part], matches: Sequence[Match], find: Find) -> int | None:
    """Return the index of the part with the pair or match that this side names.

    Return None for a side without a known pair or match, and -1 for a match that is not in the list.
    """
    if (words := _WINNER.fullmatch(side)) and words["match"]:
        match = dict(enumerate(matches, start=1)).get(int(words["match"]))
        return next((at for at, part in enumerate(parts) if match in part), -1)
    number = find(side)
    return next((at for at, part in enumerate(parts) if any(number in match for match in part)), None)


def _is_same_draw(first: Sequence[Match], second: Sequence[Match], size: int) -> bool:
    """Return True if both orders have the same matches in every part of up to `size` matches."""
    sizes = [2**power for power in range(1, size.bit_length())]
    return all(_blocks(first, block) == _blocks(second, block) for block in sizes)


def _blocks(order: Sequence[Match], size: int) -> set[frozenset[Match]]:
    return {frozenset(order[at : at + size]) for at in range(0, len(order), size)}


def fault_of_division(division: Division) -> str:
    """Return a sentence if a draw made elsewhere cannot have this division on the desk, or ""."""
    if division == WHOLE:
        return ""
    return (
        "The conditions ask for sections, for pairs that join later, or for a new draw in each round. A draw made "
        "elsewhere has all its rounds and one final here. Change the conditions first."
    )
