"""The table of the paper "Duplicate Bridge Scoring": every contract made and every contract defeated."""

from enum import StrEnum
from itertools import product
from typing import NamedTuple

from scoring.pads import duplicate
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.deal import Deal
from scoring.rules.sides import NS, Seat


class Kind(StrEnum):
    """Denominations of one price."""

    MINOR = "minor"
    MAJOR = "major"
    NT = "NT"


# In the order of the table's columns: not vulnerable undoubled, doubled and redoubled, then vulnerable.
COLUMNS = tuple((doubling, vulnerable) for vulnerable in (False, True) for doubling in Doubling)
LEVELS = range(1, 8)
# No contract can be more light than a grand slam that wins no trick; which one it is does not matter.
MOST_LIGHT = 13
_OF_KIND = {Kind.MINOR: Denomination.C, Kind.MAJOR: Denomination.H, Kind.NT: Denomination.NT}


class Row(NamedTuple):
    """One row: a contract and the tricks made above six, or, without one, the tricks light; points by column.

    What a contract made is worth to its side; what one defeated is worth to the others.
    """

    level: int | None
    kind: Kind | None
    tricks: int
    scores: tuple[int, ...]


def table() -> tuple[Row, ...]:
    """All rows in the order of the paper: 84 of contracts made, 13 of contracts defeated."""
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
