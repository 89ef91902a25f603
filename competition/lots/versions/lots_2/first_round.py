"""Who meets whom in round 1, and who has a bye: by lot, as the preferences allow (steps 2 to 5 of `description`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .pairing import Costs, Pairing
from .preferences import Entry, Preferences
from .seeded_random import SeededRandom

IMPROVED_PAIRS = 1_000
IMPROVED_TRIES = 10
TRIED_PAIRS = 100_000
EXCHANGES_A_PAIR = 50

Match = tuple[Entry, Entry | None]


@dataclass(frozen=True, slots=True)
class FirstRound:
    """The matches of round 1, then the byes, as they were drawn.

    `tries` is how many first rounds were drawn to find one that is good enough, 0 where none was and the best
    was changed by exchanges.
    """

    matches: tuple[Match, ...]
    tries: int


def first_round(entries: Sequence[Entry], byes: int, preferences: Preferences, random: SeededRandom) -> FirstRound:
    """A first round that keeps the preferences as far as they can be kept; the entries come by number."""
    given = random.shuffled(entry for entry in entries if entry.given_bye)[:byes]
    numbers = {entry.number for entry in given}
    rest = [entry for entry in entries if entry.number not in numbers]
    draws = _FirstRounds(rest, byes - len(given), preferences, random)
    matters = preferences.clubs or preferences.areas or sum(bool(entry.seed) for entry in rest) > 1
    pairing, tries = draws.good_enough() if matters else (draws.by_lot(), 1)
    return FirstRound((*_matches(pairing), *((entry, None) for entry in given)), tries)


def _matches(pairing: Pairing) -> Iterator[Match]:
    both = list(zip(pairing.order[::2], pairing.order[1::2], strict=True))
    yield from ((one, other) for one, other in both if one and other)
    for one, other in both:
        if (alone := one or other) and not (one and other):
            yield alone, None


class _FirstRounds:
    """Draws first rounds until one is as good as can be."""

    def __init__(self, entries: Sequence[Entry], byes: int, preferences: Preferences, random: SeededRandom) -> None:
        self._entries, self._random = entries, random
        self._to_play = (len(entries) - byes) // 2
        self._coming = [entry for entry in entries if preferences.opening_day and entry.attending]
        self._costs = Costs(entries, preferences)

    def by_lot(self) -> Pairing:
        """A first round by lot alone, with as many matches as can be between pairs who come."""
        seated = 2 * self._to_play
        first = self._random.shuffled(self._coming)[: min(seated, len(self._coming) // 2 * 2)]
        numbers = {entry.number for entry in first}
        order = first + self._random.shuffled(entry for entry in self._entries if entry.number not in numbers)
        with_bye = (place for entry in order[seated:] for place in (entry, None))
        return Pairing([*order[:seated], *with_bye], self._costs)

    def good_enough(self) -> tuple[Pairing, int]:
        """A first round as good as the best that is known, and how many were drawn to find it by lot alone."""
        best = self._best()
        target = best.cost
        for tries in range(1, TRIED_PAIRS // len(self._entries) + 1):
            pairing = self.by_lot()
            if pairing.cost <= target:
                return pairing, tries
        shuffle(best, self._random)
        return best, 0

    def _best(self) -> Pairing:
        tries = max(1, min(IMPROVED_TRIES, IMPROVED_PAIRS // len(self._entries)))
        drawn = [self.by_lot() for _ in range(tries)]
        for pairing in drawn:
            pairing.improve()
        return min(drawn, key=lambda pairing: pairing.cost)


def shuffle(pairing: Pairing, random: SeededRandom) -> None:
    """Exchange by lot whatever makes nothing worse, so that who was drawn first has no advantage."""
    before = None
    while pairing.cost != before:
        before = pairing.cost
        for _ in range(EXCHANGES_A_PAIR * sum(entry is not None for entry in pairing.order)):
            _exchange_by_lot(pairing, random)
        pairing.improve()


def _exchange_by_lot(pairing: Pairing, random: SeededRandom) -> None:
    """Two places, or three where two do not do, if the whole stays as good as it was."""
    places = len(pairing.order)
    one = random.lot(places)
    other = _elsewhere(places, [one], random)
    gain = pairing.gain(one, other)
    pairing.exchange(one, other)
    if gain and places > 4:
        third = _elsewhere(places, [one, other], random)
        gain += pairing.gain(other, third)
        if not gain:
            pairing.exchange(other, third)
    if gain:
        pairing.exchange(one, other)


def _elsewhere(places: int, taken: list[int], random: SeededRandom) -> int:
    """A place by lot, from the top, of the matches in which none is taken."""
    place = random.lot(places - 2 * len(taken))
    for match in sorted(one & ~1 for one in taken):
        place += 2 * (place >= match)
    return place
