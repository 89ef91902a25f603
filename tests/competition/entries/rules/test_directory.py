"""Tests that a written name finds the pair that somebody means."""

from competition.entries.rules.directory import Directory
from tests.competition.adopt.rules.test_reading import PAIRS


def test_a_written_name_finds_its_pair():
    for text, numbers in [
        ("Hector Jessop & Enid Inglewood", (1,)),
        ("Inglewood, E & Jessop, H", (1,)),
        ("Mr H. Jessop / Mrs E. Inglewood", (1,)),
        ("Jessop", (1,)),
        ("Irene & Lloyd", (2,)),
        ("Q & R", (2, 3)),
        ("the Applecrosses", (4,)),
        ("M and P Applecross", (4,)),
        ("calloway dunmore", (5,)),
        ("#5", (5,)),
        ("pair 6", (6,)),
        ("9", ()),
        ("Quill & Ravenhill", ()),
        ("", ()),
    ]:
        assert Directory(PAIRS).find(text).numbers == numbers, text


def test_the_pair_is_the_only_one_with_exactly_this_name():
    for text, number in [
        ("calloway dunmore", 5),
        ("R Caloway & N Dunmore", None),
        ("Q & R", None),
    ]:
        assert Directory(PAIRS).the_pair(text) == number, text


def test_a_name_with_one_wrong_letter_may_be_the_pair():
    for text in ["R Caloway & N Dunmore", "Ruth Calloway & Noel Dunmoore", "N Dunmore & R Kalloway"]:
        found = Directory(PAIRS).find(text)
        assert (found.numbers, found.is_sure) == ((5,), False), text
