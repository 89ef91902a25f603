"""Rules for remarks about a draw that was made elsewhere. None of them forbids it."""

from collections.abc import Iterator, Mapping, Sequence

from competition.adopt.rules.places import Seat
from competition.drawing.rules.layout import places_for
from competition.drawing.rules.pairing import Entry, Preferences
from competition.drawing.rules.reasons import Reasons
from competition.drawing.rules.records import Facts, entries, preferences
from scoring.rules.spoken import quantity


def remarks(facts: Facts, names: Mapping[int, str], seats: Sequence[Seat]) -> list[str]:
    """Return remarks about pairs of one club, the opening day, seeds, awarded byes and the number of places.

    `facts` are the entries and conditions, as a locked list has them. Open places do not count.
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
