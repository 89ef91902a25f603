"""Score pads for the other games as CSV, with one row for each deal. Errors name the line."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from scoring.pads import duplicate, nullos, singles
from scoring.pads.chicago import Chicago, MiddleVulnerability
from scoring.pads.duplicate import Duplicate
from scoring.pads.games import AnyPad
from scoring.pads.nullos import Nullos
from scoring.pads.papers import PadGame
from scoring.pads.rubber import Rubbers
from scoring.pads.singles import Singles, SinglesPlayer
from scoring.presenters import csv_sheet
from scoring.presenters.csv_rows import check_number, on_line, played, table, whole
from scoring.rules.contract import Contract
from scoring.rules.deal import DealResult
from scoring.rules.refusal import Refused, quoted
from scoring.rules.sides import Seat, Side

DUPLICATE = ("deal", "declarer", "contract", "tricks", "vulnerable")
SINGLES = ("rubber", "deal", "declarer", "contract", "tricks")
NULLOS = ("deal", "declarer", "contract", "tricks")
OPTIONAL = ("note",)
_VULNERABLE = {"none": (), "ns": (Side.NS,), "ew": (Side.EW,), "both": tuple(Side)}
_TWO_PLAYERS = {"D": nullos.DEALER, "O": nullos.OPPONENT}

Paper = TypeVar("Paper", Rubbers, Chicago)
ByNumber = TypeVar("ByNumber", Duplicate, Nullos)
Who = TypeVar("Who")
Row = tuple[int, dict[str, str]]


def read(
    game: PadGame,
    data: bytes,
    first_dealer: Seat | None = None,
    middle: MiddleVulnerability = MiddleVulnerability.DEALER,
) -> AnyPad:
    """Return the score pad from a file. North deals first by default. Raises SheetFault at the first error."""
    match game:
        case PadGame.RUBBER:
            return _sheet(Rubbers, data, first_dealer)
        case PadGame.CHICAGO:
            return _sheet(lambda dealer: Chicago(dealer, middle), data, first_dealer)
        case PadGame.SINGLES:
            return _singles(data, first_dealer or Seat.N)
        case PadGame.DUPLICATE:
            return _rows(Duplicate(), table(data, DUPLICATE, OPTIONAL), _duplicate_deal)
        case PadGame.NULLOS:
            return _rows(Nullos(), table(data, NULLOS, OPTIONAL), _nullos_deal)


def _sheet(begin: Callable[[Seat], Paper], data: bytes, first_dealer: Seat | None) -> Paper:
    """Return a pad from a file that resembles a score sheet.

    Without `first_dealer`, use the dealer in the first row.
    """
    pad = begin(first_dealer or Seat.N)
    for row in csv_sheet.rows(data, first_dealer):
        if row.number == 1:
            pad = begin(row.dealer)
        with on_line(row.line):
            pad = pad.after(row.deal)
    return pad


def _rows(pad: ByNumber, rows: Iterable[Row], deal: Callable[[dict[str, str]], Any]) -> ByNumber:
    """Return the pad for a game with only deal numbers in its file, and no rubber or round."""
    for line, cells in rows:
        with on_line(line):
            check_number(cells["deal"], pad.next.number)
            pad = pad.after(deal(cells))
    return pad


def _duplicate_deal(cells: dict[str, str]) -> duplicate.DuplicateDeal:
    declarer = csv_sheet.seat(cells["declarer"], "declarer") if cells["declarer"] else None
    text = cells["vulnerable"]
    if text and text.lower() not in _VULNERABLE:
        raise Refused(f"{quoted(text)} is not a vulnerability. Write none, ns, ew or both, or leave the cell empty.")
    vulnerable = _VULNERABLE[text.lower()] if text else None
    return duplicate.DuplicateDeal(DealResult(declarer, *played(cells, Contract.parse)), vulnerable)


def _singles(data: bytes, first_dealer: Seat) -> Singles:
    pad = Singles(first_dealer)
    for line, cells in table(data, SINGLES, OPTIONAL):
        with on_line(line):
            _check_place(cells, pad)
            pad = pad.after(_singles_deal(cells))
    return pad


def _check_place(cells: dict[str, str], pad: Singles) -> None:
    """Raise Refused unless the row is the next deal of the rubber in play."""
    rubber = whole(cells["rubber"], "rubber")
    running = pad.running
    if running.lines and rubber == running.number + 1:
        raise Refused(f"Rubber {running.number} is not over. Its deal {pad.next.number} belongs in this row.")
    if not running.lines and pad.rubbers and rubber == running.number - 1:
        last_deal = len(pad.rubbers[-1].lines)
        raise Refused(f"Rubber {rubber} ended with its deal {last_deal}. Rubber {running.number} belongs in this row.")
    check_number(cells["rubber"], running.number, "rubber")
    check_number(cells["deal"], pad.next.number)


def _singles_deal(cells: dict[str, str]) -> singles.SinglesDeal:
    return singles.SinglesDeal(
        _declarer(cells, SinglesPlayer.__members__, "S, A, B or C"), *played(cells, Contract.parse)
    )


def _nullos_deal(cells: dict[str, str]) -> nullos.NullosDeal:
    return nullos.NullosDeal(
        _declarer(cells, _TWO_PLAYERS, "D, who dealt first, or O"), *played(cells, nullos.parse_nullos)
    )


def _declarer(cells: dict[str, str], players: Mapping[str, Who], words: str) -> Who | None:
    """Return the player in the declarer cell, or None if it is empty."""
    player = cells["declarer"].upper()
    if player and player not in players:
        raise Refused(f"{quoted(cells['declarer'])} is not a player: the declarer is {words}.")
    return players[player] if player else None
