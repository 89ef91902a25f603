"""The draw by lots, in the steps that `description` tells: the same pairs and the same seed give the same draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .first_round import first_round
from .layout import places_for
from .preferences import Entry, Preferences
from .seating import seats
from .seeded_random import SeededRandom

NAME = "lots-2"
MOST_PAIRS = 512
MOST_SEEDS = 16


@dataclass(frozen=True, slots=True)
class Lots:
    """A draw: the pair in each place (None is a bye), the first rounds drawn to find it, the texts lots came from.

    `tries` is 0 where no first round drawn by lot alone was good enough, and the best was changed by exchanges.
    """

    places: tuple[int | None, ...]
    tries: int
    texts: int


def draw(entries: Sequence[Entry], *, seed: str, preferences: Preferences) -> Lots:
    """The draw of 2 to 512 pairs that this seed gives, in whatever order they are listed; ValueError for others.

    Byes are spread evenly, and the preferences kept as far as they can be. Where `tries` is not 0, every first
    round that keeps them so far is equally likely; without seeds, so is every draw.
    """
    if why := objection(entries):
        raise ValueError(why)
    if not seed:
        raise ValueError("A draw needs a seed, so that it can be worked out again.")
    random = SeededRandom(f"{NAME}/{seed}")
    by_number = sorted(entries, key=lambda entry: entry.number)
    drawn = first_round(by_number, places_for(len(entries)) - len(entries), preferences, random)
    places = tuple(seats(drawn.matches, random))
    return Lots(places, drawn.tries, random.texts)


def objection(entries: Sequence[Entry]) -> str:
    """Why no draw can be made of these pairs; empty where it can."""
    seeds = [entry.seed for entry in entries if entry.seed]
    most_seeds = min(MOST_SEEDS, places_for(max(2, len(entries))) // 2)
    if len(entries) < 2:
        return "A draw needs at least two pairs."
    if len(entries) > MOST_PAIRS:
        return f"A draw holds at most {MOST_PAIRS} pairs, and these are {len(entries)}."
    if len({entry.number for entry in entries}) < len(entries):
        return "Two pairs have the same number: give each pair its own before the draw."
    if len(set(seeds)) < len(seeds):
        return "Two pairs have the same seed: give each rank once."
    if len(seeds) > most_seeds:
        return f"So few pairs can be kept apart only if at most {most_seeds} are seeded, not {len(seeds)}."
    return ""


def swapped(places: Sequence[int | None], swaps: Iterable[tuple[int, int]]) -> tuple[int | None, ...]:
    """The places after these pairs have changed with each other, one swap after the other."""
    for one, other in swaps:
        to = {one: other, other: one}
        places = [to.get(number, number) if number else None for number in places]
    return tuple(places)
