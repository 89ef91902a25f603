"""The scoring table beside the summary sheet, every price from the tariff."""

from typing import NamedTuple

from scoring.rules import tariff
from scoring.rules.contract import Denomination, Doubling
from scoring.rules.price import undertricks

UNDERTRICKS_SHOWN = 5


class Section(NamedTuple):
    """A part of the table: its title, what its columns are called, and its rows of a name and points."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def sections(only_partscore: int, undertricks: int = UNDERTRICKS_SHOWN) -> tuple[Section, ...]:
    """The table under conditions by which an only part-score is worth so much, in points; so many undertricks of it."""
    first = (_tricks(), _rubbers(), _unfinished(only_partscore), _slams(), _overtricks())
    return (*first, _undertricks(undertricks), _extra())


def _row(name: str, *points: int) -> tuple[str, tuple[str, ...]]:
    return name, tuple(f"{value:,}" for value in points)


def _tricks() -> Section:
    first_no_trump = tariff.TRICK[Denomination.NT] + tariff.FIRST_NO_TRUMP_TRICK_EXTRA
    return Section(
        "Tricks bid and made (doubled: twice, redoubled: four times as much)",
        (),
        (
            _row("Clubs, diamonds", tariff.TRICK[Denomination.C]),
            _row("Hearts, spades", tariff.TRICK[Denomination.H]),
            _row("No-trump, the first", first_no_trump),
            _row("No-trump, each further", tariff.TRICK[Denomination.NT]),
        ),
    )


def _rubbers() -> Section:
    two_games, three_games = tariff.RUBBER
    return Section("Rubber", (), (_row("Won in two games", two_games), _row("Won in three games", three_games)))


def _unfinished(only_partscore: int) -> Section:
    rows = (_row("The only game", tariff.ONLY_GAME), _row("The only part-score of the game", only_partscore))
    return Section("Unfinished rubber", (), rows)


def _slams() -> Section:
    rows = (_row("Small slam", *tariff.SLAM[6]), _row("Grand slam", *tariff.SLAM[7]))
    return Section("Slams bid and made", ("not vul", "vul"), rows)


def _overtricks() -> Section:
    rows = (
        ("Not doubled", ("trick value",)),
        _row("Doubled", *tariff.OVERTRICK[Doubling.DOUBLED]),
        _row("Redoubled", *tariff.OVERTRICK[Doubling.REDOUBLED]),
    )
    return Section("Overtricks, each", ("not vul", "vul"), rows)


def _undertricks(most: int) -> Section:
    return Section(
        "Undertricks (redoubled: twice doubled)",
        ("not vul", "vul", "dbl not vul", "dbl vul"),
        tuple(_row(str(light), *_light(light)) for light in range(1, most + 1)),
    )


def _light(tricks: int) -> tuple[int, ...]:
    return tuple(
        undertricks(doubling, tricks, vulnerable)
        for doubling in (Doubling.UNDOUBLED, Doubling.DOUBLED)
        for vulnerable in (False, True)
    )


def _extra() -> Section:
    four, five = tariff.HONOURS
    return Section(
        "Extra",
        (),
        (
            _row("Doubled contract made", tariff.MADE[Doubling.DOUBLED]),
            _row("Redoubled contract made", tariff.MADE[Doubling.REDOUBLED]),
            _row("Four trump honours in one hand", four),
            _row("Five trump honours in one hand", five),
            _row("Four aces in one hand at no-trump", *tariff.NO_TRUMP_HONOURS),
        ),
    )
