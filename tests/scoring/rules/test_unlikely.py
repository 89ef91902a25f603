"""Tests for the questions about deals that look wrong."""

from scoring.rules import words
from tests.scoring.rules.notation import deal, sheet


def test_honours_that_contradict_the_tricks_raise_a_question():
    for said, question in [
        ("N 4S 13 EW:100", "Four trump honours in one hand against declarer, and no tricks lost?"),
        ("N 4S 12 EW:100", "Four trump honours in one hand against declarer, and 1 trick lost?"),
        ("N 4S 9 EW:150", "Five trump honours in one hand against declarer, and 4 tricks lost?"),
        ("E 3NT 10 NS:150", "Four aces in one hand against declarer, and 3 tricks lost?"),
    ]:
        assert words.question(deal(said)) == question, said


def test_possible_honours_raise_no_question():
    for said in ["N 4S 10 EW:100", "N 4S 8 EW:150", "E 3NT 9 NS:150", "N 7S 13 NS:150", "N 4S 13", "pass"]:
        assert words.question(deal(said)) == "", said


def test_questionable_deals_are_listed_by_number():
    assert [number for number, _ in words.unlikely_deals(sheet("N 4S 10", "E 3NT 13 NS:150", "pass"))] == [2]
