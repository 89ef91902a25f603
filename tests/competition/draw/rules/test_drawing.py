"""Tests that the draw is fair, even and reproducible, and follows the preferences."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from hashlib import sha256
from math import sqrt
from random import Random

import pytest
from hypothesis import given, strategies

from competition.draw.rules.drawing import (
    METHOD,
    DrawResult,
    FirstRound,
    SeededRandom,
    draw,
    first_round,
    seats,
    thrown,
)
from competition.draw.rules.pairing import DrawnEntry, Preferences
from competition.draw.rules.sections import places_for
from scoring.rules.refusal import Refused
from tests.competition.draw.rules.every_draw import Places, best_first_rounds, breaches, is_apart, is_even, placings

OPENING_DAY = Preferences(opening_day=True)


def lots(pairs: int, attending: int = 0, *, seed: str = "ducks", preferences: Preferences = OPENING_DAY) -> DrawResult:
    """Return a draw of pairs 1, 2, 3 and so on. The first `attending` pairs attend the opening day."""
    entries = [DrawnEntry(number, attending=number <= attending) for number in range(1, pairs + 1)]
    return draw(entries, seed=seed, preferences=preferences)


def matches(places: Places) -> list[Places]:
    return [places[start : start + 2] for start in range(0, len(places), 2)]


def together(places: Places, attending: int) -> int:
    """Return the number of round 1 matches between two attending pairs."""
    return sum(all(pair is not None and pair <= attending for pair in match) for match in matches(places))


# Small numbers, numbers near a power of two, where a round is added, and the largest.
PAIRS = [*range(2, 18), 22, 31, 32, 33, 64, 127, 128, 129, 512]


@pytest.mark.parametrize("pairs", PAIRS)
def test_every_pair_has_a_place_and_byes_are_even(pairs):
    for attending in {0, 1, pairs // 3, pairs * 4 // 5, pairs} if pairs < 100 else {pairs // 3}:
        places = lots(pairs, attending).places
        to_play = sum(None not in match for match in matches(places))

        assert sorted(pair for pair in places if pair) == list(range(1, pairs + 1))
        assert len(places) // 2 < pairs <= len(places)
        assert is_even(places)
        # As many matches as possible are between two attending pairs.
        assert together(places, attending) == min(attending // 2, to_play)


def test_a_stored_draw_never_changes():
    entries = [
        DrawnEntry(n, n < 10, f"club {n % 7}", f"area {n % 3}", n - 17 if n > 17 else None, n == 22)
        for n in range(1, 23)
    ]
    drawn = draw(entries, seed="Rubber Ducky Day Out 2026", preferences=Preferences(True, True, True))

    assert METHOD == "lots-3"
    assert [pair or 0 for pair in drawn.places] == [
        *(0, 20, 1, 4, 0, 11, 7, 9, 0, 19, 16, 0, 15, 12, 0, 22),
        *(0, 13, 0, 18, 14, 0, 3, 6, 10, 0, 2, 17, 8, 5, 0, 21),
    ]


def test_order_of_the_entries_does_not_change_the_draw():
    entries = [DrawnEntry(number, number % 3 == 0) for number in range(1, 30)]

    assert draw(entries, seed="ducks", preferences=OPENING_DAY) == draw(
        entries[::-1], seed="ducks", preferences=OPENING_DAY
    )


def test_another_seed_gives_another_draw():
    assert lots(22, seed="ducks").places != lots(22, seed="geese").places


def test_attendance_is_ignored_if_there_is_no_opening_day():
    assert lots(22, attending=9, preferences=Preferences()) == lots(22, attending=0, preferences=Preferences())


FOUR = [
    DrawnEntry(1, True, "Kauri", "North"),
    DrawnEntry(2, True, "Kauri", "North"),
    DrawnEntry(3, False, "Rata", "North"),
    DrawnEntry(4),
]


@pytest.mark.parametrize(
    ("entries", "preferences"),
    [
        (FOUR[:3], Preferences()),
        (FOUR, Preferences()),
        (FOUR, OPENING_DAY),
        (FOUR, Preferences(clubs=True, areas=True)),
        ([DrawnEntry(1, given_bye=True), DrawnEntry(2), DrawnEntry(3)], Preferences()),
        ([DrawnEntry(1, seed=1), DrawnEntry(2, seed=2), DrawnEntry(3), DrawnEntry(4)], Preferences()),
    ],
)
def test_every_possible_draw_is_equally_likely(entries, preferences):
    expected = 15
    cells = {places for drawn in best_first_rounds(entries, preferences) for places in placings(drawn)}
    seen = Counter(
        draw(entries, seed=f"{seed}", preferences=preferences).places for seed in range(expected * len(cells))
    )

    distance = sum((seen[places] - expected) ** 2 for places in cells) / expected
    freedom = len(cells) - 1
    assert seen.keys() <= cells
    assert distance < freedom + 4 * sqrt(2 * freedom)


def test_byes_are_equally_likely_for_pairs_matches_and_sides():
    draws = 500
    pairs, positions, upper = Counter[int](), Counter[int](), 0
    for seed in range(draws):
        drawn = matches(lots(22, 22 if seed % 2 else 0, seed=f"{seed}").places)
        pairs.update(pair for match in drawn if None in match for pair in match if pair)
        positions.update(position for position, match in enumerate(drawn) if None in match)
        upper += [one for one, _ in drawn].count(None)

    mean, spread = draws * 10 / 22, sqrt(draws * 10 / 22 * 12 / 22)
    assert all(abs(pairs[pair] - mean) < 4 * spread for pair in range(1, 23))
    mean, spread = draws * 10 / 16, sqrt(draws * 10 / 16 * 6 / 16)
    assert all(abs(positions[position] - mean) < 4 * spread for position in range(16))
    assert abs(upper - draws * 5) < 4 * sqrt(draws * 10 / 4)


def test_surplus_awarded_byes_are_equally_likely():
    entries = [DrawnEntry(number, given_bye=number < 5) for number in range(1, 7)]
    draws = 600
    granted = Counter[int]()
    for seed in range(draws):
        places = draw(entries, seed=f"{seed}", preferences=Preferences()).places
        granted.update(pair for match in matches(places) if None in match for pair in match if pair)

    assert granted.keys() == {1, 2, 3, 4}
    assert all(abs(granted[pair] - draws / 2) < 4 * sqrt(draws / 4) for pair in range(1, 5))


@pytest.mark.parametrize(("pairs", "seeds"), [(17, 8), (22, 16), (32, 16), (100, 16), (256, 16), (500, 16)])
def test_seeds_are_separate(pairs, seeds):
    entries = [DrawnEntry(number, seed=number if number <= seeds else None) for number in range(1, pairs + 1)]

    assert is_apart(draw(entries, seed="ducks", preferences=Preferences()).places, entries)


@pytest.mark.parametrize(
    ("entries", "seed", "sentence"),
    [
        ([], "ducks", "A draw needs at least two pairs. Add pairs first."),
        ([DrawnEntry(1)], "ducks", "A draw needs at least two pairs. Add pairs first."),
        (
            [DrawnEntry(n) for n in range(1, 514)],
            "ducks",
            "A draw holds at most 512 pairs, but you have 513. Remove some first.",
        ),
        (
            [DrawnEntry(1), DrawnEntry(2), DrawnEntry(2)],
            "ducks",
            "Two pairs have the same number. Give each pair its own number before the draw.",
        ),
        (
            [DrawnEntry(1, seed=1), DrawnEntry(2, seed=1)],
            "ducks",
            "Two pairs have the same seed. Use each seed only once.",
        ),
        (
            [DrawnEntry(n, seed=n) for n in (1, 2, 3)],
            "ducks",
            "There are too many seeds (3). With so few pairs, seed at most 2.",
        ),
        ([DrawnEntry(1), DrawnEntry(2)], "", "A draw needs a random seed, so that anybody can check it."),
    ],
)
def test_a_draw_of_invalid_entries_is_refused(entries, seed, sentence):
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - compared below
        draw(entries, seed=seed, preferences=OPENING_DAY)

    assert str(refused.value) == sentence


ALL = Preferences(opening_day=True, clubs=True, areas=True)


@strategies.composite
def lists(draw) -> list[DrawnEntry]:
    """Generate two to eight pairs with few clubs and areas, some attending, seeded or with an awarded bye."""
    pairs = draw(strategies.integers(2, 8))
    ranks = draw(strategies.permutations([*range(1, pairs // 2 + 1), *[None] * (pairs - pairs // 2)]))
    return [
        DrawnEntry(
            number,
            attending=draw(strategies.booleans()),
            club=draw(strategies.sampled_from(["", "Kauri", "Rata", "Totara"])),
            area=draw(strategies.sampled_from(["", "North", "South"])),
            seed=ranks[number - 1] if draw(strategies.booleans()) else None,
            given_bye=draw(strategies.integers(0, 4)) == 0,
        )
        for number in range(1, pairs + 1)
    ]


def drawn(entries: list[DrawnEntry], preferences: Preferences, seed: str = "ducks") -> FirstRound:
    return first_round(entries, places_for(len(entries)) - len(entries), preferences, SeededRandom(seed))


@given(
    lists(),
    strategies.builds(Preferences, strategies.booleans(), strategies.booleans(), strategies.booleans()),
    strategies.text("abc", max_size=3),
)
def test_first_round_has_the_fewest_breaches(entries, preferences, seed):
    byes = places_for(len(entries)) - len(entries)
    matches = drawn(entries, preferences, seed).matches

    # If too many byes are awarded, the draw chooses among them at random, before all other preferences.
    has_bye = {one.number for one, other in matches if other is None}
    if sum(entry.given_bye for entry in entries) > byes:
        entries = [replace(entry, given_bye=entry.given_bye and entry.number in has_bye) for entry in entries]
    assert breaches(matches, entries, preferences) == breaches(
        best_first_rounds(entries, preferences)[0], entries, preferences
    )


def test_a_large_first_round_reaches_a_known_optimum():
    # Each area has two clubs of equal size, so every pair can meet a neighbour from another club.
    entries = [DrawnEntry(n, n % 2 == 0, club=f"{n % 32}", area=f"{n % 16}") for n in range(128)]

    matches = drawn(entries, ALL).matches

    assert breaches(matches, entries, ALL) == (0, 0, -32, 0, -64)


def test_a_large_club_meets_itself_as_rarely_as_possible():
    entries = [DrawnEntry(n, club="Kauri" if n <= 40 else f"{n}") for n in range(1, 65)]

    matches = drawn(entries, Preferences(clubs=True)).matches

    assert breaches(matches, entries, Preferences(clubs=True))[3] == 40 - 32


def expected_spread(first_rounds: Counter, cells: int) -> bool:
    expected = first_rounds.total() / cells
    distance = sum((first_rounds[cell] - expected) ** 2 for cell in first_rounds) / expected
    distance += expected * (cells - len(first_rounds))
    return distance <= cells - 1 + 4 * sqrt(2 * (cells - 1))


def named(matches) -> frozenset:
    return frozenset(frozenset((one.number, other and other.number)) for one, other in matches)


SIX = [DrawnEntry(n, n < 5, club="KKRRTT"[n - 1], area="NSNSNS"[n - 1]) for n in range(1, 7)]
EIGHT = [DrawnEntry(n, n % 3 == 0, club="KKKRRRTT"[n - 1], area="NSNSNSNS"[n - 1]) for n in range(1, 9)]
SEEDED = [replace(entry, seed=entry.number if entry.number < 4 else None) for entry in EIGHT]


@pytest.mark.parametrize(
    ("entries", "preferences"),
    [
        (SIX, Preferences(clubs=True)),
        (SIX, ALL),
        (EIGHT, Preferences(opening_day=True, clubs=True)),
        (EIGHT, ALL),
        (SEEDED, Preferences(clubs=True)),
    ],
)
def test_every_best_first_round_is_equally_likely(entries, preferences):
    best = {named(matches) for matches in best_first_rounds(entries, preferences)}

    seen = Counter(named(drawn(entries, preferences, f"{seed}").matches) for seed in range(20 * len(best)))

    assert seen.keys() <= best
    assert expected_spread(seen, len(best))


def test_tries_is_zero_if_no_random_round_is_good_enough():
    entries = [DrawnEntry(n, area=f"{n % 8}") for n in range(32)]

    matches = drawn(entries, Preferences(areas=True))

    assert (matches.tries, breaches(matches.matches, entries, Preferences(areas=True))[4]) == (0, -16)


def test_a_large_draw_hashes_a_limited_number_of_texts():
    chance = Random(7)
    entries = [
        DrawnEntry(
            n, chance.random() < 0.5, f"{chance.randrange(60)}", f"{chance.randrange(10)}", n if n <= 16 else None
        )
        for n in range(1, 513)
    ]
    random = SeededRandom("ducks")

    first_round(entries, 0, ALL, random)

    assert random.texts < 600_000


def test_byes_are_even_and_seeds_are_separate():
    for trial in range(100):
        chance = Random(trial)
        matches = 1 << chance.randint(1, 5)
        byes = chance.randint(0, matches - 1)
        seeds = chance.sample(range(matches), chance.randint(0, min(16, matches)))
        ranks = {at: rank for rank, at in enumerate(seeds, start=1)}
        matches = [
            (DrawnEntry(at + 1, seed=ranks.get(at)), None if at < byes else DrawnEntry(matches + at + 1))
            for at in range(matches)
        ]

        places = tuple(seats(matches, SeededRandom(f"{trial}")))

        assert sorted(filter(None, places)) == sorted(pair.number for two in matches for pair in two if pair)
        assert (is_even(places), is_apart(places, [one for one, _ in matches])) == (True, True)


def test_the_stronger_of_two_meeting_seeds_decides_the_place():
    matches = [
        (DrawnEntry(1, seed=1), DrawnEntry(2, seed=2)),
        (DrawnEntry(3, seed=3), DrawnEntry(4)),
        (DrawnEntry(5), None),
        (DrawnEntry(6), None),
    ]

    for seed in range(50):
        places = seats(matches, SeededRandom(f"{seed}"))
        assert places.index(1) // 4 != places.index(3) // 4


@pytest.mark.parametrize(("seeds", "byes"), [((), 1), ((1, 2), 0), ((1, 3), 2), ((1, 2, 3, 4), 0)])
def test_every_valid_arrangement_is_equally_likely(seeds, byes):
    matches = 2 if len(seeds) < 3 and not byes else 4
    ranks = {number: rank for rank, number in enumerate(seeds, start=1)}
    numbers = iter(range(1, 9))
    matches = [
        (DrawnEntry(number, seed=ranks.get(number)), DrawnEntry(number + 10))
        for number in (next(numbers) for _ in range(matches))
    ]
    matches = [(one, None if at < byes else other) for at, (one, other) in enumerate(matches)]
    cells, expected = set(placings(matches)), 20

    seen = Counter(tuple(seats(matches, SeededRandom(f"{seed}"))) for seed in range(expected * len(cells)))

    distance = sum((seen[cell] - expected) ** 2 for cell in cells) / expected
    assert seen.keys() <= cells
    assert distance < len(cells) - 1 + 4 * sqrt(2 * (len(cells) - 1))


def numbers_of(name: str, texts: int = 5) -> list[int]:
    """Return the two-byte numbers in the SHA-256 hashes of the first texts with this name."""
    digests = "".join(sha256(f"{name}/{count}".encode()).hexdigest() for count in range(1, texts + 1))
    return [int(digests[at : at + 4], 16) for at in range(0, len(digests), 4)]


def test_a_text_gives_sixteen_numbers():
    random = SeededRandom("ducks")

    assert [random.lot(65_536) for _ in range(40)] == numbers_of("ducks")[:40]
    assert random.texts == 3


def test_same_name_gives_the_same_random_numbers():
    one, other = SeededRandom("ducks"), SeededRandom("ducks")

    assert [one.lot(n) for n in range(1, 100)] == [other.lot(n) for n in range(1, 100)]


def test_a_number_that_favours_low_results_is_skipped():
    fair = [number for number in numbers_of("grebes") if number < 40_000]
    random = SeededRandom("grebes")

    assert [random.lot(40_000) for _ in fair] == fair


def test_every_shuffled_order_is_equally_likely():
    random, shuffles = SeededRandom("geese"), 2400

    seen = Counter(tuple(random.shuffled("NESW")) for _ in range(shuffles))

    distance = sum((times - shuffles / 24) ** 2 for times in seen.values()) / (shuffles / 24)
    assert (len(seen), distance < 23 + 4 * sqrt(46)) == (24, True)


def test_shuffling_uses_one_lot_for_each_item_but_the_first():
    one, other = SeededRandom("swans"), SeededRandom("swans")

    one.shuffled(range(9))
    for below in range(9, 1, -1):
        other.lot(below)

    assert one.lot(65_536) == other.lot(65_536)


@pytest.mark.parametrize(
    ("typed", "dice"), [("4 1 6 2 3", "41623"), ("4,1,6, 2,3", "41623"), ("41623", "41623"), ("", "")]
)
def test_separators_between_dice_are_ignored(typed, dice):
    assert thrown(typed) == dice


@pytest.mark.parametrize("typed", ["1 2 3 4", "4 1 7 2 3", "six", "1" * 61, "½ 1 2 3 4 5"])
def test_invalid_dice_are_refused(typed):
    with pytest.raises(Refused, match="Type 5 to 60 throws of the dice, each a number from 1 to 6."):
        thrown(typed)
