"""The score table of the paper "Duplicate Bridge Scoring", with every contract made and every contract defeated."""

from enum import StrEnum
from itertools import product
from typing import NamedTuple

from scoring.pads import duplicate
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.deal import Deal
from scoring.rules.sides import NS, Seat


class Kind(StrEnum):
    """Denominations that have the same price."""

    MINOR = "minor"
    MAJOR = "major"
    NT = "NT"


# The order of columns in the paper: not vulnerable (undoubled, doubled, redoubled), then vulnerable.
COLUMNS = tuple((doubling, vulnerable) for vulnerable in (False, True) for doubling in Doubling)
LEVELS = range(1, 8)
# Thirteen light is possible only at level 7. The denomination does not affect the penalty.
MOST_LIGHT = 13
_OF_KIND = {Kind.MINOR: Denomination.C, Kind.MAJOR: Denomination.H, Kind.NT: Denomination.NT}


class Row(NamedTuple):
    """A row of the table. `tricks` counts odd tricks of a contract made, or undertricks if there is no contract.

    `scores` holds points by column. They go to declarer's side for a contract made, otherwise to the defenders.
    """

    level: int | None
    kind: Kind | None
    tricks: int
    scores: tuple[int, ...]


def table() -> tuple[Row, ...]:
    """Return all rows in the order of the paper: 84 for contracts made, then 13 for contracts defeated."""
    made = [
        Row(level, kind, odd, _scores(level, _OF_KIND[kind], 6 + odd))
        for level, kind in product(LEVELS, Kind)
        for odd in range(level, max(LEVELS) + 1)
    ]
    return (*made, *(Row(None, None, light, _defeated(light)) for light in range(1, MOST_LIGHT + 1)))


def _defeated(light: int) -> tuple[int, ...]:
    return tuple(-points for points in _scores(max(LEVELS), Denomination.NT, MOST_LIGHT - light))


def _scores(level: int, denomination: Denomination, tricks: int) -> tuple[int, ...]:
    return tuple(
        duplicate.score(Deal(Seat.N, Contract(level, denomination, doubling), tricks), (NS,) if vulnerable else ()).ns
        for doubling, vulnerable in COLUMNS
    )
