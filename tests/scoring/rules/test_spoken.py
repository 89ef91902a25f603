"""Tests of numbers, contracts and results in words."""

import pytest

from scoring.rules.contract import Contract
from scoring.rules.spoken import bid, counted, fared, few, number, place, quantity
from tests.scoring.rules.notation import deal


@pytest.mark.parametrize(
    ("count", "word"), [(0, "no"), (1, "one"), (19, "nineteen"), (20, "twenty"), (57, "fifty-seven")]
)
def test_a_number_is_written_in_words(count, word):
    assert number(count) == word


def test_quantities_and_ordinals_are_written_in_words():
    assert (counted(1, "deal"), counted(22, "deal")) == ("one deal", "twenty-two deals")
    assert (place(1), place(12), place(13)) == ("first", "twelfth", "13th")


@pytest.mark.parametrize(
    ("contract", "words"),
    [("1S", "one spade"), ("3NT", "three no-trump"), ("1NTX", "one no-trump doubled"), ("6H", "six hearts")],
)
def test_a_contract_is_written_in_words(contract, words):
    assert bid(Contract.parse(contract)) == words


@pytest.mark.parametrize(
    ("tricks", "words"),
    [(6, "four light"), (10, "made"), (11, "made with an overtrick"), (12, "made with two overtricks")],
)
def test_a_result_is_written_in_words(tricks, words):
    assert fared(deal(f"N 4S {tricks}")) == words


def test_small_numbers_are_words_and_others_figures():
    assert [few(12), few(13), few(9, most=9), few(10, most=9)] == ["twelve", "13", "nine", "10"]


def test_a_quantity_has_a_singular_or_plural_noun():
    assert [quantity(1, "match", "matches"), quantity(2, "match", "matches"), quantity(0, "day")] == [
        "1 match",
        "2 matches",
        "0 days",
    ]
