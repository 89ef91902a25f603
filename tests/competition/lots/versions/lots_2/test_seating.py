"""Where the matches stand: byes even, seeds apart."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random

import pytest

from competition.lots.versions.lots_2.preferences import Entry
from competition.lots.versions.lots_2.seating import seats
from competition.lots.versions.lots_2.seeded_random import SeededRandom
from tests.competition.lots.versions.lots_2.every_draw import is_apart, is_even, placings


def test_byes_are_even_and_seeds_apart_whoever_has_a_bye():
    for trial in range(300):
        chance = Random(trial)
        matches = 1 << chance.randint(1, 5)
        byes = chance.randint(0, matches - 1)
        seeds = chance.sample(range(matches), chance.randint(0, min(16, matches)))
        ranks = {at: rank for rank, at in enumerate(seeds, start=1)}
        matches = [
            (Entry(at + 1, seed=ranks.get(at)), None if at < byes else Entry(matches + at + 1)) for at in range(matches)
        ]

        places = tuple(seats(matches, SeededRandom(f"{trial}")))

        assert sorted(filter(None, places)) == sorted(pair.number for two in matches for pair in two if pair)
        assert (is_even(places), is_apart(places, [one for one, _ in matches])) == (True, True)


def test_of_two_seeds_who_meet_the_stronger_takes_the_place():
    matches = [
        (Entry(1, seed=1), Entry(2, seed=2)),
        (Entry(3, seed=3), Entry(4)),
        (Entry(5), None),
        (Entry(6), None),
    ]

    for seed in range(50):
        places = seats(matches, SeededRandom(f"{seed}"))
        assert places.index(1) // 4 != places.index(3) // 4


@pytest.mark.parametrize(
    ("seeds", "byes"), [((), 0), ((), 1), ((1, 2), 0), ((1, 2), 1), ((1, 3), 2), ((1, 2, 3, 4), 0)]
)
def test_every_place_that_is_even_and_apart_is_as_likely_as_any_other(seeds, byes):
    matches = 2 if len(seeds) < 3 and not byes else 4
    ranks = {number: rank for rank, number in enumerate(seeds, start=1)}
    numbers = iter(range(1, 9))
    matches = [
        (Entry(number, seed=ranks.get(number)), Entry(number + 10))
        for number in (next(numbers) for _ in range(matches))
    ]
    matches = [(one, None if at < byes else other) for at, (one, other) in enumerate(matches)]
    cells, expected = set(placings(matches)), 20

    seen = Counter(tuple(seats(matches, SeededRandom(f"{seed}"))) for seed in range(expected * len(cells)))

    distance = sum((seen[cell] - expected) ** 2 for cell in cells) / expected
    assert seen.keys() <= cells
    assert distance < len(cells) - 1 + 4 * sqrt(2 * (len(cells) - 1))
