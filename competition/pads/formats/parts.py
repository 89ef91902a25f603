"""An evening as it is written: a pad and a list of deals for each rubber or chukker, with the players' names."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from competition.pads.queries import Table
from scoring.pads.chicago import DEALS, Chicago
from scoring.pads.evening import Evening
from scoring.pads.nullos import SEATS, Nullos, NullosContract
from scoring.pads.nullos import Deal as NullosDeal
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
    """One deal of an evening with its players by name; `number` counts through the evening, `game` is who won one."""

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
        """The denomination as it is kept: H; N0 for nullos; nothing for a passed-in deal."""
        if self.contract is None:
            return ""
        return str(self.contract.denomination) if isinstance(self.contract, Contract) else "N0"

    @property
    def symbol(self) -> str:
        """The denomination as it is printed."""
        return self.contract.denomination.symbol if isinstance(self.contract, Contract) else " nullos"

    @property
    def said(self) -> str:
        """The deal in one line: 3♥ doubled by Ann, made, honours 100 to Ann & Bob; passed in."""
        if self.contract is None:
            return self.result
        played = f"{_contract(self.contract)} by {self.declarer}, {self.result}"
        return f"{played}, {self.honours}" if self.honours else played


class Part(NamedTuple):
    """A rubber or a chukker: who plays with whom in it, its deals and its pad; `is_over`, once it has ended."""

    title: str
    names: Names
    rows: tuple[Row, ...]
    pad: Pad
    is_over: bool

    @property
    def reader(self) -> Reader:
        """The two columns, called by the players."""
        return reader(self.names)


def parts(table: Table, played: Evening | None = None) -> tuple[Part, ...]:
    """Every rubber or chukker, first one first; the last is the one that runs, be it blank."""
    played = played or table.played
    lines, found = list(_numbered(played)), []
    for number, (count, is_over) in enumerate(_stretches(played), start=1):
        mine, lines = lines[:count], lines[count:]
        names = _names(table, number, mine[0].number if mine else len(played.lines) + 1)
        rows = tuple(row(line, names) for line in mine)
        found.append(Part(_title(played, number), names, rows, pad_of(number, mine, runs=not is_over), is_over))
    return tuple(found)


def reader(names: Names) -> Reader:
    """The two columns, each called by the players of its side."""
    ns, ew = (" & ".join(name for seat, name in names.items() if seat.side is side) for side in Side)
    return Reader(names=(ns, ew))


def row(line: Any, names: Names) -> Row:
    """A deal of any game as it is shown, where these sit at the table."""
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
    """The seat of a dealer; of two players one sits North and the other East."""
    return SEATS[who] if isinstance(who, Side) else who


def _numbered(played: Evening) -> Iterator[Any]:
    """Every deal, counted through the evening: singles count them within each rubber."""
    lines: Iterable[Any] = played.lines
    for number, line in enumerate(lines, start=1):
        yield line._replace(number=number)


def _stretches(played: Evening) -> Iterator[tuple[int, bool]]:
    """How many deals each rubber or chukker has, and whether it is over; a blank one after the last that is over."""
    found = list(_counted(played))
    yield from found
    if not found or found[-1][1]:
        yield 0, False


def _counted(played: Evening) -> Iterator[tuple[int, bool]]:
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


def _title(played: Evening, number: int) -> str:
    if isinstance(played, Chicago):
        return f"Chukker {number}"
    if isinstance(played, Singles):
        return rubber_title(number)
    return f"Rubber {number}"


def rubber_title(number: int) -> str:
    """A rubber of singles by its round."""
    return f"Round {round_of(number)}, rubber {(number - 1) % RUBBERS_OF_A_ROUND + 1}"


def _contract(contract: Contract | NullosContract) -> str:
    if isinstance(contract, Contract):
        return contract_words(contract)
    doubled = "" if contract.doubling is Doubling.UNDOUBLED else f" {contract.doubling.word}"
    return f"{contract.level} nullos{doubled}"
