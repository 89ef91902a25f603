"""Numbers and contracts in a sentence."""

import pytest

from scoring.rules.contract import Contract
from scoring.rules.spoken import bid, counted, fared, few, number, place, quantity
from tests.scoring.rules.notation import deal


@pytest.mark.parametrize(
    ("count", "word"), [(0, "no"), (1, "one"), (19, "nineteen"), (20, "twenty"), (57, "fifty-seven")]
)
def test_a_number_is_said(count, word):
    assert number(count) == word


def test_things_are_counted_and_placed():
    assert (counted(1, "deal"), counted(22, "deal")) == ("one deal", "twenty-two deals")
    assert (place(1), place(12), place(13)) == ("first", "twelfth", "13th")


@pytest.mark.parametrize(
    ("contract", "words"),
    [("1S", "one spade"), ("3NT", "three no-trump"), ("1NTX", "one no-trump doubled"), ("6H", "six hearts")],
)
def test_a_contract_is_said(contract, words):
    assert bid(Contract.parse(contract)) == words


@pytest.mark.parametrize(
    ("tricks", "words"),
    [(6, "four light"), (10, "made"), (11, "made with an overtrick"), (12, "made with two overtricks")],
)
def test_it_is_said_how_declarer_fared(tricks, words):
    assert fared(deal(f"N 4S {tricks}")) == words


def test_a_few_are_said_in_words_and_more_in_figures():
    assert [few(12), few(13), few(9, most=9), few(10, most=9)] == ["twelve", "13", "nine", "10"]


def test_a_quantity_has_its_noun_in_the_right_number():
    assert [quantity(1, "match", "matches"), quantity(2, "match", "matches"), quantity(0, "day")] == [
        "1 match",
        "2 matches",
        "0 days",
    ]
