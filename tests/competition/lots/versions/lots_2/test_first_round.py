"""Who meets whom: as the preferences allow, checked against every first round there is."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from competition.lots.versions.lots_2.first_round import FirstRound, first_round, shuffle
from competition.lots.versions.lots_2.layout import places_for
from competition.lots.versions.lots_2.pairing import Costs, Pairing
from competition.lots.versions.lots_2.preferences import Entry, Preferences
from competition.lots.versions.lots_2.seeded_random import SeededRandom
from tests.competition.lots.versions.lots_2.every_draw import best_first_rounds, breaches

ALL = Preferences(opening_day=True, clubs=True, areas=True)


@some.composite
def lists(draw) -> list[Entry]:
    """Two to eight pairs of few clubs and areas, some of whom come, are seeded or are given a bye."""
    pairs = draw(some.integers(2, 8))
    ranks = draw(some.permutations([*range(1, pairs // 2 + 1), *[None] * (pairs - pairs // 2)]))
    return [
        Entry(
            number,
            attending=draw(some.booleans()),
            club=draw(some.sampled_from(["", "Kauri", "Rata", "Totara"])),
            area=draw(some.sampled_from(["", "North", "South"])),
            seed=ranks[number - 1] if draw(some.booleans()) else None,
            given_bye=draw(some.integers(0, 4)) == 0,
        )
        for number in range(1, pairs + 1)
    ]


def drawn(entries: list[Entry], preferences: Preferences, seed: str = "ducks") -> FirstRound:
    return first_round(entries, places_for(len(entries)) - len(entries), preferences, SeededRandom(seed))


@settings(max_examples=400, deadline=None)
@given(
    lists(), some.builds(Preferences, some.booleans(), some.booleans(), some.booleans()), some.text("abc", max_size=3)
)
def test_no_first_round_keeps_the_leanings_better(entries, preferences, seed):
    byes = places_for(len(entries)) - len(entries)
    matches = drawn(entries, preferences, seed).matches

    # Which of too many given byes are granted is for lots alone, before anything else is looked at.
    has_bye = {one.number for one, other in matches if other is None}
    if sum(entry.given_bye for entry in entries) > byes:
        entries = [replace(entry, given_bye=entry.given_bye and entry.number in has_bye) for entry in entries]
    assert breaches(matches, entries, preferences) == breaches(
        best_first_rounds(entries, preferences)[0], entries, preferences
    )


def test_a_larger_first_round_cannot_be_bettered_where_the_best_is_known():
    # Each area has two clubs of one size, so all can meet a neighbour of another club.
    entries = [Entry(n, n % 2 == 0, club=f"{n % 64}", area=f"{n % 32}") for n in range(512)]

    matches = drawn(entries, ALL).matches

    assert breaches(matches, entries, ALL) == (0, 0, -128, 0, -256)


def test_the_largest_club_meets_itself_no_more_than_it_must():
    entries = [Entry(n, club="Kauri" if n <= 40 else f"{n}") for n in range(1, 65)]

    matches = drawn(entries, Preferences(clubs=True)).matches

    assert breaches(matches, entries, Preferences(clubs=True))[3] == 40 - 32


def expected_spread(first_rounds: Counter, cells: int) -> bool:
    expected = first_rounds.total() / cells
    distance = sum((first_rounds[cell] - expected) ** 2 for cell in first_rounds) / expected
    distance += expected * (cells - len(first_rounds))
    return distance <= cells - 1 + 4 * sqrt(2 * (cells - 1))


def named(matches) -> frozenset:
    return frozenset(frozenset((one.number, other and other.number)) for one, other in matches)


SIX = [Entry(n, n < 5, club="KKRRTT"[n - 1], area="NSNSNS"[n - 1]) for n in range(1, 7)]
EIGHT = [Entry(n, n % 3 == 0, club="KKKRRRTT"[n - 1], area="NSNSNSNS"[n - 1]) for n in range(1, 9)]
SEEDED = [replace(entry, seed=entry.number if entry.number < 4 else None) for entry in EIGHT]


@pytest.mark.parametrize(
    ("entries", "preferences"),
    [
        (SIX, Preferences(clubs=True)),
        (SIX, ALL),
        (EIGHT, Preferences()),
        (EIGHT, Preferences(clubs=True)),
        (EIGHT, Preferences(areas=True)),
        (EIGHT, Preferences(opening_day=True, clubs=True)),
        (EIGHT, ALL),
        (SEEDED, Preferences(clubs=True)),
    ],
)
def test_every_first_round_that_keeps_the_leanings_comes_as_often_as_any_other(entries, preferences):
    best = {named(matches) for matches in best_first_rounds(entries, preferences)}

    seen = Counter(named(drawn(entries, preferences, f"{seed}").matches) for seed in range(20 * len(best)))

    assert seen.keys() <= best
    assert expected_spread(seen, len(best))


@pytest.mark.parametrize("preferences", [Preferences(clubs=True), Preferences(areas=True), ALL])
def test_shuffling_makes_every_good_first_round_as_likely_as_any_other(preferences):
    entries = EIGHT[:6]
    best = best_first_rounds(entries, preferences)
    start = [pair for two in best[0] for pair in two]
    seen = Counter[frozenset]()

    for seed in range(20 * len(best)):
        matches = Pairing(start, Costs(entries, preferences))
        shuffle(matches, SeededRandom(f"{seed}"))
        order = [(one, other) if one else (other, None) for one, other in zip(*[iter(matches.order)] * 2, strict=True)]
        seen[named(order)] += 1

    assert seen.keys() <= {named(matches) for matches in best}
    assert expected_spread(seen, len(best))


def test_where_no_try_was_good_enough_it_says_so():
    entries = [Entry(n, area=f"{n % 8}") for n in range(32)]

    matches = drawn(entries, Preferences(areas=True))

    assert (matches.tries, breaches(matches.matches, entries, Preferences(areas=True))[4]) == (0, -16)


def test_a_large_draw_with_all_leanings_takes_a_bounded_number_of_lots():
    chance = Random(7)
    entries = [
        Entry(n, chance.random() < 0.5, f"{chance.randrange(60)}", f"{chance.randrange(10)}", n if n <= 16 else None)
        for n in range(1, 513)
    ]
    random = SeededRandom("ducks")

    first_round(entries, 0, ALL, random)

    assert random.texts < 600_000
