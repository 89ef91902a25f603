"""The draw by lots: fair, even, together on the opening day, and the same for ever."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations
from math import sqrt

import pytest

from competition.rules.lots import ALGORITHM, Entry, Lots, draw
from scoring.rules.refusal import Refused
from tests.competition.rules.second_drawer import places_by_hand

EVERY_ENTRY = [*range(2, 131), 200, 255, 256, 257, 300, 400, 511, 512]
Places = tuple[int | None, ...]


def lots(pairs: int, attending: int = 0, *, seed: str = "ducks", opening_day: bool = True) -> Lots:
    """A draw of pairs 1, 2, 3 ... of whom the first ones come to the opening day."""
    entries = [Entry(number, number <= attending) for number in range(1, pairs + 1)]
    return draw(entries, seed=seed, opening_day=opening_day)


def matches(places: Places) -> list[Places]:
    return [places[start : start + 2] for start in range(0, len(places), 2)]


def together(places: Places, attending: int) -> int:
    """Matches of round 1 between two pairs who come to the opening day."""
    return sum(all(pair is not None and pair <= attending for pair in match) for match in matches(places))


def is_even(places: Places) -> bool:
    """No bye meets a bye, and the sections of every size differ by at most one bye."""
    section = len(places) // 2
    while section > 1:
        byes = [places[start : start + section].count(None) for start in range(0, len(places), section)]
        if max(byes) - min(byes) > 1:
            return False
        section //= 2
    return (None, None) not in matches(places)


@cache
def possible(pairs: int, attending: int) -> tuple[Places, ...]:
    """Every even draw in which as many matches as can be are between pairs who come, found by trying all."""
    size = 2 << (pairs - 1).bit_length() - 1
    hat = [*range(1, pairs + 1), *[None] * (size - pairs)]
    even = [places for places in set(permutations(hat)) if is_even(places)]
    most = max(together(places, attending) for places in even)
    return tuple(places for places in even if together(places, attending) == most)


@pytest.mark.parametrize("pairs", EVERY_ENTRY)
def test_every_pair_has_one_place_and_the_byes_are_spread_evenly(pairs):
    drawn = lots(pairs, attending=pairs // 3)

    assert sorted(pair for pair in drawn.places if pair) == list(range(1, pairs + 1))
    assert len(drawn.places) // 2 < pairs <= len(drawn.places)
    assert is_even(drawn.places)


@pytest.mark.parametrize("pairs", EVERY_ENTRY)
def test_as_many_matches_as_the_numbers_allow_are_between_pairs_who_come_to_the_opening_day(pairs):
    for attending in {0, 1, pairs // 3, pairs // 2, pairs * 4 // 5, pairs}:
        places = lots(pairs, attending).places
        to_play = sum(None not in match for match in matches(places))

        assert together(places, attending) == min(attending // 2, to_play)


@pytest.mark.parametrize("pairs", range(2, 7))
def test_no_even_draw_has_more_opening_day_matches(pairs):
    for attending in range(pairs + 1):
        assert lots(pairs, attending).places in possible(pairs, attending)


@pytest.mark.parametrize("pairs", EVERY_ENTRY)
def test_an_outsider_derives_the_same_draw_from_its_description(pairs):
    numbers, coming = range(1, pairs + 1), range(1, pairs * 2 // 3)

    assert list(lots(pairs, len(coming)).places) == places_by_hand(numbers, coming, "ducks")
    assert list(lots(pairs, 0).places) == places_by_hand(numbers, [], "ducks")
    assert list(lots(pairs, opening_day=False).places) == places_by_hand(numbers, None, "ducks")


def test_the_first_number_that_would_favour_low_lots_is_passed_over():
    meets_65535_where_a_lot_below_3_is_due = "19052"
    places = lots(3, opening_day=False, seed=meets_65535_where_a_lot_below_3_is_due).places

    assert list(places) == places_by_hand([1, 2, 3], None, meets_65535_where_a_lot_below_3_is_due)


def test_this_draw_never_changes():
    drawn = lots(22, attending=9, seed="Rubber Ducky Day Out 2026")

    assert ALGORITHM == "lots-1"
    assert [pair or 0 for pair in drawn.places] == [
        *(0, 13, 4, 9, 12, 0, 5, 8, 17, 0, 7, 1, 0, 19, 0, 15),
        *(0, 10, 11, 18, 21, 16, 14, 0, 3, 0, 22, 0, 0, 20, 2, 6),
    ]
    assert drawn.order == (7, 1, 2, 6, 5, 8, 4, 9, 13, 12, 17, 19, 15, 10, 11, 18, 21, 16, 14, 3, 22, 20)


def test_the_order_in_which_the_pairs_are_listed_does_not_matter():
    entries = [Entry(number, number % 3 == 0) for number in range(1, 30)]

    assert draw(entries, seed="ducks", opening_day=True) == draw(entries[::-1], seed="ducks", opening_day=True)


def test_another_seed_gives_another_draw():
    assert lots(22, seed="ducks").places != lots(22, seed="geese").places


def test_without_the_opening_day_it_does_not_matter_who_comes():
    assert lots(22, attending=9, opening_day=False) == lots(22, attending=0, opening_day=False)


def test_the_pairs_leave_the_hat_with_those_drawn_together_first():
    drawn = lots(8, attending=5)

    first_four = [match for match in matches(drawn.places) if set(match) <= set(range(1, 6))]
    assert sorted(drawn.order) == list(range(1, 9))
    assert {*drawn.order[:4]} == {pair for match in first_four for pair in match}


@pytest.mark.parametrize(("pairs", "attending"), [(2, 0), (3, 0), (4, 0), (3, 2), (4, 2), (4, 3), (5, 2)])
def test_each_possible_draw_comes_up_as_often_as_any_other(pairs, attending):
    expected = 25
    cells = possible(pairs, attending)
    seen = Counter(lots(pairs, attending, seed=f"{seed}").places for seed in range(expected * len(cells)))

    distance = sum((seen[places] - expected) ** 2 for places in cells) / expected
    freedom = len(cells) - 1
    assert seen.keys() <= set(cells)
    assert distance < freedom + 4 * sqrt(2 * freedom)


@pytest.mark.parametrize(("attending", "opening_day"), [(0, False), (22, True)])
def test_a_low_number_is_no_help_towards_a_bye(attending, opening_day):
    draws = 1000
    byes = Counter[int]()
    for seed in range(draws):
        drawn = lots(22, attending, seed=f"{seed}", opening_day=opening_day)
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


@pytest.mark.parametrize(
    ("entries", "seed", "sentence"),
    [
        ([], "ducks", "A draw needs at least two pairs."),
        ([1], "ducks", "A draw needs at least two pairs."),
        (range(1, 514), "ducks", "A draw holds at most 512 pairs, and these are 513."),
        ([1, 2, 2], "ducks", "Two pairs have the same number: give each pair its own before the draw."),
        ([1, 2], "", "A draw needs a seed, so that it can be worked out again."),
    ],
)
def test_a_draw_that_cannot_be_is_refused(entries, seed, sentence):
    with pytest.raises(Refused) as refused:
        draw([Entry(number, False) for number in entries], seed=seed, opening_day=True)

    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("pairs", "attending", "notes"),
    [
        (
            16,
            12,
            (
                "16 pairs fill the 16 places: no byes.",
                "6 of 8 matches to play in round 1 are between pairs who come to the opening day.",
            ),
        ),
        (
            22,
            20,
            (
                "22 pairs in 32 places: 10 byes, placed evenly by lot.",
                "6 of 6 matches to play in round 1 are between pairs who come to the opening day;"
                " 8 more pairs who come have a bye.",
            ),
        ),
        (
            3,
            3,
            (
                "3 pairs in 4 places: 1 bye, placed evenly by lot.",
                "1 of 1 match to play in round 1 is between pairs who come to the opening day;"
                " 1 more pair who comes has a bye.",
            ),
        ),
        (
            8,
            3,
            (
                "8 pairs fill the 8 places: no byes.",
                "1 of 4 matches to play in round 1 is between pairs who come to the opening day;"
                " 1 more pair who comes meets one who does not.",
            ),
        ),
        (
            8,
            1,
            (
                "8 pairs fill the 8 places: no byes.",
                "Fewer than two pairs come to the opening day, so no two could be drawn together.",
            ),
        ),
    ],
)
def test_the_notes_say_in_words_what_happened(pairs, attending, notes):
    assert lots(pairs, attending).notes == notes


def test_nothing_is_said_of_the_opening_day_where_it_does_not_matter():
    assert lots(22, 9, opening_day=False).notes == ("22 pairs in 32 places: 10 byes, placed evenly by lot.",)
