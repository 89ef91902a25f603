"""The draw by lots: fair, even, as the preferences ask, and the same for ever."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from competition.lots.versions.lots_2.drawing import NAME, Lots, draw
from competition.lots.versions.lots_2.preferences import Entry, Preferences
from tests.competition.lots.versions.lots_2.every_draw import Places, best_first_rounds, is_apart, is_even, placings
from tests.competition.lots.versions.lots_2.second_drawer import Outsider
from tests.competition.sizes import SIZES

OPENING_DAY = Preferences(opening_day=True)


def lots(pairs: int, attending: int = 0, *, seed: str = "ducks", preferences: Preferences = OPENING_DAY) -> Lots:
    """A draw of pairs 1, 2, 3 ... of whom the first ones come to the opening day."""
    entries = [Entry(number, attending=number <= attending) for number in range(1, pairs + 1)]
    return draw(entries, seed=seed, preferences=preferences)


def matches(places: Places) -> list[Places]:
    return [places[start : start + 2] for start in range(0, len(places), 2)]


def together(places: Places, attending: int) -> int:
    """Matches of round 1 between two pairs who come to the opening day."""
    return sum(all(pair is not None and pair <= attending for pair in match) for match in matches(places))


@pytest.mark.parametrize("pairs", [*SIZES, 400, 511, 512])
def test_every_pair_has_one_place_and_the_byes_are_spread_evenly(pairs):
    drawn = lots(pairs, attending=pairs // 3)

    assert sorted(pair for pair in drawn.places if pair) == list(range(1, pairs + 1))
    assert len(drawn.places) // 2 < pairs <= len(drawn.places)
    assert is_even(drawn.places)


@pytest.mark.parametrize("pairs", [*SIZES, 400, 511, 512])
def test_as_many_matches_as_the_numbers_allow_are_between_pairs_who_come_to_the_opening_day(pairs):
    for attending in {0, 1, pairs // 3, pairs // 2, pairs * 4 // 5, pairs}:
        places = lots(pairs, attending).places
        to_play = sum(None not in match for match in matches(places))

        assert together(places, attending) == min(attending // 2, to_play)


@pytest.mark.parametrize("pairs", [*SIZES, 400, 511, 512])
def test_an_outsider_derives_the_same_draw_from_its_description(pairs):
    numbers, coming = range(1, pairs + 1), range(1, pairs * 2 // 3)

    assert list(lots(pairs, len(coming)).places) == Outsider(numbers, coming).places("ducks")
    assert list(lots(pairs, 0, preferences=Preferences()).places) == Outsider(numbers).places("ducks")


@pytest.mark.parametrize("pairs", [5, 8, 13, 22, 27, 32, 50, 64])
def test_an_outsider_derives_the_same_draw_with_seeds_given_byes_and_clubs(pairs):
    seeds = {number: rank for rank, number in enumerate(range(pairs, 0, -3), start=1) if rank <= min(4, pairs // 4)}
    given = range(2, pairs, 7)
    clubs = {number: f"{number // 2}" for number in range(1, pairs + 1)}
    entries = [
        Entry(number, club=clubs[number], seed=seeds.get(number), given_bye=number in given)
        for number in range(1, pairs + 1)
    ]

    drawn = draw(entries, seed="geese", preferences=Preferences(clubs=True))

    outsider = Outsider(range(1, pairs + 1), given=given, seeds=sorted(seeds, key=seeds.__getitem__), clubs=clubs)
    assert list(drawn.places) == outsider.places("geese")


def test_this_draw_never_changes():
    entries = [
        Entry(n, n < 10, f"club {n % 7}", f"area {n % 3}", n - 17 if n > 17 else None, n == 22) for n in range(1, 23)
    ]
    drawn = draw(entries, seed="Rubber Ducky Day Out 2026", preferences=Preferences(True, True, True))

    assert NAME == "lots-2"
    assert [pair or 0 for pair in drawn.places] == [
        *(14, 0, 3, 6, 4, 1, 20, 0, 11, 0, 0, 10, 13, 19, 0, 16),
        *(0, 22, 8, 5, 0, 21, 2, 7, 9, 15, 12, 0, 0, 18, 0, 17),
    ]


def test_the_order_in_which_the_pairs_are_listed_does_not_matter():
    entries = [Entry(number, number % 3 == 0) for number in range(1, 30)]

    assert draw(entries, seed="ducks", preferences=OPENING_DAY) == draw(
        entries[::-1], seed="ducks", preferences=OPENING_DAY
    )


def test_another_seed_gives_another_draw():
    assert lots(22, seed="ducks").places != lots(22, seed="geese").places


def test_without_the_opening_day_it_does_not_matter_who_comes():
    assert lots(22, attending=9, preferences=Preferences()) == lots(22, attending=0, preferences=Preferences())


FOUR = [Entry(1, True, "Kauri", "North"), Entry(2, True, "Kauri", "North"), Entry(3, False, "Rata", "North"), Entry(4)]


@pytest.mark.parametrize(
    ("entries", "preferences"),
    [
        (FOUR[:2], Preferences()),
        (FOUR[:3], Preferences()),
        (FOUR, Preferences()),
        (FOUR, OPENING_DAY),
        (FOUR, Preferences(clubs=True)),
        (FOUR, Preferences(clubs=True, areas=True)),
        (FOUR[:3], Preferences(clubs=True)),
        ([*FOUR, Entry(5)], OPENING_DAY),
        ([Entry(1, given_bye=True), Entry(2), Entry(3)], Preferences()),
        ([Entry(1, seed=1), Entry(2, seed=2), Entry(3), Entry(4)], Preferences()),
    ],
)
def test_each_possible_draw_comes_up_as_often_as_any_other(entries, preferences):
    expected = 25
    cells = {places for drawn in best_first_rounds(entries, preferences) for places in placings(drawn)}
    seen = Counter(
        draw(entries, seed=f"{seed}", preferences=preferences).places for seed in range(expected * len(cells))
    )

    distance = sum((seen[places] - expected) ** 2 for places in cells) / expected
    freedom = len(cells) - 1
    assert seen.keys() <= cells
    assert distance < freedom + 4 * sqrt(2 * freedom)


@pytest.mark.parametrize(("attending", "preferences"), [(0, Preferences()), (22, OPENING_DAY)])
def test_a_low_number_is_no_help_towards_a_bye(attending, preferences):
    draws = 1000
    byes = Counter[int]()
    for seed in range(draws):
        drawn = lots(22, attending, seed=f"{seed}", preferences=preferences)
        byes.update(pair for match in matches(drawn.places) if None in match for pair in match if pair)

    mean, spread = draws * 10 / 22, sqrt(draws * 10 / 22 * 12 / 22)
    assert all(abs(byes[pair] - mean) < 4 * spread for pair in range(1, 23))


def test_a_bye_is_as_often_above_its_pair_as_below():
    draws = 500
    upper = sum(lots(22, seed=f"{seed}").places[::2].count(None) for seed in range(draws))

    assert abs(upper - draws * 5) < 4 * sqrt(draws * 10 / 4)


def test_every_match_gets_its_share_of_the_byes():
    draws = 1000
    byes = Counter[int]()
    for seed in range(draws):
        drawn = matches(lots(22, seed=f"{seed}").places)
        byes.update(position for position, match in enumerate(drawn) if None in match)

    mean, spread = draws * 10 / 16, sqrt(draws * 10 / 16 * 6 / 16)
    assert all(abs(byes[position] - mean) < 4 * spread for position in range(16))


def test_of_too_many_given_byes_each_is_as_likely_to_be_granted():
    entries = [Entry(number, given_bye=number < 5) for number in range(1, 7)]
    draws = 600
    granted = Counter[int]()
    for seed in range(draws):
        places = draw(entries, seed=f"{seed}", preferences=Preferences()).places
        granted.update(pair for match in matches(places) if None in match for pair in match if pair)

    assert granted.keys() == {1, 2, 3, 4}
    assert all(abs(granted[pair] - draws / 2) < 4 * sqrt(draws / 4) for pair in range(1, 5))


@pytest.mark.parametrize(("pairs", "seeds"), [(17, 8), (22, 16), (32, 16), (100, 16), (256, 16), (500, 16)])
def test_seeds_stand_apart(pairs, seeds):
    entries = [Entry(number, seed=number if number <= seeds else None) for number in range(1, pairs + 1)]

    assert is_apart(draw(entries, seed="ducks", preferences=Preferences()).places, entries)


@pytest.mark.parametrize(
    ("entries", "seed", "sentence"),
    [
        ([], "ducks", "A draw needs at least two pairs."),
        ([Entry(1)], "ducks", "A draw needs at least two pairs."),
        ([Entry(n) for n in range(1, 514)], "ducks", "A draw holds at most 512 pairs, and these are 513."),
        (
            [Entry(1), Entry(2), Entry(2)],
            "ducks",
            "Two pairs have the same number: give each pair its own before the draw.",
        ),
        ([Entry(1, seed=1), Entry(2, seed=1)], "ducks", "Two pairs have the same seed: give each rank once."),
        (
            [Entry(n, seed=n) for n in (1, 2, 3)],
            "ducks",
            "So few pairs can be kept apart only if at most 2 are seeded, not 3.",
        ),
        ([Entry(1), Entry(2)], "", "A draw needs a seed, so that it can be worked out again."),
    ],
)
def test_a_draw_that_cannot_be_is_refused(entries, seed, sentence):
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - compared below
        draw(entries, seed=seed, preferences=OPENING_DAY)

    assert str(refused.value) == sentence
