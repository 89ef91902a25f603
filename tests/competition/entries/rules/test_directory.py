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
