"""Score pads for all games: start one and add deals.

A pad is immutable. `after(deal)` returns it with one more deal. To undo or correct a deal, add the other deals to a
new pad. Each pad has `lines`, `next` and `unfinished`. Singles have `points` for each player, and the other games a
`total` for each side.
"""

from collections.abc import Iterable
from typing import Any

from scoring.pads.chicago import Chicago, MiddleVulnerability
from scoring.pads.duplicate import Duplicate
from scoring.pads.nullos import Nullos
from scoring.pads.papers import PadGame
from scoring.pads.rubber import Rubbers
from scoring.pads.singles import Singles
from scoring.rules.sides import Seat

# Games with a score pad for use at the table.
TablePad = Rubbers | Chicago | Singles | Nullos
AnyPad = TablePad | Duplicate


def begin_pad(
    game: PadGame, first_dealer: Seat = Seat.N, middle: MiddleVulnerability = MiddleVulnerability.DEALER
) -> AnyPad:
    """Return an empty pad. At duplicate and in nullos the first dealer is fixed. Only Chicago uses `middle`."""
    match game:
        case PadGame.RUBBER:
            return Rubbers(first_dealer)
        case PadGame.CHICAGO:
            return Chicago(first_dealer, middle)
        case PadGame.SINGLES:
            return Singles(first_dealer)
        case PadGame.DUPLICATE:
            return Duplicate()
        case PadGame.NULLOS:
            return Nullos()


def play_deals(pad: AnyPad, deals: Iterable[Any]) -> AnyPad:
    """Return the pad with these deals added. Raises Refused at the first impossible deal."""
    for deal in deals:
        pad = pad.after(deal)
    return pad
