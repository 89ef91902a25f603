"""Tests for every price against the printed duplicate table, without the bonuses of duplicate."""

import csv
from pathlib import Path

from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.deal import DealResult, price
from scoring.rules.sides import NS, Seat

TABLE = Path(__file__).parents[3] / "fixtures" / "duplicate_scores.csv"
COLUMNS = [(doubling, vulnerable) for vulnerable in ((), (NS,)) for doubling in Doubling]
DENOMINATIONS = {
    "minor": [Denomination.C, Denomination.D],
    "major": [Denomination.H, Denomination.S],
    "NT": [Denomination.NT],
}


def _rows() -> list[list[str]]:
    with TABLE.open(newline="") as file:
        return list(csv.reader(file))[1:]


ROWS = _rows()
MADE = [row for row in ROWS if row[0] != "defeated"]
DEFEATED = [row for row in ROWS if row[0] == "defeated"]


def _duplicate_bonus(trick_points: int, vulnerable: bool) -> int:
    if trick_points < 100:
        return 50
    return 500 if vulnerable else 300


def _as_duplicate(contract: Contract, tricks: int, vulnerable: tuple) -> int:
    worth = price(DealResult(Seat.N, contract, tricks), vulnerable)
    return worth.score.ns + _duplicate_bonus(worth.below.ns, bool(vulnerable))


def test_the_printed_table_has_582_values():
    assert (sum(len(row) - 3 for row in ROWS), len(ROWS)) == (582, 97)


def test_a_contract_made_is_priced_as_printed():
    for row in MADE:
        level, kind, made = int(row[0]), row[1], int(row[2])
        for denomination in DENOMINATIONS[kind]:
            ours = [
                _as_duplicate(Contract(level, denomination, doubling), made + 6, vulnerable)
                for doubling, vulnerable in COLUMNS
            ]
            assert ours == [int(value) for value in row[3:]]


def test_a_contract_defeated_is_priced_as_printed():
    for row in DEFEATED:
        light = int(row[2])
        ours = [
            price(DealResult(Seat.S, Contract(7, Denomination.H, doubling), 13 - light), vulnerable).score.ew
            for doubling, vulnerable in COLUMNS
        ]

        assert ours == [int(value) for value in row[3:]], row
