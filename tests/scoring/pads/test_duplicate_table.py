"""Test of the printed table of duplicate scores, value by value."""

import csv
from pathlib import Path

from scoring.pads.duplicate_table import table

PRINTED = Path(__file__).parents[3] / "fixtures" / "duplicate_scores.csv"


def test_all_582_values_match_the_printed_table():
    with PRINTED.open(newline="") as file:
        printed = list(csv.reader(file))[1:]
    ours = [
        [str(cell) for cell in (row.level or "defeated", row.kind or "", row.tricks, *row.scores)] for row in table()
    ]

    assert ours == printed
    assert sum(len(row.scores) for row in table()) == 582
