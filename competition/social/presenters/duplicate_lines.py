"""Duplicate scores for looking up: a line for each contract, doubling and vulnerability, with all its results."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from scoring.pads.calculator import worth
from scoring.pads.duplicate_table import COLUMNS, Kind, Row, table
from scoring.rules.contract import Contract, Doubling
from scoring.rules.deal import Deal
from scoring.rules.sides import Seat
from scoring.rules.words import result_words

_SUITS = {Kind.MINOR: "♣♦", Kind.MAJOR: "♥♠", Kind.NT: "NT"}
# Results from made to six overtricks. Only contracts at level 1 can have six.
OVERTRICKS = ("made", "+1", "+2", "+3", "+4", "+5", "+6")
MOST = 13


class Line(NamedTuple):
    """A contract and the points for each of its results."""

    name: str
    scores: tuple[int, ...]


class Section(NamedTuple):
    """The lines of one column of the paper, with one doubling and one vulnerability."""

    title: str
    lines: tuple[Line, ...]


class Table(NamedTuple):
    """All 582 values. Each column of the paper has a section for contracts made and a line for tricks light."""

    made: tuple[Section, ...]
    light: tuple[Line, ...]


@cache
def lines() -> Table:
    """Return the whole table. It is constant, so it is cached."""
    rows = table()
    # Alternate the columns, so that the not vulnerable and the vulnerable result stand side by side on the page.
    columns = sorted(range(len(COLUMNS)), key=COLUMNS.__getitem__)
    return Table(
        tuple(Section(_title(*COLUMNS[column]), tuple(_made(rows, column))) for column in columns),
        tuple(
            Line(_title(*COLUMNS[column]), tuple(row.scores[column] for row in rows if row.kind is None))
            for column in columns
        ),
    )


def _title(doubling: Doubling, vulnerable: bool) -> str:
    return f"{doubling.word}, {'' if vulnerable else 'not '}vulnerable".capitalize()


def _made(rows: tuple[Row, ...], column: int) -> Iterator[Line]:
    contracts = dict.fromkeys((row.level, row.kind) for row in rows if row.kind)
    for level, kind in contracts:
        scores = (row.scores[column] for row in rows if (row.level, row.kind) == (level, kind))
        yield Line(f"{level}{_SUITS[kind]}", tuple(scores))


def of_contract(contract: Contract, vulnerable: bool) -> tuple[tuple[str, int], ...]:
    """Return every result of a contract with its duplicate points for declarer's side, best first."""
    return tuple(
        (result_words(Deal(Seat.N, contract, tricks)), worth(contract, tricks, vulnerable)[1].points)
        for tricks in range(MOST, -1, -1)
    )
