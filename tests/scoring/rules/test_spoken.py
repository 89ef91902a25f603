"""Tests of numbers, contracts and results in words."""

from scoring.rules.contract import Contract
from scoring.rules.spoken import bid, counted, fared, few, number, ordinal, quantity
from tests.scoring.rules.notation import deal


def test_a_number_is_written_in_words():
    for count, word in [(0, "no"), (1, "one"), (19, "nineteen"), (20, "twenty"), (57, "fifty-seven")]:
        assert number(count) == word, count


def test_quantities_and_ordinals_are_written_in_words():
    assert (counted(1, "deal"), counted(22, "deal")) == ("one deal", "twenty-two deals")
    assert (ordinal(1), ordinal(9), ordinal(10), ordinal(12), ordinal(13)) == (
        "first",
        "ninth",
        "tenth",
        "twelfth",
        "13th",
    )


def test_a_contract_is_written_in_words():
    for contract, words in [
        ("1S", "one spade"),
        ("3NT", "three no-trump"),
        ("1NTX", "one no-trump doubled"),
        ("6H", "six hearts"),
    ]:
        assert bid(Contract.parse(contract)) == words, contract


def test_a_result_is_written_in_words():
    for tricks, words in [
        (6, "four light"),
        (10, "made"),
        (11, "made with an overtrick"),
        (12, "made with two overtricks"),
    ]:
        assert fared(deal(f"N 4S {tricks}")) == words, tricks


def test_small_numbers_are_words_and_others_figures():
    assert [few(12), few(13), few(9, most=9), few(10, most=9)] == ["twelve", "13", "nine", "10"]


def test_a_quantity_has_a_singular_or_plural_noun():
    assert [quantity(1, "match", "matches"), quantity(2, "match", "matches"), quantity(0, "day")] == [
        "1 match",
        "2 matches",
        "0 days",
    ]
