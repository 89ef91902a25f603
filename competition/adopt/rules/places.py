"""Rules for the places of a draw that was made elsewhere, and remarks about them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeVar

from competition.drawing.rules.layout import places_for
from competition.drawing.rules.pairing import Entry, Preferences
from competition.drawing.rules.reasons import Reasons
from competition.drawing.rules.records import Facts, entries, preferences
from scoring.rules.spoken import quantity

T = TypeVar("T")
# A pair number, None for a bye, or the label of an open place.
Seat = int | str | None


def spread(pairs: Sequence[T]) -> "list[T | None]":
    """Return these pairs in order in the smallest draw, with the byes spread evenly. A bye is the lower place."""
    queue, found = list(pairs), list[T | None]()
    matches = places_for(len(pairs)) // 2
    byes = 2 * matches - len(pairs)
    for at in range(matches):
        has_bye = (at + 1) * byes // matches > at * byes // matches
        found += [queue.pop(0), None] if has_bye else [queue.pop(0), queue.pop(0)]
    return found


def fault_of_size(matches: int) -> str:
    """Return a sentence if no first round has this number of matches, otherwise ""."""
    if not matches & (matches - 1):
        return ""
    more = 1 << matches.bit_length()
    return (
        f"These lines make {matches} matches, and round 1 has {more >> 1} or {more}. A bye counts as a match. "
        "Add the missing lines, or delete those that do not belong to round 1."
    )


def fault_of_places(places: Sequence[int | None], known: Collection[int | None], *, may_be_open: bool = False) -> str:
    """Return a sentence about the first reason why these places are not a draw of the entered pairs, or "".

    `known` are the numbers of the entered pairs. 0 is an open place.
    """
    numbers = [number for number in places if number]
    size = len(places)
    if size < 2 or size & (size - 1):
        return "A draw has 2, 4, 8, 16 ... places. Enter the draw first."
    if gone := sorted({*numbers} - {*known}):
        return f"Pair {gone[0]} is in the draw but no longer entered. Enter it again, or choose another pair."
    if len({*numbers}) < len(numbers):
        return "A pair has two places in the draw. Each pair has one."
    if any(one is None and other is None for one, other in zip(places[::2], places[1::2], strict=True)):
        return "A bye stands against a bye. Move one of them."
    if may_be_open:
        return ""
    if 0 in places:
        return f"{quantity(places.count(0), 'place')} of the draw {'is' if places.count(0) == 1 else 'are'} still open."
    if missing := sorted({*known} - {*numbers}, key=lambda number: number or 0):
        listed = ", ".join(map(str, missing))
        return f"These entered pairs have no place in the draw: {listed}. Give each a place, or remove its entry."
    return ""


def remarks(facts: Facts, names: Mapping[int, str], seats: Sequence[Seat]) -> list[str]:
    """Return remarks about pairs of one club, the opening day, seeds, awarded byes and the number of places.

    `facts` are the entries and conditions in the format of a locked list. Open places do not count.
    """
    by_number = {entry.number: entry for entry in entries(facts)}
    places = [by_number.get(seat) if isinstance(seat, int) else None for seat in seats]
    here = [entry for entry in places if entry]
    found = [*_clubs(places, names)]
    if len(here) == len(by_number):
        wanted = Preferences(opening_day=preferences(facts).opening_day)
        reasons = Reasons(here, [entry.number if entry else None for entry in places], wanted)
        found += [reason.text.removeprefix("Gave way: ") for reason in reasons if not reason.is_kept]
    if len(here) > 1 and len(seats) > places_for(len(by_number)):
        found.append(
            f"{quantity(len(by_number), 'pair')} would fit into {places_for(len(by_number))} places. "
            f"This draw has {len(seats)}."
        )
    return [f"{text[0].upper()}{text[1:]}" for text in found]


def _clubs(places: Sequence[Entry | None], names: Mapping[int, str]) -> Iterator[str]:
    club = Preferences(clubs=True).kind
    for one, other in zip(places[::2], places[1::2], strict=True):
        if one and other and one.club and club(one).club == club(other).club:
            yield f"{names[one.number]} and {names[other.number]}, both of {one.club}, meet in round 1."
