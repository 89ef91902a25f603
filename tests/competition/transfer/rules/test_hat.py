import pytest
from hypothesis import given, strategies

from competition.transfer.rules.hat import empty, put, refitted, search_words, suggestions, take_out, with_byes
from scoring.rules.refusal import Refused

SIZES = strategies.integers(2, 130)
NAMES = {
    number: search_words(players)
    for number, players in enumerate(
        [("Sybil Mossman", "Alistair Mossman"), ("Mavis Applecross", "Percy Applecross"), ("Zoë van Dam", "Bo Li")]
    )
}


@pytest.mark.parametrize(
    ("typed", "found"), [("m", [0, 1]), ("sy mos", [0]), ("zoe", [2]), ("van d", [2]), ("ossman", []), ("", [])]
)
def test_first_letters_match_surnames_before_first_names(typed, found):
    assert suggestions(typed, NAMES) == found


@given(SIZES, strategies.randoms(use_true_random=False))
def test_each_pair_gets_one_place_and_undo_frees_it(pairs, random):
    places, order = empty(pairs), random.sample(range(1, pairs + 1), pairs)

    for number in order:
        places = put(places, number, places.index(0))
        assert put(take_out(places, number), number, places.index(number)) == places

    assert sorted(number for number in places if number) == sorted(order)
    assert all(one or other for one, other in zip(places[::2], places[1::2], strict=True))


@given(SIZES, strategies.data())
def test_places_are_adjusted_after_the_entries_change(pairs, data):
    numbers = data.draw(strategies.sets(strategies.integers(1, pairs + 2), min_size=2, max_size=pairs + 2))
    places = empty(pairs)
    for number in range(1, data.draw(strategies.integers(0, pairs)) + 1):
        places = put(places, number, places.index(0))

    fitted = refitted(places, numbers)

    assert sum(number is not None for number in fitted) == len(numbers)
    assert {number for number in fitted if number} <= numbers
    assert all(one is not None or other is not None for one, other in zip(fitted[::2], fitted[1::2], strict=True))


@given(SIZES, strategies.data())
def test_byes_can_move_to_any_match_without_two_pairs(pairs, data):
    places = empty(pairs)
    matches = data.draw(strategies.permutations(range(len(places) // 2)))[: places.count(None)]

    moved = with_byes(places, matches)

    assert [at // 2 for at, number in enumerate(moved) if number is None] == sorted(matches)


def test_places_already_taken_and_pairs_already_placed_are_refused():
    places = put(empty(4), 1, 0)

    for number, at, why in ((1, 1, "This pair has a place already."), (2, 0, "This place is no longer open.")):
        with pytest.raises(Refused, match=why):
            put(places, number, at)
    with pytest.raises(Refused, match="This pair is in the hat already."):
        take_out(places, 2)
    with pytest.raises(Refused, match="Match 1 has two pairs, so it cannot have a bye."):
        with_byes([1, 2, 3, None], [0])
