"""Duplicate scores as people look them up: contract, doubled, vulnerable, and all its results in one line."""

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
# From made to six overtricks, which only a contract at level 1 can have.
OVERTRICKS = ("made", "+1", "+2", "+3", "+4", "+5", "+6")
MOST = 13


class Line(NamedTuple):
    """A contract and what each of its results is worth, in points."""

    name: str
    scores: tuple[int, ...]


class Section(NamedTuple):
    """The lines of one column of the paper: doubled or not, vulnerable or not."""

    title: str
    lines: tuple[Line, ...]


class Table(NamedTuple):
    """All 582 values: every contract made, a section for each column of the paper, and every number of tricks light."""

    made: tuple[Section, ...]
    light: tuple[Line, ...]


@cache
def lines() -> Table:
    """The whole table; it never changes."""
    rows = table()
    # Not vulnerable on the left, vulnerable on the right, as people look from one to the other.
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
    """Every result of one contract and what it is worth to declarer's side at duplicate, best first."""
    return tuple(
        (result_words(Deal(Seat.N, contract, tricks)), worth(contract, tricks, vulnerable)[1].points)
        for tricks in range(MOST, -1, -1)
    )
