"""The scoring table for a score sheet page. Every price comes from the tariff."""

from typing import NamedTuple

from scoring.rules import tariff
from scoring.rules.contract import Denomination, Doubling
from scoring.rules.deal import undertricks

UNDERTRICKS_SHOWN = 5
_VULNERABLE = ("Not vulnerable", "Vulnerable")


class TableSection(NamedTuple):
    """A section of the table: title, column headings and rows, each with a name and its points."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def sections(only_partscore: int, undertricks: int = UNDERTRICKS_SHOWN) -> tuple[TableSection, ...]:
    """Return the scoring table.

    `only_partscore` is the value of an only part-score in points, and `undertricks` the number of rows for
    undertricks.
    """
    trick, made, over = tariff.TRICK, tariff.MADE, tariff.OVERTRICK
    two_games, three_games = tariff.RUBBER
    bid_and_made = (
        _row("Clubs, diamonds", trick[Denomination.C]),
        _row("Hearts, spades", trick[Denomination.H]),
        _row("No-trump, the first trick", trick[Denomination.NT] + tariff.FIRST_NO_TRUMP_TRICK_EXTRA),
        _row("No-trump, each other trick", trick[Denomination.NT]),
    )
    rubbers = _row("Won in two games", two_games), _row("Won in three games", three_games)
    unfinished = _row("The only game", tariff.ONLY_GAME), _row("The only part-score of the game", only_partscore)
    slams = _row("Small slam", *tariff.SLAM[6]), _row("Grand slam", *tariff.SLAM[7])
    overtricks = (
        ("Not doubled", ("trick value", "trick value")),
        _row("Doubled", *over[Doubling.DOUBLED]),
        _row("Redoubled", *over[Doubling.REDOUBLED]),
    )
    light = (
        _row("Not doubled, each", *_light(Doubling.UNDOUBLED, 1)),
        *(_row(f"Doubled, {tricks}", *_light(Doubling.DOUBLED, tricks)) for tricks in range(1, undertricks + 1)),
    )
    extra = (
        _row("Doubled contract made", made[Doubling.DOUBLED]),
        _row("Redoubled contract made", made[Doubling.REDOUBLED]),
        *honour_rows(),
    )
    return (
        TableSection("Tricks bid and made (doubled: twice, redoubled: four times as much)", (), bid_and_made),
        TableSection("Rubber", (), rubbers),
        TableSection("Unfinished rubber", (), unfinished),
        TableSection("Slams bid and made", _VULNERABLE, slams),
        TableSection("Overtricks, each", _VULNERABLE, overtricks),
        TableSection("Undertricks (redoubled: twice as much as doubled)", _VULNERABLE, light),
        TableSection("Extra", (), extra),
    )


def honour_rows() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the table rows for honours, each with its points."""
    four, five = tariff.HONOURS
    return (
        _row("Four trump honours in one hand", four),
        _row("Five trump honours in one hand", five),
        _row("Four aces in one hand at no-trump", *tariff.NO_TRUMP_HONOURS),
    )


def _row(name: str, *points: int) -> tuple[str, tuple[str, ...]]:
    return name, tuple(f"{value:,}" for value in points)


def _light(doubling: Doubling, tricks: int) -> tuple[int, ...]:
    return tuple(undertricks(doubling, tricks, vulnerable) for vulnerable in (False, True))
