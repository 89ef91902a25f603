"""The parts of a score pad: a rubber or chukker with its pad, its deals and its players' names."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from competition.social.queries import Table
from scoring.pads.chicago import DEALS, Chicago
from scoring.pads.games import AnyPad
from scoring.pads.nullos import SEATS, Nullos, NullosContract, NullosDeal
from scoring.pads.rubber import Rubbers
from scoring.pads.seating import RUBBERS_OF_A_ROUND, round_of
from scoring.pads.singles import Singles
from scoring.rules.contract import Contract, Doubling
from scoring.rules.deal import Deal
from scoring.rules.pad import Pad, pad_of
from scoring.rules.sides import Reader, Seat, Side, Tally
from scoring.rules.words import contract_words, result_words, written_words

Names = Mapping[Seat, str]


class Row(NamedTuple):
    """A deal with its players' names.

    `number` counts through the whole pad. `game` is the side that won a game on this deal.
    """

    number: int
    dealer: str
    declarer: str
    contract: Contract | NullosContract | None
    result: str
    honours: str
    written: str
    score: Tally
    game: Side | None

    @property
    def suit(self) -> str:
        """Code of the denomination: "H", "N0" for nullos, or "" if the deal was passed in."""
        if self.contract is None:
            return ""
        return str(self.contract.denomination) if isinstance(self.contract, Contract) else "N0"

    @property
    def symbol(self) -> str:
        """Printed form of the denomination."""
        return self.contract.denomination.symbol if isinstance(self.contract, Contract) else " nullos"

    @property
    def said(self) -> str:
        """The deal in one line, such as "3♥ doubled by Ann, made, honours 100 to Ann & Bob" or "passed in"."""
        if self.contract is None:
            return self.result
        played = f"{_contract(self.contract)} by {self.declarer}, {self.result}"
        return f"{played}, {self.honours}" if self.honours else played


class Part(NamedTuple):
    """A rubber or a chukker with its seating, its deals and its pad. `is_over` is True once it has ended."""

    title: str
    names: Names
    rows: tuple[Row, ...]
    pad: Pad
    is_over: bool

    @property
    def reader(self) -> Reader:
        """Reader that names both columns by their players."""
        return reader(self.names)


def parts(table: Table, played: AnyPad | None = None) -> tuple[Part, ...]:
    """Return all rubbers or chukkers in order. The last part is in play and may have no deals."""
    played = played or table.played
    lines, found = list(_numbered(played)), []
    for number, (count, is_over) in enumerate(_stretches(played), start=1):
        mine, lines = lines[:count], lines[count:]
        names = _names(table, number, mine[0].number if mine else len(played.lines) + 1)
        rows = tuple(row(line, names) for line in mine)
        found.append(Part(_title(played, number), names, rows, pad_of(number, mine, runs=not is_over), is_over))
    return tuple(found)


def reader(names: Names) -> Reader:
    """Return a reader that names each column by the players of its side."""
    ns, ew = (" & ".join(name for seat, name in names.items() if seat.side is side) for side in Side)
    return Reader(names=(ns, ew))


def row(line: Any, names: Names) -> Row:
    """Return a deal of any game for display, with these players."""
    deal: Deal = line.deal.priced() if isinstance(line.deal, NullosDeal) else line.deal
    read, held = reader(names), deal.honours
    return Row(
        number=line.number,
        dealer=names[seat_of(line.dealer)],
        declarer=names[deal.declarer] if deal.declarer else "",
        contract=line.deal.contract,
        result=result_words(deal),
        honours=f"honours {held.points} to {read.name(held.side)}" if held else "",
        written=written_words(line, read),
        score=line.score,
        game=line.game,
    )


def seat_of(who: Seat | Side) -> Seat:
    """Return the seat of a dealer. In a game for two, the players sit North and East."""
    return SEATS[who] if isinstance(who, Side) else who


def _numbered(played: AnyPad) -> Iterator[Any]:
    """Yield all deals, numbered through the whole pad. The deals of singles have numbers within each rubber."""
    lines: Iterable[Any] = played.lines
    for number, line in enumerate(lines, start=1):
        yield line._replace(number=number)


def _stretches(played: AnyPad) -> Iterator[tuple[int, bool]]:
    """Yield the number of deals in each part, and True if the part has ended.

    If all parts have ended, yield an empty part at the end.
    """
    found = list(_counted(played))
    yield from found
    if not found or found[-1][1]:
        yield 0, False


def _counted(played: AnyPad) -> Iterator[tuple[int, bool]]:
    match played:
        case Rubbers() | Nullos():
            yield from ((rubber.last_deal - rubber.first_deal + 1, rubber.finished) for rubber in played.rubbers)
        case Chicago():
            counts = (chukker.last_deal - chukker.first_deal + 1 for chukker in played.chukkers)
            yield from ((count, count == DEALS) for count in counts)
        case Singles():
            yield from ((len(rubber.lines), rubber.ending is not None) for rubber in played.rubbers)


def _names(table: Table, number: int, first_deal: int) -> Names:
    return table.seated(number) if isinstance(table.played, Singles) else table.chairs_at(first_deal)


def _title(played: AnyPad, number: int) -> str:
    if isinstance(played, Chicago):
        return f"Chukker {number}"
    if isinstance(played, Singles):
        return rubber_title(number)
    return f"Rubber {number}"


def rubber_title(number: int) -> str:
    """Return the title of a rubber of singles, with its round."""
    return f"Round {round_of(number)}, rubber {(number - 1) % RUBBERS_OF_A_ROUND + 1}"


def _contract(contract: Contract | NullosContract) -> str:
    if isinstance(contract, Contract):
        return contract_words(contract)
    doubled = "" if contract.doubling is Doubling.UNDOUBLED else f" {contract.doubling.word}"
    return f"{contract.level} nullos{doubled}"
