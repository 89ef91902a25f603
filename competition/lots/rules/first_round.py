"""Who meets whom in round 1, and who has a bye: by lot, as the leanings allow (see `competition.lots.rules.lots`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from competition.lots.rules.pairing import Costs, Pairing
from competition.lots.rules.preferences import Entry, Preferences
from competition.lots.rules.seeded_random import SeededRandom

MENDED_PAIRS = 1_000
MENDED_TRIES = 10
TRIED_PAIRS = 100_000
EXCHANGES_A_PAIR = 50

Match = tuple[Entry, Entry | None]


@dataclass(frozen=True, slots=True)
class FirstRound:
    """The matches of round 1, then the byes, as they left the hat.

    `tries` is how many first rounds were drawn to find one that is good enough, 0 where none was and the best
    was changed by exchanges.
    """

    matches: tuple[Match, ...]
    tries: int


def first_round(entries: Sequence[Entry], byes: int, leanings: Preferences, hat: SeededRandom) -> FirstRound:
    """A first round that keeps the leanings as far as they can be kept; the entries come by number."""
    given = hat.shuffled(entry for entry in entries if entry.given_bye)[:byes]
    numbers = {entry.number for entry in given}
    rest = [entry for entry in entries if entry.number not in numbers]
    caster = _Caster(rest, byes - len(given), leanings, hat)
    matters = leanings.clubs or leanings.areas or sum(bool(entry.seed) for entry in rest) > 1
    twos, tries = caster.good_enough() if matters else (caster.cast(), 1)
    return FirstRound((*_matches(twos), *((entry, None) for entry in given)), tries)


def _matches(twos: Pairing) -> Iterator[Match]:
    both = list(zip(twos.order[::2], twos.order[1::2], strict=True))
    yield from ((one, other) for one, other in both if one and other)
    yield from ((one or other, None) for one, other in both if not (one and other))  # type: ignore[misc]


class _Caster:
    """Draws first rounds until one is as good as can be."""

    def __init__(self, entries: Sequence[Entry], byes: int, leanings: Preferences, hat: SeededRandom) -> None:
        self._entries, self._hat = entries, hat
        self._to_play = (len(entries) - byes) // 2
        self._coming = [entry for entry in entries if leanings.opening_day and entry.attending]
        self._strains = Costs(entries, leanings)

    def cast(self) -> Pairing:
        """A first round by lot alone, with as many matches as can be between pairs who come."""
        seated = 2 * self._to_play
        first = self._hat.shuffled(self._coming)[: min(seated, len(self._coming) // 2 * 2)]
        numbers = {entry.number for entry in first}
        order = first + self._hat.shuffled(entry for entry in self._entries if entry.number not in numbers)
        with_bye = (place for entry in order[seated:] for place in (entry, None))
        return Pairing([*order[:seated], *with_bye], self._strains)

    def good_enough(self) -> tuple[Pairing, int]:
        """A first round as good as the best that is known, and how many were drawn to find it by lot alone."""
        best = self._best()
        mark = best.strain
        for tries in range(1, TRIED_PAIRS // len(self._entries) + 1):
            twos = self.cast()
            if twos.strain <= mark:
                return twos, tries
        shuffle(best, self._hat)
        return best, 0

    def _best(self) -> Pairing:
        mended = [self.cast() for _ in range(max(1, min(MENDED_TRIES, MENDED_PAIRS // len(self._entries))))]
        for twos in mended:
            twos.mend()
        return min(mended, key=lambda twos: twos.strain)


def shuffle(twos: Pairing, hat: SeededRandom) -> None:
    """Exchange by lot whatever makes nothing worse, so that who left the hat first has no advantage."""
    before = None
    while twos.strain != before:
        before = twos.strain
        for _ in range(EXCHANGES_A_PAIR * sum(entry is not None for entry in twos.order)):
            _exchange_by_lot(twos, hat)
        twos.mend()


def _exchange_by_lot(twos: Pairing, hat: SeededRandom) -> None:
    """Two places, or three where two do not do, if the whole stays as good as it was."""
    places = len(twos.order)
    one = hat.lot(places)
    other = _elsewhere(places, [one], hat)
    gain = twos.gain(one, other)
    twos.exchange(one, other)
    if gain and places > 4:
        third = _elsewhere(places, [one, other], hat)
        gain += twos.gain(other, third)
        if not gain:
            twos.exchange(other, third)
    if gain:
        twos.exchange(one, other)


def _elsewhere(places: int, taken: list[int], hat: SeededRandom) -> int:
    """A place by lot, from the top, of the matches in which none is taken."""
    place = hat.lot(places - 2 * len(taken))
    for match in sorted(one & ~1 for one in taken):
        place += 2 * (place >= match)
    return place
